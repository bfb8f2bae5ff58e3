#include "schedule/watch_plan.h"

#include <algorithm>

namespace asof::schedule {

std::vector<PlannedVisit> plan_watch(const Strategies& strategies, const PeriodAllocator& allocator,
                                     Time now, Time until) {
  Strategies copies;
  for (const auto& strategy : strategies) copies.push_back(strategy->clone());
  PeriodAllocator budget(allocator, &copies);
  std::vector<PlannedVisit> plan;
  while (now <= until) {
    std::vector<Turn> turns;
    for (SiteId site = 0; site < copies.size(); ++site)
      if (copies[site]->wants(now) <= now) turns.push_back({.site = site, .now = now});
    while (const auto turn = budget.grant(turns, now)) {
      const auto visit = copies[turn->site]->next(*turn);
      const bool more = visit && copies[turn->site]->wants(now) <= now;
      if (visit) {
        budget.spent(*turn);
        // Of the strategy as it is, which does not know of the visit.
        std::string why = strategies[turn->site]->explain(visit->page, now);
        if (why.empty()) why = visit->why;
        plan.push_back({turn->site, *visit, now, std::move(why)});
      }
      if (!more) std::erase_if(turns, [&](const Turn& each) { return each.site == turn->site; });
    }
    now = budget.wants(now);
  }
  return plan;
}

}  // namespace asof::schedule
