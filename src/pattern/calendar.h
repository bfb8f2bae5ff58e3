// Calendar: the local time of a site and the kind of each of its days.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/axis.h"
#include "base/result.h"
#include "base/time_zone.h"

namespace asof::pattern {

enum class DayClass : std::uint8_t { Weekday, Saturday, Sunday, Holiday };
inline constexpr std::size_t kDayClasses = 4;
std::string_view name_of(DayClass day);  // "weekday"

inline constexpr double kSecondsPerHour = 3600;
inline constexpr double kSecondsPerDay = 86400;

// A day of the calendar, by its number: 0 is 1970-01-01, a Thursday.
using Day = std::int64_t;

// Days as a file lists them: an ISO date ("2026-12-25") on each line; what follows '#' is a
// comment, empty lines are skipped. Sorted, without repeats. Errc::Invalid names the file and line:
// "holidays.txt:3: '2026-02-30' is not a date; write dates as 2026-12-25".
Result<std::vector<Day>> parse_holidays(std::string_view text, std::string_view file);

class Calendar final {
 public:
  Calendar() = default;  // UTC, without holidays
  explicit Calendar(TimeZone zone, std::vector<Day> holidays = {});

  const TimeZone& zone() const { return zone_; }
  const std::vector<Day>& holidays() const { return holidays_; }

  // Where the local clock stands, as a place on the axis: local(at) / 86400 counts local days.
  Time local(Time at) const { return at + zone_.offset_at(at); }
  Day day_at(Time at) const;
  // A holiday is one whatever weekday it falls on.
  DayClass class_of(Day day) const;

 private:
  TimeZone zone_;
  std::vector<Day> holidays_;
};

// UTC without holidays: what is used where no calendar is given.
const Calendar& utc_calendar();

// 0 is Monday.
unsigned weekday_of(Day day);
// 1 to 31.
unsigned day_of_month(Day day);

}  // namespace asof::pattern
