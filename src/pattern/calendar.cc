#include "pattern/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "base/time.h"

namespace asof::pattern {
namespace {

std::optional<Day> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto at = parse_iso8601(text);
  if (!at) return std::nullopt;
  return static_cast<Day>(std::floor(on_axis(*at) / kSecondsPerDay));
}

}  // namespace

std::string_view name_of(DayClass day) {
  constexpr std::array<std::string_view, kDayClasses> kNames = {"weekday", "Saturday", "Sunday",
                                                                "holiday"};
  return kNames[static_cast<std::size_t>(day)];
}

Result<std::vector<Day>> parse_holidays(std::string_view text, std::string_view file) {
  std::vector<Day> days;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const auto day = parse_day(line);
    if (!day)
      return Error{Errc::Invalid,
                   fmt::format("{}:{}: '{}' is not a date; write dates as 2026-12-25", file, number,
                               line.substr(0, 40))};
    days.push_back(*day);
  }
  std::ranges::sort(days);
  days.erase(std::unique(days.begin(), days.end()), days.end());
  return days;
}

Calendar::Calendar(TimeZone zone, std::vector<Day> holidays)
    : zone_(std::move(zone)), holidays_(std::move(holidays)) {
  std::ranges::sort(holidays_);
}

Day Calendar::day_at(Time at) const {
  return static_cast<Day>(std::floor(local(at) / kSecondsPerDay));
}

DayClass Calendar::class_of(Day day) const {
  if (std::ranges::binary_search(holidays_, day)) return DayClass::Holiday;
  const unsigned weekday = weekday_of(day);
  if (weekday < 5) return DayClass::Weekday;
  return weekday == 5 ? DayClass::Saturday : DayClass::Sunday;
}

const Calendar& utc_calendar() {
  static const Calendar utc;
  return utc;
}

unsigned weekday_of(Day day) { return static_cast<unsigned>(((day + 3) % 7 + 7) % 7); }

unsigned day_of_month(Day day) {
  const std::chrono::sys_days at{std::chrono::days(day)};
  return static_cast<unsigned>(std::chrono::year_month_day(at).day());
}

}  // namespace asof::pattern
