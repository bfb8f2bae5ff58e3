#include "lab/training.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"

namespace asof::lab {
namespace {

constexpr double kHour = 3600;
constexpr std::size_t kHours = 168;
constexpr double kPriorChanges = 0.5;  // of an average page, for its rate
constexpr double kPriorDays = 4;       // of the site's rhythm, for its hours

// Time 0 is a Thursday, so hours 48 to 95 of the cycle are Saturday and Sunday. 24 slots a kind of
// day.
std::size_t kind_of(std::size_t hour) {
  const std::size_t day = hour / 24;
  return (day == 2 || day == 3 ? 24 : 0) + hour % 24;
}

std::size_t hour_of(Time at) {
  const double hour = std::floor(at / kHour);
  return static_cast<std::size_t>(hour - kHours * std::floor(hour / kHours));
}

using Kinds = std::array<double, 48>;

}  // namespace

Training train(const History& history, Time from, Time until) {
  CHECK(until > from);
  Kinds exposure{};  // hours seen of each kind
  for (Time t = from; t < until; t += kHour) exposure[kind_of(hour_of(t))] += 1;

  const std::size_t n = history.pages.size();
  std::vector<Kinds> counts(n, Kinds{});
  Kinds site{};
  std::vector<double> totals(n, 0);
  double all = 0;
  for (std::uint32_t page = 0; page < n; ++page)
    for (Time at : change_times(history, page, from, until)) {
      const std::size_t kind = kind_of(hour_of(at));
      counts[page][kind] += 1;
      site[kind] += 1;
      totals[page] += 1;
      all += 1;
    }
  const double length = until - from;
  const double mean = std::max(all, 0.5) / (static_cast<double>(n) * length);

  // The site's rhythm: how much livelier each kind of hour is than the average one.
  Kinds rhythm{};
  const double usual = (all + 1) * kHour / length;  // changes an hour, of the whole site
  for (std::size_t k = 0; k < rhythm.size(); ++k)
    rhythm[k] = (site[k] + usual * kPriorDays) / ((exposure[k] + kPriorDays) * usual);

  Training training;
  for (std::size_t page = 0; page < n; ++page) {
    const double rate = (totals[page] + kPriorChanges) / (length + kPriorChanges / mean);
    training.rates.push_back(rate);
    pattern::Pattern pattern{.cycle = kHours * kHour};
    for (std::size_t hour = 0; hour < kHours; ++hour) {
      const std::size_t k = kind_of(hour);
      const double prior = rate * kHour * rhythm[k];
      pattern.rates.push_back((counts[page][k] + kPriorDays * prior) / (exposure[k] + kPriorDays));
    }
    training.patterns.push_back(std::move(pattern));
  }
  return training;
}

}  // namespace asof::lab
