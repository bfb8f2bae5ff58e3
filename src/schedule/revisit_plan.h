// In which order to visit pages again: many that are still the same, without more blur than the
// order of the first visits has.
#pragma once

#include <vector>

#include "schedule/rate_beliefs.h"

namespace asof::schedule {

struct Revisited {
  PageId page = 0;
  Time last = 0;  // when it was visited
  RateShares rates{};
};

struct RevisitSlots {
  Time began = 0;  // the capture, and with it the observation
  Time first = 0;  // of the revisits; they follow each other at every step
  Duration step = 1;
};

struct RevisitScores {
  double sharp = 0;  // pages expected to be the same at their revisit
  double blur = 0;   // expected, of these pages, over the capture; it ends with the last revisit
};

// `order`: indexes of `pages`, as they are visited.
RevisitScores score(const std::vector<Revisited>& pages, const RevisitSlots& slots,
                    const std::vector<std::uint32_t>& order);

// Blur of one page that is visited at `last` and again at `again`, without the part before the
// first visit, which no revisit changes.
double blur_of(const Revisited& page, Time again, Time began, Time end);
// The same on average over revisits in any of `count` slots; the capture ends with the last.
double blur_anywhere(const Revisited& page, const RevisitSlots& slots, std::size_t count);

// Indexes of `pages` in the order of their revisits. Pages are given in the order of their visits.
// A page is worth the chance that it is still the same, less `mu` times its blur. The least mu is
// searched that has a blur of at most `limit`; where none has, whatever blurs least is taken.
// O(n log n) and at most 512 squared, whatever n: where pages are more, those of like rate and age
// share their fate.
std::vector<std::uint32_t> plan_revisits(const std::vector<Revisited>& pages,
                                         const RevisitSlots& slots, double limit);

}  // namespace asof::schedule
