// SHARC sections 4 and 7: one visit to each page, or two, with every page known beforehand.
//
// sharc-offline (Theorem 4.5, Algorithm 1 with its permutation the right way round): penalties of
// slots grow with their distance from the middle of the observation, so the hottest page takes the
// nearest slot, the next hottest the next nearest. Optimal for one visit to each page.
// sharc-revisits (Definition 7.3): the same order twice. Within 5e-7 of the optimum for a thousand
// pages (bounds.h).
// sharc-threshold (Definition 7.7, corrected): visit and revisit lie around the middle like the
// steps of a pyramid, the hottest page that still has hope on the shortest; pages that change in
// their interval with a chance of tau or more are hopeless and end up outermost.
//
// All cost one sort. sharc_plans_test.cc has the paper's examples and tries all permutations.
#include <algorithm>
#include <cmath>

#include "schedule/capture_internal.h"

namespace asof::schedule {
namespace {

// Puts the coldest page into the slot that is farthest from `middle`, and so on inwards.
std::vector<PageId> pipe_around(double middle, std::span<const Known> coldest_first) {
  std::vector<PageId> slots(coldest_first.size());
  std::size_t low = 0;
  std::size_t high = slots.size() - 1;
  for (const Known& page : coldest_first) {
    if (middle - static_cast<double>(low) >= static_cast<double>(high) - middle)
      slots[low++] = page.id;
    else
      slots[high--] = page.id;
  }
  return slots;
}

}  // namespace

Plan plan_sharc_offline(std::vector<Known> pages, const Occasion& occasion, const Tuning&) {
  sort_coldest_first(pages);
  const Outlook& outlook = occasion.outlook;
  Plan plan{.first = first_slot(occasion, pages.size()),
            .step = outlook.delay,
            .why = "nearer to the middle the hotter"};
  double middle = static_cast<double>(pages.size() - 1) / 2;
  if (outlook.observe_from && outlook.observe_until && outlook.delay > 0)
    middle = ((*outlook.observe_from + *outlook.observe_until) / 2 - plan.first) / outlook.delay;
  plan.slots = pipe_around(middle, pages);
  return plan;
}

Plan plan_sharc_revisits(std::vector<Known> pages, const Occasion& occasion, const Tuning&) {
  sort_coldest_first(pages);
  Plan plan{.first = first_slot(occasion, pages.size() * 2),
            .step = occasion.outlook.delay,
            .again = Purpose::Revisit,
            .why = "nearer to the middle of its half the hotter"};
  plan.slots = pipe_around(static_cast<double>(pages.size() - 1) / 2, pages);
  plan.slots.resize(pages.size() * 2);
  std::copy_n(plan.slots.begin(), pages.size(),
              plan.slots.begin() + static_cast<std::ptrdiff_t>(pages.size()));
  return plan;
}

Plan plan_sharc_threshold(std::vector<Known> pages, const Occasion& occasion,
                          const Tuning& tuning) {
  sort_coldest_first(pages);
  Plan plan{.first = first_slot(occasion, pages.size() * 2),
            .step = occasion.outlook.delay,
            .again = Purpose::Revisit,
            .why = "pyramid around the middle"};
  const std::size_t n = pages.size();
  plan.slots.resize(n * 2);
  const auto put = [&](std::size_t step, PageId page) {
    plan.slots[n - 1 - step] = plan.slots[n + step] = page;
  };
  std::size_t promising = 0;
  std::vector<PageId> hopeless;  // hottest first
  for (auto page = pages.rbegin(); page != pages.rend(); ++page) {
    const double length = static_cast<double>(2 * promising + 1) * occasion.outlook.delay;
    if (-std::expm1(-page->rate * length) < tuning.tau)
      put(promising++, page->id);
    else
      hopeless.push_back(page->id);
  }
  for (std::size_t i = 0; i < hopeless.size(); ++i) put(n - 1 - i, hopeless[i]);
  return plan;
}

}  // namespace asof::schedule
