// What to expect of a schedule, beside what nobody can better.
#include <algorithm>
#include <cmath>

#include "lab/schedule_internal.h"
#include "quality/blur.h"
#include "quality/sharp.h"
#include "schedule/bounds.h"

namespace asof::lab {
namespace {

// Steps of planning that a bound on completeness may take: some seconds.
constexpr std::size_t kMostSteps = 100'000'000;
constexpr std::size_t kMostCells = 4'000'000;  // pages times periods, all in memory

std::vector<double> rates_of(const World& world) {
  std::vector<double> rates;
  rates.reserve(world.pages.size());
  for (const WorldPage& page : world.pages) rates.push_back(page.rate_or_mean());
  return rates;
}

Expectation blur_of(std::span<const double> rates, std::vector<std::vector<Time>> captures,
                    quality::Interval observation) {
  if (!(observation.length() > 0)) return {.unbounded = "all visits come at one instant"};
  std::uint64_t visits = 0;
  for (auto& times : captures) {
    if (times.empty()) times.push_back(observation.to);
    visits += times.size();
  }
  return {.value = quality::expected_blur(rates, captures, observation),
          .bound = schedule::blur_bound_observed(rates, visits, observation.length())};
}

Expectation sharp_of(std::span<const double> rates, const std::vector<std::vector<Time>>& captures,
                     const std::vector<ScheduledVisit>& visits, Time middle) {
  std::vector<Time> requests;
  requests.reserve(visits.size());
  Time as_of = middle;
  for (const ScheduledVisit& visit : visits) {
    requests.push_back(visit.at);
    // A visit meant for the middle may miss it by rounding.
    if (std::fabs(visit.at - middle) <= 1e-9 * std::max(1.0, std::fabs(middle))) as_of = visit.at;
  }
  const bool every_page = std::none_of(captures.begin(), captures.end(),
                                       [](const auto& times) { return times.empty(); });
  return {.value = quality::expected_sharp(rates, captures, as_of),
          .bound = schedule::most_expected_sharp(rates, requests, as_of, every_page)};
}

Expectation completeness_of(const World& world, const schedule::Watch& watch,
                            const std::vector<std::vector<Time>>& captures, schedule::Ratio ratio,
                            bool collections) {
  std::vector<schedule::Watched> pages;
  pages.reserve(world.pages.size());
  const WorldPatterns patterns(world);
  for (std::uint32_t i = 0; i < world.pages.size(); ++i)
    pages.push_back(
        {schedule::course_of(believed(world, i), &patterns), world.pages[i].importance});
  Expectation result{.value = schedule::expected_completeness(pages, captures, watch, ratio)};
  const std::size_t cells = pages.size() * watch.periods;
  if (collections)
    result.unbounded = "pages of a collection are not visited at the ends of periods";
  else if (cells > kMostCells)
    result.unbounded = "more than 4,000,000 pages times periods";
  else
    // Whatever the prices, they bound; more rounds bring the bound nearer.
    result.bound = schedule::completeness_bound(
        pages, watch, ratio,
        {.rounds = static_cast<int>(std::min<std::size_t>(150, kMostSteps / cells))});
  return result;
}

}  // namespace

Schedule graded(const World& world, const ScheduleOptions& options,
                const std::vector<std::vector<Time>>& captures, bool collections) {
  Schedule schedule;
  for (std::uint32_t page = 0; page < captures.size(); ++page) {
    for (Time at : captures[page]) schedule.visits.push_back({page, at});
    schedule.unvisited += captures[page].empty() ? 1 : 0;
  }
  std::stable_sort(schedule.visits.begin(), schedule.visits.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  if (options.per_period > 0) {
    const schedule::Watch watch = watch_of(world, options);
    schedule.completeness =
        completeness_of(world, watch, captures, schedule::Ratio::PerPage, collections);
    schedule.global_completeness =
        completeness_of(world, watch, captures, schedule::Ratio::Global, collections);
  }
  if (schedule.visits.empty()) {
    schedule.blur.unbounded = schedule.sharp.unbounded = "there are no visits";
    return schedule;
  }
  const quality::Interval observation{options.observe_from.value_or(schedule.visits.front().at),
                                      options.observe_until.value_or(schedule.visits.back().at)};
  const auto rates = rates_of(world);
  schedule.blur = blur_of(rates, captures, observation);
  schedule.sharp = sharp_of(rates, captures, schedule.visits, observation.middle());
  return schedule;
}

}  // namespace asof::lab
