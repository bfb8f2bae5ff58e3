#include "schedule/watch_plan.h"

#include <gtest/gtest.h>

#include <set>

#include "schedule/registry.h"

namespace asof::schedule {
namespace {

constexpr Duration kAnHour = 3600;

Strategies two_sites(const char* name) {
  Strategies strategies;
  for (int site = 0; site < 2; ++site) {
    strategies.push_back(make_strategy(name).value());
    strategies.back()->expect(
        {.start = 0, .period = kAnHour, .per_period = 3, .until = 100 * kAnHour});
    for (PageId id = 0; id < 10; ++id) strategies.back()->learn({.id = id});
  }
  return strategies;
}

TEST(PlanWatch, IsWhatTheWatchThenDoesAndChangesNothing) {
  const Strategies strategies = two_sites("site-clock");
  const PeriodAllocator allocator({.start = 0, .period = kAnHour, .per_period = 3}, &strategies);
  const auto plan = plan_watch(strategies, allocator, 0, 5 * kAnHour);
  ASSERT_EQ(plan.size(), 15u);
  EXPECT_EQ(plan.front().at, kAnHour);
  EXPECT_EQ(plan.back().at, 5 * kAnHour);
  std::set<std::pair<SiteId, PageId>> pages;
  for (const PlannedVisit& each : plan) pages.insert({each.site, each.visit.page});
  EXPECT_EQ(pages.size(), 15u) << "pages that nobody knows are visited one after the other";
  EXPECT_TRUE(plan.front().why.starts_with("Never visited, known for 60 minutes;"))
      << plan.front().why;
  PeriodAllocator budget({.start = 0, .period = kAnHour, .per_period = 3}, &strategies);
  for (int i = 0; i < 3; ++i) {
    const Turn polite[] = {{.site = 0, .now = kAnHour}, {.site = 1, .now = kAnHour}};
    const auto turn = budget.grant(polite, kAnHour);
    ASSERT_TRUE(turn);
    const auto visit = strategies[turn->site]->next(*turn);
    budget.spent(*turn);
    EXPECT_EQ(turn->site, plan[static_cast<std::size_t>(i)].site);
    EXPECT_EQ(visit->page, plan[static_cast<std::size_t>(i)].visit.page);
  }
}

TEST(PlanWatch, CountsWhatThePeriodHasSpent) {
  const Strategies strategies = two_sites("relevance");
  PeriodAllocator allocator({.start = 0, .period = kAnHour, .per_period = 6, .spread = true},
                            &strategies);
  allocator.spent({.site = 0, .now = kAnHour});
  const auto plan = plan_watch(strategies, allocator, kAnHour, 2 * kAnHour - 1);
  ASSERT_EQ(plan.size(), 5u);
  EXPECT_EQ(plan.front().at, kAnHour + 600);
  EXPECT_EQ(plan.front().why, "next in the round, most important first");
}

}  // namespace
}  // namespace asof::schedule
