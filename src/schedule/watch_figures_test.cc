// The published comparison at a smaller size: 200 pages, two days, two histories.
#include <gtest/gtest.h>

#include "schedule/watch_test_world.h"

namespace asof::schedule {
namespace {

using testing::Watch;

struct Figures {
  double bound = 0;
  double expected = 0;
  double realised = 0;
};

Figures measure(std::string_view name, bool global, bool learned) {
  Figures figures;
  constexpr int kHistories = 2;
  for (std::uint64_t seed = 0; seed < kHistories; ++seed) {
    const auto world = testing::make_world(200, Rng(100 + seed));
    const auto changes = testing::draw(world, 48, Rng(200 + seed));
    Watch options{.hours = 48, .per_period = 40};
    options.tuning.global = global;
    const auto believed = learned ? testing::monitored(world, 7, Rng(300 + seed)) : world;
    const auto problem = testing::problem_of(world, options);
    const auto visits = testing::watch(name, believed, changes, options);
    const auto got = testing::completeness(world, changes, visits);
    if (!learned && name == "lagrange") figures.bound += find_prices(problem).bound / kHistories;
    figures.expected += expected_value(problem, visits) / kHistories;
    figures.realised += (global ? got.global : got.per_page) / kHistories;
  }
  return figures;
}

TEST(WatchFigures, LagrangeIsWithinTwoPercentOfItsBoundInBothReadings) {
  for (const bool global : {false, true}) {
    const Figures lagrange = measure("lagrange", global, false);
    EXPECT_LE(lagrange.expected, lagrange.bound * (1 + 1e-9));
    EXPECT_GE(lagrange.expected, lagrange.bound * 0.98);
  }
}

TEST(WatchFigures, OursAreAheadOfTheUrgencyOfThePaperWithKnownPatterns) {
  const Figures paper = measure("importance-pattern", false, false);
  const Figures fair = measure("importance-pattern-fair", false, false);
  const Figures index = measure("loss-index", false, false);
  const Figures lagrange = measure("lagrange", false, false);
  EXPECT_GE(lagrange.realised, 1.15 * paper.realised);
  EXPECT_GE(lagrange.realised, 1.03 * fair.realised);
  EXPECT_GE(index.realised, 1.10 * paper.realised);
  EXPECT_GE(lagrange.realised, index.realised);
  EXPECT_GE(measure("margin-index", false, false).realised, 1.01 * index.realised);
  EXPECT_GT(measure("loss-index", true, false).realised,
            measure("importance-pattern", true, false).realised);
}

TEST(WatchFigures, OursStayAheadWithPatternsLearnedInAWeek) {
  const Figures paper = measure("importance-pattern", false, true);
  const Figures fair = measure("importance-pattern-fair", false, true);
  const Figures index = measure("loss-index", false, true);
  const Figures lagrange = measure("lagrange", false, true);
  RecordProperty("lead_over_paper", std::to_string(lagrange.realised / paper.realised - 1));
  RecordProperty("lead_over_fair", std::to_string(lagrange.realised / fair.realised - 1));
  EXPECT_GE(lagrange.realised, 1.10 * paper.realised);
  EXPECT_GT(lagrange.realised, fair.realised);
  EXPECT_GE(index.realised, 1.08 * paper.realised);
  EXPECT_GE(measure("margin-index", false, true).realised, 0.98 * lagrange.realised);
}

}  // namespace
}  // namespace asof::schedule
