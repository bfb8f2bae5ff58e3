// Places the visits of many pages into slots so that each page's are as evenly spread as can be.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "schedule/capture_internal.h"
#include "schedule/free_slots.h"

namespace asof::schedule {

// Slots and the observation, in units of slots: slot k is at k.
struct Stage {
  std::size_t slots = 0;
  double from = 0;
  double until = 0;
};

// The slots of a plan of `downloads` requests. Where the observation is given and longer than they
// take, there are more slots than requests, the whole observation long.
struct Grid {
  Time first = 0;
  Duration step = 1;
  Stage stage;
};
Grid make_grid(const Occasion& occasion, std::uint64_t downloads);

// A plan's slots for pages in the order given, the hottest first, and how often each is visited.
// Takes what it uses from `free` and writes it to `plan`.
//
// Evenly spread means at from + (2j - 1) T / 2m. For each page the shift of all its visits that
// costs least is searched among those that bring one of its visits to a free slot, nearest first; a
// shift by d costs d^2 for certain, so the search ends where that alone is more than the best
// found. O(visits log n), with at most 50 tries for each page.
void place_visits(std::span<const Known> hottest_first, std::span<const std::uint32_t> visits,
                  const Stage& stage, FreeSlots& free, std::span<PageId> plan);

}  // namespace asof::schedule
