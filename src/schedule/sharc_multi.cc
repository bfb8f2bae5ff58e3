// sharc-multi: as many visits to each page as it deserves (visit_counts.h), evenly spread
// (placement.h). SHARC's conclusion names strategies with multiple revisits under a budget as open.
//
// Guarantee: no schedule of as many requests has an expected blur below T / 4 * sum(rate / visits)
// (bounds.h); on SHARC's synthetic site this one is within a percent of it. With no extra visit it
// is sharc-offline. Planning costs O((n + extra) log n); sharc_multi_test.cc tries all schedules of
// tiny sites.
#include <algorithm>
#include <cmath>

#include "schedule/capture_internal.h"
#include "schedule/placement.h"
#include "schedule/visit_counts.h"

namespace asof::schedule {
namespace {

// Where the observation is longer than the requests take, slots for these many times more.
constexpr double kRoom = 8;

}  // namespace

Grid make_grid(const Occasion& occasion, std::uint64_t downloads) {
  const Outlook& outlook = occasion.outlook;
  const auto needed = static_cast<double>(downloads);
  Grid grid{.first = first_slot(occasion, downloads), .step = outlook.delay};
  grid.stage = {.slots = downloads, .from = 0, .until = needed - 1};
  if (!outlook.observe_from || !outlook.observe_until || outlook.delay <= 0) return grid;
  const Time begin = std::max(occasion.now, *outlook.observe_from);
  const Duration room = *outlook.observe_until - begin;
  const double fitting = std::floor(room / outlook.delay * (1 + 1e-12)) + 1;
  if (fitting > needed) {
    grid.stage.slots = static_cast<std::size_t>(std::min(fitting, needed * kRoom));
    grid.first = begin;
    grid.step = room / static_cast<double>(grid.stage.slots - 1);
  }
  grid.stage.from = (*outlook.observe_from - grid.first) / grid.step;
  grid.stage.until = (*outlook.observe_until - grid.first) / grid.step;
  return grid;
}

Plan plan_sharc_multi(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning) {
  sort_coldest_first(pages);
  std::reverse(pages.begin(), pages.end());
  std::vector<double> rates;
  rates.reserve(pages.size());
  for (const Known& page : pages) rates.push_back(page.rate);
  VisitLimit limit{.most = occasion.left};
  if (tuning.extra_given) limit.extra = tuning.extra;
  const VisitCounts counts = count_visits(rates, limit);

  const Grid grid = make_grid(occasion, counts.total);
  Plan plan{.first = grid.first,
            .step = grid.step,
            .sparse = grid.stage.slots > counts.total,
            .why = "as often as the root of its rate, evenly spread"};
  plan.slots.assign(grid.stage.slots, kNoPage);
  FreeSlots free(grid.stage.slots);
  place_visits(pages, counts.visits, grid.stage, free, plan.slots);
  return plan;
}

}  // namespace asof::schedule
