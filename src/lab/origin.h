// Origin: a history served as a living web site, so that a real crawler can be graded against the
// truth. Pages change by a virtual clock, which a second port tells and, in lockstep, moves;
// docs/origin.md has the protocol.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/axis.h"
#include "base/result.h"
#include "lab/history.h"
#include "lab/origin_faults.h"

namespace asof::lab {

struct OriginOptions {
  std::string history;  // path of a WARC as read_history() wants it
  std::string listen = "127.0.0.1:0";
  double speed = 1;          // virtual seconds in a second; 0: lockstep
  std::optional<Time> from;  // when the clock starts; default: the history's start
  OriginFaults faults;
  bool keep_log = false;
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress{};
};

// Answers so far, by kind.
struct OriginCounts {
  std::uint64_t whole = 0;         // 2xx, with a body
  std::uint64_t not_modified = 0;  // 304
  std::uint64_t moved = 0;         // other 3xx
  std::uint64_t missing = 0;       // 4xx but 429
  std::uint64_t failed = 0;        // 429, 5xx, resets
  std::uint64_t conditional = 0;   // of all: how many asked If-None-Match or If-Modified-Since
  std::uint64_t clock = 0;         // on the clock's port
};

struct OriginVisit {
  Time at = 0;
  std::string target;
  int status = 0;  // 0: the connection was reset
};

class Origin final {
 public:
  // Reads the history and begins to serve it. Errors as of read_history(); Errc::Invalid also for
  // an address that is none and a start outside of the history; Errc::Busy where the port is taken.
  static Result<std::unique_ptr<Origin>> open(const OriginOptions& options);
  ~Origin();  // stops
  Origin(const Origin&) = delete;
  Origin& operator=(const Origin&) = delete;

  const std::string& url() const;        // of the entry page
  const std::string& clock_url() const;  // of the clock
  const std::string& base() const;       // "http://127.0.0.1:4321": what scheme and host became
  const History& history() const;

  // As on the clock's port; see OriginClock.
  Time now() const;
  Result<void> advance(Time to);
  Result<void> restart(Time at);

  OriginCounts counts() const;
  // What was asked since the last call; nothing without keep_log.
  std::vector<OriginVisit> take_log();

  void stop();

 private:
  struct State;
  explicit Origin(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace asof::lab
