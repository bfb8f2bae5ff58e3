// Task: one request a crawl makes, why, and what it was asked relative to; and what its metadata
// record says about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "capture/notes.h"
#include "crawl/frontier.h"
#include "schedule/strategy.h"

namespace asof::crawl {

using capture::NoAnswer;
using capture::TurnCount;

struct Task {
  enum class Kind : std::uint8_t { Visit, Audit, Robots, Sitemap };

  Kind kind = Kind::Visit;
  schedule::SiteId site = 0;  // of the frontier
  std::string url;
  PageNumber page = kNoNumber;        // of visits and audits
  schedule::Visit visit;              // of visits
  TurnCount turn;                     // of visits
  std::string origin;                 // of robots: whose rules they are
  unsigned redirects = 0;             // of robots: followed so far
  unsigned tries = 0;                 // made so far
  bool arrived = false;               // its host knows that it was answered
  Time due = -kNever;                 // not before
  std::optional<Original> asked_for;  // the content the request's validators stand for
};

std::string_view purpose_of(const Task& task);  // as in metadata records

// `received`: bytes of the answer; nothing where there was none.
capture::Notes notes_of(const Task& task, const Frontier& frontier, Duration took,
                        const std::optional<NoAnswer>& none, std::optional<std::uint64_t> received);

}  // namespace asof::crawl
