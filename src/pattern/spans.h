// When a page, a site or a collection is busy and when it rests: the values behind a sentence such
// as "changes most between 6 and 9 on weekdays; quiet from Saturday 20:00".
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "pattern/page_pattern.h"

namespace asof::pattern {

// The importance of changes to expect in each hour of a week of local time, Monday 0:00 first, and
// of a holiday. Of one page, or the mean of several.
struct WeekProfile {
  std::array<double, 168> weight{};
  std::array<double, 24> holiday{};
};

struct WeighedPattern {
  const PagePattern* pattern = nullptr;
  double weight = 1;  // importance of the page, > 0
};

WeekProfile profile_of(const PagePattern& page);
// Of the `eta` share of the pages with the highest weights, each page's hours weighed by it
// (TPDL section 5). The pages' calendars should have one zone; each is read in its own.
WeekProfile profile_of(std::span<const WeighedPattern> pages, double eta = 1);

// The heaviest pages, as places in `weights`: ceil(eta * n), at least one, in the order of weights.
std::vector<std::size_t> heaviest(std::span<const double> weights, double eta);

enum class Days : std::uint8_t { Every, Weekdays, Weekend, Saturday, Sunday };

// Hours of the day, 0 <= from < 24, 0 < until <= 24; from >= until wraps over midnight.
struct DaySpan {
  Days days = Days::Every;
  unsigned from = 0, until = 24;
  double share = 0;  // of all importance of the week that falls into it
  double times = 1;  // how many times the mean hour's
};
// The shortest span of at most 12 hours that holds half of what its days bring; the days are those
// that differ from the others. Nothing where every hour is within a quarter of the mean.
std::optional<DaySpan> busiest_span(const WeekProfile& week);

// Hours of the week from Monday 0:00, 0 <= from < 168; it may wrap over Sunday midnight.
struct WeekSpan {
  unsigned from = 0, hours = 0;
  double share = 0;  // of all importance of the week that falls into it
};
// The longest span in which every hour brings less than half of the mean hour, at least 3 hours;
// between equal ones the quietest. Nothing where there is none.
std::optional<WeekSpan> quiet_span(const WeekProfile& week);
// The quietest span of so many hours: when to capture a site. 0 < hours <= 168.
WeekSpan off_peak(const WeekProfile& week, unsigned hours);

// Days of the month, of a page whose kind is Monthly: the shortest run of days, wrapping, that
// holds half of its changes.
struct MonthSpan {
  unsigned from = 1, until = 31;  // both included
  double share = 0;
};
std::optional<MonthSpan> busiest_days(const PagePattern& page);

}  // namespace asof::pattern
