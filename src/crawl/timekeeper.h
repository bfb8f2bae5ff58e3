// Timekeeper: the clock a crawl lives by, and how it lets time pass.
//
// A crawl of a living site uses the system's. A crawl of a recorded one takes its time from the
// origin that serves it: where that clock stands still until told, the crawl moves it exactly where
// it would have waited, so that ten hours pass in seconds with the same decisions.
//
// One thread moves it; any may ask for the time.
#pragma once

#include <cstdint>
#include <functional>
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
  // Seconds by which the machine's clock has been set since the beginning, later times positive.
  virtual double set_by() const { return 0; }
};

// What the machine's clock says, and the milliseconds since it was started, asleep or awake.
struct MachineTime {
  std::function<Instant()> wall;
  std::function<std::int64_t()> running;
};
MachineTime machine_time();

// The machine's clock as it stood at the beginning, and from then on the time that passes: whoever
// sets the clock while a crawl runs must not turn the order of its visits around.
std::unique_ptr<Timekeeper> system_time(MachineTime machine = machine_time());
// "set back by 3600 s while the crawl ran"; empty where it was not, or hardly.
std::string describe_setting(double seconds);
// The clock of 'asof lab origin'. Errc::Invalid where there is none at that URL.
Result<std::unique_ptr<Timekeeper>> time_from(const std::string& url);

}  // namespace asof::crawl
