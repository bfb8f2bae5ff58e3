// Beside every expectation of a schedule stands what nobody can better.
#include <gtest/gtest.h>

#include <string_view>

#include "lab/world.h"

namespace asof::lab {
namespace {

constexpr std::string_view kWorld = R"({"pages":[
{"name":"a","importance":2,"collection":"x","pattern":{"rates":[0.9,0.1,0.5]},"history":[]},
{"name":"b","collection":"x","pattern":{"rates":[0.1,0.1,0.1]},"history":[]},
{"name":"c","collection":"y","pattern":{"rates":[2,0,0]},"history":[]},
{"name":"d","collection":"y","pattern":{"rates":[0.3,0.2,0]},"history":[]}],"cycle":3})";

TEST(ScheduleBounds, StandBesideEveryWatchingStrategy) {
  const World world = parse_world(std::string(kWorld)).value();
  int watching = 0;
  for (const schedule::Row& row : schedule::strategies()) {
    if ((row.needs & schedule::kPeriods) == 0) continue;
    ++watching;
    const auto made = make_schedule(world, {.strategy = std::string(row.name),
                                            .delay = 0.5,
                                            .start = 0,
                                            .per_period = 1,
                                            .periods = 6});
    ASSERT_TRUE(made) << made.error().what;
    ASSERT_TRUE(made->completeness && made->global_completeness) << row.name;
    const bool collections = (row.needs & schedule::kCollections) != 0;
    for (const Expectation& expected : {*made->completeness, *made->global_completeness}) {
      EXPECT_GT(expected.value, 0) << row.name;
      EXPECT_LE(expected.value, expected.bound.value_or(1) + 1e-9) << row.name;
      EXPECT_EQ(expected.bound.has_value(), !collections) << row.name;
      EXPECT_EQ(expected.unbounded.empty(), !collections) << row.name;
    }
    ASSERT_TRUE(made->blur.bound && made->sharp.bound) << row.name;
    EXPECT_GE(made->blur.value, *made->blur.bound - 1e-9) << row.name;
    EXPECT_LE(made->sharp.value, *made->sharp.bound + 1e-9) << row.name;
    for (const ScheduledVisit& visit : made->visits) EXPECT_LE(visit.at, 6) << row.name;
  }
  EXPECT_GT(watching, 15);
}

TEST(ScheduleBounds, APageNeverVisitedCountsAsVisitedLast) {
  const World world = parse_world(R"({"pages":[{"name":"a","pattern":{"rates":[1]}},
                               {"name":"b","importance":0.001,"pattern":{"rates":[0.001]}}],"cycle":1})")
                          .value();
  const auto made =
      make_schedule(world, {.strategy = "importance-pattern", .per_period = 1, .periods = 3});
  ASSERT_TRUE(made);
  ASSERT_EQ(made->unvisited, 1u);
  // Observed from 1 to 3: a at 1, 2 and 3 has 1/4; b as if at 3 has a distance of 1 on average.
  EXPECT_NEAR(made->blur.value, 0.25 + 0.001, 1e-12);
  ASSERT_TRUE(made->blur.bound);
  EXPECT_LE(*made->blur.bound, made->blur.value);
}

TEST(ScheduleBounds, OfSharpPagesHoldForAnyObservation) {
  const auto world = world_of_rates("0.01,0.02,0.05,0.2").value();
  for (const auto& [from, until] : {std::pair{0.0, 7.0}, {-3.0, 30.0}, {2.0, 5.0}}) {
    const auto made = make_schedule(
        world, {.strategy = "sharc-threshold", .observe_from = from, .observe_until = until});
    ASSERT_TRUE(made);
    ASSERT_TRUE(made->sharp.bound);
    EXPECT_GT(made->sharp.value, 3);
    EXPECT_LE(made->sharp.value, *made->sharp.bound + 1e-9);
  }
}

}  // namespace
}  // namespace asof::lab
