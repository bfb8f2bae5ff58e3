#include "series/site_week.h"

#include <algorithm>
#include <cmath>

namespace asof::series {
namespace {

constexpr double kHourSeconds = 3600, kDaySeconds = 86400, kWeek = 7 * kDaySeconds;

// A place in the week: hours 0 to 167, or 168 to 191 for those of a holiday.
constexpr std::size_t kPlaces = 192, kHoliday = 168;
using Places = std::array<double, kPlaces>;

const pattern::Calendar& calendar_of(const pattern::PagePattern& page) {
  static const pattern::Calendar kUtc;
  return page.calendar ? *page.calendar : kUtc;
}

// Adds how many hours of [from, to) lie in each place. Of a long stretch without holidays, whole
// weeks are alike; of a very long one, holidays are taken for days like others.
void add_hours(const pattern::Calendar& calendar, Time from, Time to, Places& hours) {
  const double longest = (calendar.holidays().empty() ? 1 : 60) * kWeek;
  if (to - from > longest) {
    const double weeks = std::floor((to - from) / kWeek);
    for (std::size_t hour = 0; hour < kHoliday; ++hour) hours[hour] += weeks;
    from += weeks * kWeek;
  }
  while (from < to) {
    const Time local = calendar.local(from);
    const double length = std::min(to - from, kHourSeconds - std::fmod(local, kHourSeconds));
    const pattern::Day day = calendar.day_at(from);
    const auto hour = static_cast<std::size_t>(
        std::floor((local - static_cast<double>(day) * kDaySeconds) / kHourSeconds));
    const bool holiday = calendar.class_of(day) == pattern::DayClass::Holiday;
    const std::size_t place =
        (holiday ? kHoliday : pattern::weekday_of(day) * 24) + std::min<std::size_t>(hour, 23);
    // A stretch shorter than the clock's grain still ends.
    hours[place] += length / kHourSeconds;
    from += std::max(length, 1e-3);
  }
}

}  // namespace

void SiteWeek::add(const pattern::VisitLog& log, const pattern::PagePattern& page, double weight) {
  if (!(log.until() > log.from())) return;
  const pattern::Calendar& calendar = calendar_of(page);
  Places watched{};
  add_hours(calendar, log.from(), log.until(), watched);
  for (std::size_t i = 0; i < kHoliday; ++i) watched_[i] += weight * watched[i];
  for (std::size_t i = 0; i < 24; ++i) holiday_watched_[i] += weight * watched[kHoliday + i];
  if (log.kept() == 0) return;
  const pattern::WeekProfile own = pattern::profile_of(page);
  // A log that has forgotten its oldest changes stands for all it has found.
  const double all = static_cast<double>(log.changes()) / static_cast<double>(log.kept());
  for (std::size_t i = 0; i < log.kept(); ++i) {
    const auto found = log.found(i);
    Places share{};
    const Time from = found.dated ? found.from : std::min(found.from, found.to - 1e-3);
    add_hours(calendar, from, found.dated ? from + 1e-3 : found.to, share);
    double sum = 0;
    for (std::size_t place = 0; place < kPlaces; ++place) {
      if (share[place] == 0) continue;
      share[place] *=
          1e-12 + (place < kHoliday ? own.weight[place] : own.holiday[place - kHoliday]);
      sum += share[place];
    }
    for (std::size_t place = 0; place < kPlaces; ++place) {
      if (share[place] == 0) continue;
      double& into = place < kHoliday ? found_[place] : holiday_found_[place - kHoliday];
      into += weight * all * found.importance * share[place] / sum;
    }
  }
}

WeekDetail believed_detail(std::span<const pattern::CycleResult, pattern::kCycles> cycles,
                           double level) {
  const auto believed = [&](pattern::Cycle cycle) {
    return cycles[static_cast<std::size_t>(cycle)].p < level;
  };
  const bool by_class = believed(pattern::Cycle::ByClass);
  return {.hours = believed(pattern::Cycle::Daily),
          .days = believed(pattern::Cycle::Weekly) && !by_class ? WeekDetail::Days::Each
                  : by_class                                    ? WeekDetail::Days::ByClass
                                                                : WeekDetail::Days::Alike};
}

pattern::WeekProfile SiteWeek::profile(const WeekDetail& detail) const {
  const auto alike = [&](std::size_t hour) {
    const std::size_t day = hour / 24;
    const std::size_t days = detail.days == WeekDetail::Days::Each               ? day
                             : detail.days == WeekDetail::Days::Alike || day < 5 ? 0
                                                                                 : day;
    return days * 24 + (detail.hours ? hour % 24 : 0);
  };
  Week found{}, watched{};
  for (std::size_t hour = 0; hour < kHoliday; ++hour) {
    found[alike(hour)] += found_[hour];
    watched[alike(hour)] += watched_[hour];
  }
  pattern::WeekProfile week;
  for (std::size_t hour = 0; hour < kHoliday; ++hour) {
    const std::size_t place = alike(hour);
    week.weight[hour] = watched[place] > 0 ? found[place] / watched[place] : 0;
  }
  for (std::size_t i = 0; i < 24; ++i)
    week.holiday[i] = holiday_watched_[i] > 0 ? holiday_found_[i] / holiday_watched_[i] : 0;
  return week;
}

}  // namespace asof::series
