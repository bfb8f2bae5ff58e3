// Notes: what a metadata record says about a visit: how the crawler came to it, why, and when it
// ended. This is the only place that knows the names of these fields (docs/formats/crawl.md).
//
//   via: https://example.org/
//   hopsFromSeed: L
//   fetchTimeMs: 12
//   purpose: capture
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "capture/links.h"

namespace asof::capture {

inline constexpr int kRefusedByRobots = -9998;  // Heritrix's code

// When a strategy asked for a visit, as counted by the crawl: so many visits had been asked for
// before, so many had ended. A strategy that is told the same in the same order decides the same.
struct TurnCount {
  std::uint64_t asked = 0;
  std::uint64_t ended = 0;
  Instant at;
};

// A finite number from 0 on.
std::optional<double> parse_number(std::string_view text);

// "7 5 2026-11-15T09:30:00.125Z"
std::string to_text(const TurnCount& turn);
std::optional<TurnCount> parse_turn(std::string_view text);

// A visit without an answer: Heritrix's code and a sentence.
struct NoAnswer {
  int status = 0;
  std::string reason;
};

// How a crawl ended, in its last record.
struct CrawlEnd {
  std::string ended;   // "done", "interrupted", ...
  std::string reason;  // a sentence
  std::optional<std::uint64_t> known;
  // Links by why they were not followed, and how many there were of each.
  std::vector<std::pair<std::string, std::uint64_t>> not_followed;
  std::string clock;  // what became of the machine's clock meanwhile
  // Of earlier crawls of its sites: changes of pages that had changed before, and those of them
  // that brought earlier content back.
  std::uint64_t earlier_chances = 0;
  std::uint64_t earlier_returned = 0;
};

struct Notes {
  std::string via;
  std::optional<std::string> hops;  // an empty path is a seed's, no path is not stated
  bool seed = false;
  std::optional<std::uint64_t> fetch_ms;  // from the request to the last byte
  std::string purpose;                    // "capture", "revisit", "audit", "robots"...
  std::string why;
  std::optional<TurnCount> turn;
  std::string about;  // of robots.txt: the origin whose rules they are; of sitemaps: the host
  std::optional<double> rate;             // expected changes per second
  std::optional<double> weight;           // of the page
  std::optional<double> importance;       // of the change it shows, as the strategy was told
  std::optional<std::string> requisite;   // the page it was fetched for
  std::optional<std::uint64_t> received;  // bytes of the answer as it came, head included
  std::optional<NoAnswer> none;
  std::string source_tag;       // Heritrix's
  Links outlinks;               // as another crawler wrote them down
  std::optional<CrawlEnd> end;  // of the record that ends a crawl
};

// The record that ends a crawl is about this.
inline constexpr std::string_view kCrawlUrn = "urn:asof:crawl:";

// `url`: what the record is about. Names are read in any case; of a repeated field the first
// counts; a value that is not what the field takes is left out.
Notes read_notes(std::string_view url, std::string_view block);
std::string to_block(const Notes& notes);

}  // namespace asof::capture
