#include "schedule/often_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "schedule/placement.h"
#include "schedule/visit_counts.h"

namespace asof::schedule {
namespace {

// Moves visits next to the middle across it until as many slots are free before it as behind.
void balance(std::span<PageId> slots, FreeSlots& free) {
  const std::size_t half = slots.size() / 2;  // the first slot behind the middle
  std::ptrdiff_t excess = 0;                  // of free slots before the middle
  for (std::size_t slot = 0; slot < slots.size(); ++slot)
    if (slots[slot] == kNoPage) excess += slot < half ? 1 : -1;
  const auto move = [&](std::size_t from, std::size_t to) {
    slots[to] = std::exchange(slots[from], kNoPage);
    free.take(to);
    free.give_back(from);
  };
  std::size_t low = half;   // one past the next visit to move behind the middle
  std::size_t high = half;  // the next visit to move before it
  while (excess <= -2) {
    while (slots[--low] == kNoPage) {
    }
    move(low, free.at_or_after(half));
    excess += 2;
  }
  while (excess >= 2) {
    while (slots[high] == kNoPage) ++high;
    move(high++, free.at_or_before(half - 1));
    excess -= 2;
  }
}

}  // namespace

PlanScores score_plan(std::span<const PageId> slots, std::span<const double> rates,
                      Duration delay) {
  const double length = static_cast<double>(slots.size()) - 1;
  std::vector<double> last(rates.size(), -1);
  PlanScores scores;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const PageId page = slots[slot];
    const auto at = static_cast<double>(slot);
    const double gap = at - std::max(last[page], 0.0);
    scores.blur += rates[page] * gap * gap * (last[page] < 0 ? 0.5 : 0.25);
    if (last[page] >= 0 && last[page] <= length / 2 && at > length / 2)
      scores.sharp += std::exp(-rates[page] * gap * delay);
    last[page] = at;
  }
  for (std::size_t page = 0; page < rates.size(); ++page)
    scores.blur += rates[page] * (length - last[page]) * (length - last[page]) / 2;
  scores.blur *= length > 0 ? delay / length : 0;
  return scores;
}

void place_often(std::span<const double> rates, std::size_t often, std::span<PageId> slots,
                 FreeSlots& free) {
  if (often == 0) return;
  const std::size_t total = slots.size();
  std::vector<Known> hottest(often);
  for (PageId rank = 0; rank < often; ++rank) hottest[rank] = {rates[rank], rank};
  const std::uint64_t visits = total - 2 * (rates.size() - often);
  const auto counts = count_visits(rates.first(often), {.extra = visits - often});
  place_visits(hottest, counts.visits,
               {.slots = total, .from = 0, .until = static_cast<double>(total - 1)}, free, slots);
  balance(slots, free);
}

}  // namespace asof::schedule
