// What a watch would visit next, and why, if no visit brought news: every strategy is copied, and
// nothing is told to the copies.
#pragma once

#include <string>
#include <vector>

#include "schedule/allocator.h"

namespace asof::schedule {

struct PlannedVisit {
  SiteId site = 0;
  Visit visit;
  Time at = 0;      // not before; politeness may delay it
  std::string why;  // a sentence for people
};

// In order, after `now` and until `until`; strategies and allocator are left as they are.
std::vector<PlannedVisit> plan_watch(const Strategies& strategies, const PeriodAllocator& allocator,
                                     Time now, Time until);

}  // namespace asof::schedule
