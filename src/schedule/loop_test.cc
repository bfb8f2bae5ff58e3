#include "schedule/loop.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "schedule/dry_run.h"
#include "schedule/kinetic_tournament.h"
#include "schedule/registry.h"

namespace asof::schedule {
namespace {

std::vector<Planned> run_known(std::string_view name, std::size_t pages, const Outlook& outlook,
                               Allocator& allocator, const DryRunOptions& options) {
  auto strategy = make_strategy(name).value();
  strategy->expect(outlook);
  for (PageId id = 0; id < pages; ++id) strategy->learn({.id = id});
  return dry_run(std::move(strategy), allocator, options);
}

TEST(Loop, VisitsOnePagePerDelay) {
  EveryAllocator allocator;
  const auto visits = run_known("round-robin", 4, {}, allocator, {.start = 10, .delay = 2});
  ASSERT_EQ(visits.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(visits[i].visit.page, i);
    EXPECT_EQ(visits[i].at, 10 + 2 * static_cast<double>(i));
  }
}

TEST(Loop, LearnsWhatVisitsFind) {
  auto strategy = make_strategy("round-robin").value();
  strategy->expect({});
  strategy->learn({.id = 0});
  EveryAllocator allocator;
  DryRunOptions options;
  options.children = {{{.id = 1, .parent = 0}, {.id = 2, .parent = 0}}, {{.id = 3, .parent = 1}}};
  EXPECT_EQ(dry_run(std::move(strategy), allocator, options).size(), 4u);
}

TEST(Loop, RevisitFormVisitsEverythingTwice) {
  EveryAllocator allocator;
  const auto visits = run_known("round-robin+revisit", 3, {}, allocator, {});
  ASSERT_EQ(visits.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(visits[i].visit.page, i % 3);
    EXPECT_EQ(visits[i].visit.purpose, i < 3 ? Purpose::Capture : Purpose::Revisit);
    EXPECT_EQ(visits[i].at, static_cast<double>(i));
  }
}

TEST(Loop, SpendsThePeriodsBudgetAtItsEnd) {
  PeriodAllocator allocator({.start = 0, .period = 10, .per_period = 2, .until = 30});
  const auto visits =
      run_known("round-robin", 3, {.period = 10, .per_period = 2}, allocator, {.delay = 0});
  ASSERT_EQ(visits.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(visits[i].at, 10 * static_cast<double>(i / 2 + 1));
    EXPECT_EQ(visits[i].visit.page, i % 3);
  }
}

TEST(Loop, StopsWhenTheBudgetIsSpent) {
  EveryAllocator allocator(2);
  EXPECT_EQ(run_known("round-robin", 5, {}, allocator, {}).size(), 2u);
}

TEST(Registry, SuggestsTheNearestName) {
  const auto made = make_strategy("round-robbin");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().what.find("did you mean round-robin?"), std::string::npos);
  EXPECT_EQ(make_strategy("foo").error().what.find("did you mean"), std::string::npos);
}

TEST(KineticTournament, AgreesWithAScan) {
  Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    KineticTournament tournament;
    const std::size_t n = 1 + rng.below(20);
    Time now = 0;
    for (int step = 0; step < 60; ++step) {
      now += rng.uniform(0, 1);
      const std::size_t id = rng.below(n);
      if (rng.below(4) == 0)
        tournament.remove(id, now);
      else if (rng.below(2) == 0)
        tournament.set(id, rng.uniform(-5, 5), rng.uniform(0, 3), now);
      double highest = -kNever;
      for (std::size_t i = 0; i < n; ++i)
        if (tournament.contains(i)) highest = std::max(highest, tournament.value(i, now));
      const std::size_t best = tournament.best(now);
      if (highest == -kNever)
        EXPECT_EQ(best, KineticTournament::kNobody);
      else
        ASSERT_NEAR(tournament.value(best, now), highest, 1e-9);
    }
  }
}

}  // namespace
}  // namespace asof::schedule
