// What an origin does wrong on request. Which pages are afflicted follows from seed and path alone.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace asof::lab {

struct OriginFaults {
  // Shares of pages, 0 to 1.
  double no_validators = 0;  // no ETag, no Last-Modified, conditions ignored
  double lying = 0;          // the validators of its first version, whatever became of it
  double slow = 0;           // the body arrives in pieces, over a second of real time
  double errors = 0;         // first 500, 503 or 429, later the page; a quarter of them never
  double resets = 0;         // the connection breaks, as above
  // Share of changes.
  double lapses = 0;  // this version keeps the validators of the one before
  // Pages beside the history's, linked from the entry page.
  bool trap = false;       // an endless calendar, repeating segments, session ids
  bool endless = false;    // a body without end
  bool bomb = false;       // 10 GB of zeros, gzipped
  bool redirects = false;  // a loop, and a chain without end

  std::uint64_t seed = 1;

  bool adds_pages() const { return trap || endless || bomb || redirects; }
};

// "no-validators:0.3,lying:0.1,trap". A share that is not given is 1. Errc::Invalid for unknown
// names, shares outside of 0 to 1, and shares of what has none.
Result<OriginFaults> parse_faults(std::string_view list, std::uint64_t seed);

// A number that follows from seed, purpose and path; uniform over all 64 bits.
std::uint64_t fate(std::uint64_t seed, std::string_view purpose, std::string_view path);
// Whether a path is among a share of all.
bool afflicted(std::uint64_t seed, std::string_view purpose, std::string_view path, double share);

}  // namespace asof::lab
