#include "watch/capture_times.h"

#include <algorithm>
#include <cmath>

namespace asof::watch {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 24 * kHour;
constexpr double kWeek = 7 * kDay;
constexpr double kAtNight = 3 * kHour;
// 1970-01-01 was a Thursday; weeks of the profile begin on Mondays.
constexpr double kMonday = 4 * kDay;

// The first time from `due` on that lies `offset` behind a beginning of the cycle.
double next_in_cycle(double due, double cycle, double offset) {
  return std::ceil((due - offset) / cycle) * cycle + offset;
}

}  // namespace

Time next_capture(const SiteCapture& site, Time due, const std::optional<pattern::WeekSpan>& rest,
                  const TimeZone& zone) {
  const double ahead = zone.offset_at(due);
  const double local = due + ahead;
  const double at = !site.time_of_day && rest
                        ? next_in_cycle(local, kWeek, kMonday + rest->from * kHour)
                        : next_in_cycle(local, kDay, site.time_of_day.value_or(kAtNight));
  // Clocks may be changed in between.
  return std::max(due, at - zone.offset_at(at - ahead));
}

}  // namespace asof::watch
