// What plans share that visit the hottest pages often and the others twice around the middle.
#pragma once

#include <span>

#include "schedule/capture_internal.h"
#include "schedule/free_slots.h"

namespace asof::schedule {

struct PlanScores {
  double blur = 0;
  double sharp = 0;  // pages expected to be the same before and behind the middle
};

// Of a plan whose slots hold indexes of `rates`, every one at least once. The observation is the
// capture.
PlanScores score_plan(std::span<const PageId> slots, std::span<const double> rates, Duration delay);

// Spreads the visits of the `often` hottest pages evenly over the slots, which are empty, and
// leaves two slots free for each other page, as many before the middle as behind it, but for one.
// Pages are ranks, 0 the hottest.
void place_often(std::span<const double> rates, std::size_t often, std::span<PageId> slots,
                 FreeSlots& free);

}  // namespace asof::schedule
