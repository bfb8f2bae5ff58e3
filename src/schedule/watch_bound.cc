#include "schedule/watch_bound.h"

#include "base/check.h"

namespace asof::schedule {
namespace {

// What one unit of captured weight adds to the ratio, by page; empty where nothing changes.
std::vector<double> values(std::span<const Watched> pages, const Watch& watch, Ratio ratio) {
  std::vector<double> values;
  values.reserve(pages.size());
  double whole = 0;
  for (const Watched& page : pages) {
    const double all = page.course.over(watch.start, watch.end()).weight;
    const bool per_page = ratio == Ratio::PerPage;
    values.push_back(!(all > 0) ? 0 : per_page ? page.weight / all : page.weight);
    whole += !(all > 0) ? 0 : per_page ? page.weight : page.weight * all;
  }
  if (!(whole > 0)) return {};
  for (double& value : values) value /= whole;
  return values;
}

}  // namespace

double expected_completeness(std::span<const Watched> pages,
                             std::span<const std::vector<Time>> captures, const Watch& watch,
                             Ratio ratio) {
  CHECK(captures.size() == pages.size());
  const auto value = values(pages, watch, ratio);
  if (value.empty()) return 1;
  double sum = 0;
  for (std::size_t page = 0; page < pages.size(); ++page) {
    Time last = watch.start;
    for (const Time at : captures[page]) {
      sum += value[page] * pages[page].course.over(last, at).gain;
      last = at;
    }
  }
  return sum;
}

double completeness_bound(std::span<const Watched> pages, const Watch& watch, Ratio ratio,
                          const PriceOptions& options) {
  WatchProblem problem{.periods = watch.periods,
                       .per_period = watch.per_period,
                       .value = values(pages, watch, ratio),
                       .pending = std::vector<double>(pages.size(), 0)};
  if (problem.value.empty()) return 1;
  problem.steps.reserve(pages.size() * watch.periods);
  for (const Watched& page : pages)
    for (std::size_t t = 0; t < watch.periods; ++t)
      problem.steps.push_back(
          page.course.over(watch.start + static_cast<double>(t) * watch.period,
                           watch.start + static_cast<double>(t + 1) * watch.period));
  return find_prices(problem, options).bound;
}

}  // namespace asof::schedule
