// Blur: a page with m visits has at least the penalty T^2 / 4m, whatever the times, and greedy
// counts minimise the sum (visit_counts.h). Two visits: with x = v - T/4 and y = r - 3T/4 the
// penalty is T^2/8 + x^2/2 + y^2/2 + (x - y)^2/4; the k hottest pages together pay at least what
// each of the three terms costs at its own best, k distinct slots nearest to T/4, to 3T/4, and r -
// v half a slot off T/2; summation by parts makes that a bound for all rates.
//
// bounds_test.cc compares everything with trying all schedules or all permutations.
#include "schedule/bounds.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/check.h"
#include "quality/assignment.h"
#include "schedule/penalty.h"
#include "schedule/visit_counts.h"

namespace asof::schedule {
namespace {

std::vector<double> hottest_first(std::span<const double> rates) {
  std::vector<double> sorted(rates.begin(), rates.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  return sorted;
}

// The k-th smallest distance of a slot 0, 1, .. last to `place`, for k = 0, 1, ...
std::vector<double> distances(double place, std::size_t last, std::size_t count) {
  std::vector<double> all(last + 1);
  for (std::size_t slot = 0; slot <= last; ++slot)
    all[slot] = std::abs(static_cast<double>(slot) - place);
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
  all.resize(count);
  return all;
}

double sharp_without(std::span<const double> hottest, std::size_t hopeless, Duration delay) {
  double sum = 0;
  for (std::size_t i = 0; i < hottest.size(); ++i) {
    const std::size_t step = i < hopeless ? hottest.size() - 1 - i : i - hopeless;
    sum += std::exp(-hottest[i] * static_cast<double>(2 * step + 1) * delay);
  }
  return sum;
}

// The most expected sharp pages where each page has an interval of its own; both ascend. In groups
// of `group`, each as cold as its coldest page and as short as its shortest interval: all groups
// being equally large, whole groups are assigned at the optimum.
double assigned_sharp(std::span<const double> coldest, std::span<const Duration> shortest,
                      std::size_t group) {
  CHECK(coldest.size() == shortest.size());
  const std::size_t groups = (coldest.size() + group - 1) / group;
  std::vector<double> costs(groups * groups);
  for (std::size_t i = 0; i < groups; ++i)
    for (std::size_t j = 0; j < groups; ++j)
      costs[i * groups + j] = -std::exp(-coldest[i * group] * shortest[j * group]);
  const auto columns = quality::assign(costs, groups);
  double sum = 0;
  for (std::size_t i = 0; i < groups; ++i) sum -= costs[i * groups + columns[i]];
  return std::min(sum * static_cast<double>(group), static_cast<double>(coldest.size()));
}

}  // namespace

double blur_bound(std::span<const double> rates, std::uint64_t downloads, Duration delay) {
  return blur_bound_observed(rates, downloads, static_cast<double>(downloads - 1) * delay);
}

double blur_bound_observed(std::span<const double> rates, std::uint64_t downloads,
                           Duration observation) {
  CHECK(downloads >= rates.size());
  return count_visits(rates, {.extra = downloads - rates.size()}).mass * observation / 4;
}

double blur_bound_any(std::span<const double> rates, Duration delay) {
  if (rates.empty()) return 0;
  const std::uint64_t enough = rates.size() * kEnough;
  // Blur need not fall and then rise with the number of downloads: all have to be looked at. For
  // more than enough of them, by Cauchy and Schwarz, B visits have a mass of roots^2 / B or more.
  double roots = 0;
  for (const double rate : rates) roots += std::sqrt(rate);
  const auto most = static_cast<double>(enough);
  double best = roots * roots * (most - 1) / most;
  for (GreedyVisits greedy(rates); greedy.counts().total <= enough; greedy.step())
    best = std::min(best, greedy.counts().mass * static_cast<double>(greedy.counts().total - 1));
  return best * delay / 4;
}

double two_visit_bound(std::span<const double> rates, Duration delay) {
  if (rates.empty()) return 0;
  const std::size_t n = rates.size();
  const std::size_t last = 2 * n - 1;
  const auto length = static_cast<double>(last);
  const auto hottest = hottest_first(rates);
  const auto first = distances(length / 4, last, n);
  const auto second = distances(length * 3 / 4, last, n);
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k)
    sum += hottest[k] *
           (length * length / 8 + first[k] * first[k] / 2 + second[k] * second[k] / 2 + 1.0 / 16);
  return sum / length * delay;
}

double least_blur_exhaustive(std::span<const double> rates, std::uint64_t downloads) {
  CHECK(downloads >= rates.size() && downloads >= 2);
  std::vector<std::vector<Time>> visits(rates.size());
  const auto length = static_cast<double>(downloads - 1);
  double best = kNever;
  const std::function<void(std::uint64_t, std::size_t)> fill = [&](std::uint64_t slot,
                                                                   std::size_t missing) {
    if (downloads - slot < missing) return;
    if (slot == downloads) {
      double sum = 0;
      for (std::size_t i = 0; i < rates.size(); ++i)
        sum += rates[i] * penalty(visits[i], 0, length);
      best = std::min(best, sum / length);
      return;
    }
    for (auto& of_page : visits) {
      of_page.push_back(static_cast<double>(slot));
      fill(slot + 1, missing - (of_page.size() == 1 ? 1 : 0));
      of_page.pop_back();
    }
  };
  fill(0, rates.size());
  return best;
}

double best_expected_sharp(std::span<const double> rates, Duration delay) {
  std::vector<double> coldest(rates.begin(), rates.end());
  std::sort(coldest.begin(), coldest.end());
  std::vector<Duration> intervals(rates.size());
  for (std::size_t i = 0; i < intervals.size(); ++i)
    intervals[i] = static_cast<double>(2 * i + 1) * delay;
  return assigned_sharp(coldest, intervals, 1);
}

double most_expected_sharp(std::span<const double> rates, std::span<const Time> requests,
                           Time as_of, bool every_page) {
  std::vector<Duration> before, after;
  for (const Time at : requests) {
    if (at <= as_of) before.push_back(as_of - at);
    if (at >= as_of) after.push_back(at - as_of);
  }
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  const std::size_t at_once = before.size() + after.size() - requests.size();
  std::size_t most = std::min({before.size(), after.size(), rates.size()});
  if (every_page) {
    CHECK(requests.size() >= rates.size());
    // Beyond one visit of each, every further one makes at most one page more sharp; those visited
    // at the instant itself need none.
    most = std::min(most, requests.size() - rates.size() + at_once);
  }
  std::vector<double> coldest(rates.begin(), rates.end());
  std::sort(coldest.begin(), coldest.end());
  coldest.resize(most);
  before.resize(most);
  for (std::size_t i = 0; i < most; ++i) before[i] += after[i];
  return assigned_sharp(coldest, before, most / (kMostAssigned + 1) + 1);
}

SharpSweep sweep_expected_sharp(std::span<const double> rates, Duration delay) {
  const auto hottest = hottest_first(rates);
  SharpSweep best;
  const auto consider = [&](std::size_t hopeless) {
    const double sharp = sharp_without(hottest, hopeless, delay);
    if (sharp > best.sharp) best = {sharp, hopeless};
  };
  constexpr std::size_t kAll = 2000;
  if (hottest.size() <= kAll) {
    for (std::size_t k = 0; k <= hottest.size(); ++k) consider(k);
    return best;
  }
  for (std::size_t k = 0; k <= hottest.size(); k += 1 + k / 16) consider(k);
  const std::size_t around = best.hopeless;
  const std::size_t width = around / 16;
  for (std::size_t k = around - width; k <= std::min(hottest.size(), around + width);
       k += 1 + width / 32)
    consider(k);
  return best;
}

}  // namespace asof::schedule
