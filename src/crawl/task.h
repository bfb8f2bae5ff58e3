// Task: one request a crawl makes, why, and what it was asked relative to; and the text its
// metadata record says about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "crawl/frontier.h"
#include "schedule/strategy.h"

namespace asof::crawl {

// When a strategy asked for a visit, as counted by the crawl: so many visits had been asked for
// before, so many had ended. Told the same in the same order, a strategy decides the same.
struct Turned {
  std::uint64_t asked = 0;
  std::uint64_t ended = 0;
  Instant at;
};

struct Task {
  enum class Kind : std::uint8_t { Visit, Audit, Robots, Sitemap };

  Kind kind = Kind::Visit;
  schedule::SiteId site = 0;  // of the frontier
  std::string url;
  PageNumber page = kNoNumber;        // of visits and audits
  schedule::Visit visit;              // of visits
  Turned turned;                      // of visits
  std::string origin;                 // of robots: whose rules they are
  unsigned redirects = 0;             // of robots: followed so far
  unsigned tries = 0;                 // made so far
  bool arrived = false;               // its host knows that it was answered
  Time due = -kNever;                 // not before
  std::optional<Original> asked_for;  // the content the request's validators stand for
};

std::string_view purpose_of(const Task& task);  // as in metadata records

inline constexpr int kRefusedByRobots = -9998;  // Heritrix's code

// Without an answer: Heritrix's code and a sentence.
struct NoAnswer {
  int status = 0;
  std::string reason;
};
// `received`: bytes of an answer that is kept without its body.
std::string metadata_of(const Task& task, const Frontier& frontier, Duration took,
                        const std::optional<NoAnswer>& none, std::optional<std::uint64_t> received);

// What a metadata record says, read back.
struct Told {
  std::string purpose, via, hops;
  std::string origin;  // of robots.txt: whose rules they are; of sitemaps: the host
  bool seed = false;
  Duration took = 0;
  std::optional<Turned> turned;
  std::optional<NoAnswer> none;
  std::optional<std::uint64_t> received;
};
Told read_metadata(std::string_view body);

}  // namespace asof::crawl
