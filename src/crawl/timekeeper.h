// Timekeeper: the clock a crawl lives by, and how it lets time pass.
//
// A crawl of a living site uses the system's. A crawl of a recorded one takes its time from the
// origin that serves it: where that clock stands still until told, the crawl moves it exactly where
// it would have waited, so that ten hours pass in seconds with the same decisions.
//
// One thread moves it; any may ask for the time.
#pragma once

#include <memory>
#include <string>

#include "base/axis.h"
#include "base/result.h"
#include "base/time.h"

namespace asof::crawl {

class Timekeeper : public Clock {
 public:
  // Real seconds that pass while this clock counts one; 0 where it stands still until moved.
  virtual double real_seconds() const = 0;
  // Moves a clock that stands still; never back.
  virtual Result<void> move_to(Instant at) = 0;
};

std::unique_ptr<Timekeeper> system_time();
// The clock of 'asof lab origin'. Errc::Invalid where there is none at that URL.
Result<std::unique_ptr<Timekeeper>> time_from(const std::string& url);

}  // namespace asof::crawl
