#include <gtest/gtest.h>

#include "schedule/dry_run.h"
#include "schedule/registry.h"

namespace asof::schedule {
namespace {

std::vector<Planned> visits_of(const Tuning& tuning) {
  auto strategy = make_strategy("sharc-nested", tuning).value();
  strategy->expect({});
  strategy->learn({.id = 0, .rate = 5});
  EveryAllocator allocator;
  DryRunOptions options;
  options.children = {{{.id = 1, .parent = 0, .rate = 3}, {.id = 2, .parent = 0, .rate = 1}},
                      {{.id = 3, .parent = 1, .rate = 2}}};
  return dry_run(std::move(strategy), allocator, options);
}

TEST(Nested, GoesBackTheWayItCame) {
  std::vector<PageId> order;
  for (const Planned& planned : visits_of({})) order.push_back(planned.visit.page);
  EXPECT_EQ(order, (std::vector<PageId>{0, 2, 1, 3, 3, 1, 2, 0}));
}

TEST(Nested, EveryPairOfVisitsEnclosesTheTurningPoint) {
  const auto visits = visits_of({});
  const Time turn = (visits[3].at + visits[4].at) / 2;
  for (std::size_t i = 0; i < visits.size(); ++i)
    EXPECT_EQ(visits[i].at > turn, visits[i].visit.purpose == Purpose::Revisit);
}

TEST(Nested, GivesFewRevisitsToTheInnermost) {
  const auto visits = visits_of({.extra = 2, .extra_given = true});
  ASSERT_EQ(visits.size(), 6u);
  EXPECT_EQ(visits[4].visit.page, 3u);
  EXPECT_EQ(visits[5].visit.page, 1u);
}

}  // namespace
}  // namespace asof::schedule
