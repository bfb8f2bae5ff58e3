// The derived rows of the catalog as values: originals, versions, pages, sites, crawls, paths.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "catalog/rows.h"

namespace asof::catalog {

// How the original of a revisit was found, surest first. The numbers are stored: append only.
enum class OriginMatch : std::uint8_t {
  None = 0,       // not found
  Address = 1,    // WARC-Refers-To-Target-URI and -Date, exactly
  Second = 2,     // the same within the second: some writers cut the date
  RecordId = 3,   // WARC-Refers-To
  Digest = 4,     // equal payload digest under the same key
  AnyDigest = 5,  // equal payload digest anywhere
  Before = 6,     // not modified: the latest content of the same URL
};
std::string_view name_of(OriginMatch match);

// The original of a revisit: a capture with content, never a revisit.
struct Origin {
  OriginMatch match = OriginMatch::None;
  std::string urlkey;
  Instant at;
  Locator where;
};

// Consecutive captures of one URL with equal status and content.
struct Version {
  std::string urlkey;
  std::string url;
  Instant first, last;  // of its captures
  Locator where;        // of the first capture
  std::uint64_t captures = 0;
  int status = 0;
  std::string sha256;  // empty: only a declared digest, or nothing, is known
  std::string digest;
  std::string mime;
  std::uint64_t size = 0;

  auto operator<=>(const Version&) const = default;
};

struct PageRow {
  std::string urlkey;
  std::string url;  // of the latest capture
  std::uint64_t captures = 0;
  std::uint64_t versions = 0;
  Instant first, last;
};

struct Site {
  std::string key;     // the host part of its keys, with the ')'
  std::string host;    // without "www."
  std::string domain;  // registrable
  std::uint64_t pages = 0;
  std::uint64_t captures = 0;
  std::uint64_t versions = 0;
  Instant first, last;
};

struct Crawl {
  std::string name;   // the label and the instant of the first capture
  std::string label;  // what its files say they are part of
  Instant first, last;
  std::uint64_t files = 0;
  std::uint64_t captures = 0;
};

// How a crawl came to a URL.
struct Path {
  std::string crawl;
  std::string urlkey;
  std::string url;
  std::string parent;  // URL; empty for a seed
  std::string hops;    // Heritrix's letters; of a long path "<number>+" and the last 50
  std::uint64_t depth = 0;
  std::string source;  // "metadata", "log", "links", "seed"
};

// The phases of settling, in their order.
enum class Phase : std::uint8_t { Dependents, Pages, Sites, Files, Crawls, Paths };
std::string_view name_of(Phase phase);

// One step of settling: a transaction that has been committed.
struct Step {
  Phase phase = Phase::Dependents;
  std::uint64_t done = 0;  // of this phase
  std::uint64_t left = 0;
};
// Called between the steps; false interrupts, and a later settle() goes on.
using OnStep = std::function<bool(const Step&)>;

struct SettleResult {
  std::uint64_t pages = 0;  // keys brought up to date
  bool finished = false;    // false: interrupted
};

}  // namespace asof::catalog
