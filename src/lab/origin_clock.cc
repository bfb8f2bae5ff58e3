#include "lab/origin_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/json.h"

namespace asof::lab {
namespace {

constexpr Time kLast = 253402300799;  // the year 9999 ends: there are no dates beyond

}  // namespace

OriginClock::OriginClock(Time from, Time until, Time start, double speed)
    : from_(from),
      until_(until),
      start_(start),
      speed_(speed),
      started_(std::chrono::steady_clock::now()),
      standing_(start) {}

Time OriginClock::now() const {
  if (speed_ == 0) return standing_.load();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started_;
  return std::min(start_ + speed_ * passed.count(), kLast);
}

Result<void> OriginClock::advance(Time to) {
  if (speed_ != 0) return Error{Errc::Invalid, "this clock runs by itself; it is not in lockstep"};
  if (!(to <= kLast)) return Error{Errc::Invalid, "there are no dates beyond the year 9999"};
  Time before = standing_.load();
  while (before < to && !standing_.compare_exchange_weak(before, to)) {
  }
  return {};
}

Result<void> OriginClock::restart(Time at) {
  if (speed_ != 0) return Error{Errc::Invalid, "this clock runs by itself; it is not in lockstep"};
  if (!(at >= from_ && at <= until_))
    return Error{Errc::Invalid, "the history does not cover this time"};
  standing_.store(at);
  return {};
}

std::string OriginClock::json() const {
  const json::Object clock{{"now", now()}, {"speed", speed_}, {"from", from_}, {"until", until_}};
  return clock.text() + "\n";
}

Result<double> parse_speed(std::string_view text) {
  if (text == "real") return 1.0;
  if (text == "lockstep") return 0.0;
  double speed = 0;
  if (text.starts_with('x')) {
    const auto digits = text.substr(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), speed);
    if (error == std::errc() && end == digits.data() + digits.size() && speed > 0 && speed <= 1e9)
      return speed;
  }
  return Error{
      Errc::Invalid,
      fmt::format("a clock is real, lockstep, or x and how many times as fast, as x60; not "
                  "\"{}\"",
                  text)};
}

}  // namespace asof::lab
