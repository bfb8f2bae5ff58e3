// The clock of an origin: virtual time that runs with the wall clock, faster, or stands still until
// told. Safe to use from several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>

#include "base/axis.h"
#include "base/result.h"

namespace asof::lab {

class OriginClock final {
 public:
  // A history's first and last time, when the clock starts, and how many virtual seconds pass in a
  // second; 0: it stands still.
  OriginClock(Time from, Time until, Time start, double speed);

  Time now() const;
  // Moves a clock that stands on to `to`, never back: a time that has passed changes nothing.
  // Errc::Invalid where it runs by itself.
  Result<void> advance(Time to);
  // Begins another experiment at `at`, earlier or later than now. Errc::Invalid where the clock
  // runs by itself, or `at` lies outside of the history.
  Result<void> restart(Time at);

  // {"now":..,"speed":..,"from":..,"until":..}, in seconds since 1970.
  std::string json() const;

 private:
  const Time from_;
  const Time until_;
  const Time start_;
  const double speed_;
  const std::chrono::steady_clock::time_point started_;
  std::atomic<Time> standing_;
};

// "real", "x60" and "lockstep" as speeds: 1, 60 and 0. Errc::Invalid for anything else.
Result<double> parse_speed(std::string_view text);

}  // namespace asof::lab
