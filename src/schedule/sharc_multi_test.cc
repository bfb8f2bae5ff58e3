#include <gtest/gtest.h>

#include "schedule/bounds.h"
#include "support/captures.h"

namespace asof::schedule {
namespace {

using test::expected_blur;
using test::run_known;

double multi_blur(const test::Rates& rates, std::uint64_t extra) {
  const auto plan = run_known("sharc-multi", rates, {.extra = extra, .extra_given = true});
  EXPECT_EQ(plan.size(), rates.size() + extra);
  return expected_blur(rates, plan);
}

TEST(SharcMulti, MeetsTheGoldenNumbers) {
  const auto first = test::first_reading();
  EXPECT_NEAR(multi_blur(first, 10), 509.42, 5e-3);
  EXPECT_NEAR(multi_blur(first, 51), 286.96, 5e-3);  // at most 300, where sharc-offline has 1002
  EXPECT_NEAR(multi_blur(first, 102), 218.98, 5e-3);
  EXPECT_NEAR(multi_blur(first, 1025), 112.27, 5e-3);
  const auto second = test::second_reading();
  EXPECT_NEAR(multi_blur(second, 10), 201.76, 5e-3);
  EXPECT_NEAR(multi_blur(second, 51), 105.23, 5e-3);
  EXPECT_NEAR(multi_blur(second, 102), 78.25, 5e-3);
  EXPECT_NEAR(multi_blur(second, 1025), 37.9, 0.05);
}

TEST(SharcMulti, IsSharcOfflineWithoutExtraVisits) {
  Rng rng(1);
  for (std::size_t n = 2; n < 40; ++n) {
    const auto rates = test::random_rates(rng, n);
    EXPECT_NEAR(multi_blur(rates, 0), expected_blur(rates, run_known("sharc-offline", rates)),
                1e-9);
  }
}

TEST(SharcMulti, IsNearTheBestOfAllSchedules) {
  Rng rng(2);
  double worst = 1;
  double sum = 0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    const std::size_t n = 1 + rng.below(4);
    auto rates = test::random_rates(rng, n);
    rates[0] += 0.1;
    const std::uint64_t downloads = std::max<std::uint64_t>(2, n + rng.below(7 - n));
    const double best = least_blur_exhaustive(rates, downloads);
    const double ours = multi_blur(rates, downloads - n);
    EXPECT_GE(ours, best - 1e-9);
    worst = std::max(worst, ours / best);
    sum += ours / best;
  }
  EXPECT_LT(worst, 1.5);
  EXPECT_LT(sum / kRounds, 1.06);
  RecordProperty("worst", std::to_string(worst));
  RecordProperty("mean", std::to_string(sum / kRounds));
}

// Every page is captured, and more requests than are worth it are not made.
TEST(SharcMulti, LimitsItself) {
  Rng rng(3);
  for (int round = 0; round < 100; ++round) {
    const std::size_t n = 2 + rng.below(40);
    const auto rates = test::random_rates(rng, n);
    const auto plan = run_known("sharc-multi", rates);
    for (const auto& visits : test::visits_of(plan, n)) EXPECT_FALSE(visits.empty());
    const double ours = expected_blur(rates, plan);
    EXPECT_GE(ours, blur_bound_any(rates) - 1e-9);
    EXPECT_LE(ours, expected_blur(rates, run_known("sharc-offline", rates)) * 1.1 + 1e-9);
  }
}

TEST(SharcMulti, KeepsToTheBudget) {
  auto strategy = make_strategy("sharc-multi", {.extra = 100, .extra_given = true}).value();
  strategy->expect({});
  for (PageId id = 0; id < 10; ++id) strategy->learn({.id = id, .rate = 1.0 + id});
  EveryAllocator allocator(15);
  const auto plan = dry_run(std::move(strategy), allocator);
  EXPECT_EQ(plan.size(), 15u);
  for (const auto& visits : test::visits_of(plan, 10)) EXPECT_FALSE(visits.empty());
}

// With an observation of its own the visits spread over all of it.
TEST(SharcMulti, SpreadsOverAGivenObservation) {
  Rng rng(4);
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 1 + rng.below(20);
    const auto rates = test::random_rates(rng, n);
    const Time from = rng.uniform(-5, 60);
    const std::uint64_t extra = rng.below(20);
    const Time until = std::max(from, 0.0) + static_cast<double>(n + extra) + rng.uniform(0, 300);
    const auto plan = run_known("sharc-multi", rates, {.extra = extra, .extra_given = true},
                                {.observe_from = from, .observe_until = until});
    ASSERT_EQ(plan.size(), n + extra);
    for (std::size_t i = 1; i < plan.size(); ++i) EXPECT_GE(plan[i].at - plan[i - 1].at, 1 - 1e-9);
    const double ours = expected_blur(rates, test::visits_of(plan, n), from, until);
    EXPECT_GE(ours, blur_bound_observed(rates, n + extra, until - from) - 1e-9);
    // As many requests without gaps, from the start.
    const auto dense = run_known("sharc-multi", rates, {.extra = extra, .extra_given = true});
    EXPECT_LE(ours, expected_blur(rates, test::visits_of(dense, n), from, until) * 1.02 + 1e-9);
  }
}

}  // namespace
}  // namespace asof::schedule
