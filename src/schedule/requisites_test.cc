#include "schedule/requisites.h"

#include <gtest/gtest.h>

#include "schedule/dry_run.h"
#include "schedule/registry.h"

namespace asof::schedule {
namespace {

// Entry 0 links to pages 1 and 2; both need style sheet 3, page 2 also image 4.
std::vector<std::vector<Page>> children() {
  return {{{.id = 1, .parent = 0}, {.id = 2, .parent = 0}},
          {{.id = 3, .parent = 1, .requisite = true}},
          {{.id = 4, .parent = 2, .requisite = true}}};
}

std::vector<PageId> order_of(const std::string& name) {
  auto strategy = with_requisites(make_strategy(name).value());
  strategy->expect({});
  strategy->learn({.id = 0});
  EveryAllocator allocator;
  DryRunOptions options;
  options.children = children();
  std::vector<PageId> order;
  for (const Planned& planned : dry_run(std::move(strategy), allocator, options))
    order.push_back(planned.visit.page);
  return order;
}

TEST(Requisites, ComeRightAfterThePageThatNeedsThem) {
  EXPECT_EQ(order_of("breadth-first"), (std::vector<PageId>{0, 1, 3, 2, 4}));
}

TEST(Requisites, AreFetchedOnceAndRevisitedAsPages) {
  EXPECT_EQ(order_of("breadth-first+revisit"), (std::vector<PageId>{0, 1, 3, 2, 4, 0, 1, 2, 3, 4}));
}

TEST(Requisites, ChangeNothingWhereThereAreNone) {
  for (const Row& row : strategies()) {
    if ((row.needs & ~(kRates | kSize | kLinks)) != 0) continue;
    std::vector<PageId> plain;
    std::vector<PageId> wrapped;
    for (auto* order : {&plain, &wrapped}) {
      auto strategy = make_strategy(row.name).value();
      if (order == &wrapped) strategy = with_requisites(std::move(strategy));
      strategy->expect({.pages = 6});
      for (PageId id = 0; id < 6; ++id)
        strategy->learn({.id = id, .rate = 1.0 + static_cast<double>(id * 7 % 5)});
      EveryAllocator allocator;
      for (const Planned& planned : dry_run(std::move(strategy), allocator, {}))
        order->push_back(planned.visit.page);
    }
    EXPECT_EQ(plain, wrapped) << row.name;
  }
}

}  // namespace
}  // namespace asof::schedule
