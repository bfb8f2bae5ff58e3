#include <gtest/gtest.h>

#include "support/captures.h"

namespace asof::schedule {
namespace {

using test::expected_blur;
using test::expected_sharp;
using test::run_known;

// On SHARC's synthetic site one schedule is as good as each of the paper's on its own measure.
TEST(SharcUnified, BlursNoMoreThanRevisitsAndIsAsSharpAsThreshold) {
  const auto rates = test::first_reading();
  const auto ours = run_known("sharc-unified", rates);
  EXPECT_EQ(ours.size(), 2050u);
  EXPECT_LE(expected_blur(rates, ours), expected_blur(rates, run_known("sharc-revisits", rates)));
  EXPECT_GE(expected_sharp(rates, ours),
            expected_sharp(rates, run_known("sharc-threshold", rates, {.tau = 0.5})));
  EXPECT_NEAR(expected_blur(rates, ours), 971.34, 5e-3);
  EXPECT_NEAR(expected_sharp(rates, ours), 930.48, 5e-3);
}

TEST(SharcUnified, BlursNoMoreThanRevisitsOnTheOtherReading) {
  const auto rates = test::second_reading();
  const auto ours = run_known("sharc-unified", rates);
  EXPECT_LE(expected_blur(rates, ours), 501.2790);
  EXPECT_GE(expected_sharp(rates, ours), 991.0);
}

// Ten hottest pages and 51 requests more: the prototype's 930.7 and 528.
TEST(SharcUnified, TakesExtraRequests) {
  const auto rates = test::first_reading();
  const auto ours =
      run_known("sharc-unified", rates, {.extra = 1025 + 51, .extra_given = true, .hopeless = 10});
  EXPECT_EQ(ours.size(), 2101u);
  EXPECT_LE(expected_blur(rates, ours), 528);
  EXPECT_GE(expected_sharp(rates, ours), 930.2);
}

TEST(SharcUnified, VisitsEveryPageAndSpendsWhatItIsGiven) {
  Rng rng(1);
  for (int round = 0; round < 1500; ++round) {
    const std::size_t n = 1 + rng.below(12);
    const auto rates = test::random_rates(rng, n);
    Tuning tuning{.extra = rng.below(3 * n), .extra_given = rng.below(4) > 0};
    if (rng.below(3) == 0) tuning.hopeless = 1 + rng.below(n);
    const auto plan = run_known("sharc-unified", rates, tuning);
    ASSERT_EQ(plan.size(), n + (tuning.extra_given ? tuning.extra : n));
    for (const auto& visits : test::visits_of(plan, n)) EXPECT_FALSE(visits.empty());
  }
}

// With a number of pages that are visited often, the others' two visits enclose the middle and lie
// in each other, the hotter the shorter.
TEST(SharcUnified, BuildsAPyramidOfTheOthers) {
  Rng rng(2);
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 4 + rng.below(30);
    test::Rates rates(n);
    for (std::size_t i = 0; i < n; ++i) rates[i] = std::pow(static_cast<double>(i + 1), -1.5);
    const std::uint64_t often = 1 + rng.below(n / 2);
    const std::uint64_t more = 2 * rng.below(5);
    const auto plan = run_known("sharc-unified", rates,
                                {.extra = n + more, .extra_given = true, .hopeless = often});
    const auto visits = test::visits_of(plan, n);
    const double middle = plan.back().at / 2;
    for (std::size_t i = often; i < n; ++i) {
      ASSERT_EQ(visits[i].size(), 2u);
      EXPECT_LT(visits[i][0], middle);
      EXPECT_GT(visits[i][1], middle);
      if (i == often) continue;
      EXPECT_LT(visits[i][0], visits[i - 1][0]);
      EXPECT_GT(visits[i][1], visits[i - 1][1]);
    }
  }
}

}  // namespace
}  // namespace asof::schedule
