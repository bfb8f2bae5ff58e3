// Rhythm: a way to cut time into slots that repeat, so that a page's changes can be counted by
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/axis.h"
#include "pattern/calendar.h"

namespace asof::pattern {

enum class Kind : std::uint8_t {
  Constant,    // one slot: at any time alike
  Daily,       // 24 hours, the same every day
  DailyByDay,  // 24 hours for each class of day: weekday, Saturday, Sunday, holiday
  Weekly,      // the week from Monday in 28 slots of six hours
  Monthly,     // the days of the month, 1 to 31
};
inline constexpr std::size_t kKinds = 5;
std::string_view name_of(Kind kind);  // "daily", "daily by class of day"

// A stretch of time inside one slot.
struct Reach {
  std::uint32_t slot = 0;
  double seconds = 0;
};

// Of local time. Where clocks change, an hour of the day is twice as long or missing.
class Rhythm final {
 public:
  // The calendar outlives it; none: UTC without holidays.
  explicit Rhythm(Kind kind, const Calendar* calendar = nullptr);

  Kind kind() const { return kind_; }
  std::size_t slots() const;
  Duration slot_length() const;  // a day where it is constant
  std::size_t slot_at(Time at) const;
  // Adds how long [from, to) lies in each slot, in no order; a slot may come more than once.
  // O(slots + days).
  void reach(Time from, Time to, std::vector<Reach>& into) const;
  // The neighbours of a slot, which are like it: around the day, the week, the month.
  std::size_t before(std::size_t slot) const;
  std::size_t after(std::size_t slot) const;

 private:
  std::size_t slot_of(Day day, std::size_t part) const;
  std::size_t ring() const;  // slots that follow each other in a circle

  Kind kind_;
  const Calendar* calendar_;
};

}  // namespace asof::pattern
