#include "lab/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace asof::lab {
namespace {

TEST(Statistics, KnowsStudentsTable) {
  constexpr std::pair<std::size_t, double> kTable[] = {
      {1, 12.7062}, {2, 4.3027},  {3, 3.1824},  {4, 2.7764},   {9, 2.2622},
      {10, 2.2281}, {30, 2.0423}, {59, 2.0010}, {199, 1.9720}, {1000, 1.9623}};
  for (const auto& [freedom, t] : kTable) EXPECT_NEAR(t_95(freedom), t, 6e-5) << freedom;
  EXPECT_NEAR(t_95(2000), t_95(2001), 1e-5);
  EXPECT_NEAR(t_95(1'000'000), 1.95996, 1e-4);
}

TEST(Statistics, OneValueSaysNothingOfItsSpread) {
  EXPECT_EQ(estimate({}).count, 0u);
  const std::vector<double> one = {3};
  EXPECT_EQ(estimate(one).mean, 3);
  EXPECT_TRUE(std::isinf(estimate(one).half));
}

TEST(Statistics, IntervalOfKnownValues) {
  const std::vector<double> values = {1, 2, 3, 4};
  const Estimate found = estimate(values);
  EXPECT_DOUBLE_EQ(found.mean, 2.5);
  EXPECT_NEAR(found.half, 3.1824 * 1.290994 / 2, 1e-4);
}

TEST(Statistics, IntervalsHoldTheTruthNineteenTimesInTwenty) {
  Rng rng(7);
  int held = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(6);
    for (double& value : values) value = 10 + rng.normal();
    const Estimate found = estimate(values);
    held += found.low() <= 10 && 10 <= found.high() ? 1 : 0;
  }
  EXPECT_NEAR(held / double{kTrials}, 0.95, 0.012);
}

TEST(Statistics, PairingRemovesWhatSeedsShare) {
  Rng rng(8);
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 20; ++i) {
    const double shared = 100 * rng.normal();
    a.push_back(shared + 1 + 0.1 * rng.normal());
    b.push_back(shared);
  }
  const Estimate difference = paired(a, b);
  EXPECT_NEAR(difference.mean, 1, 0.1);
  EXPECT_LT(difference.half, 0.1);
  EXPECT_GT(estimate(a).half, 10);
}

TEST(Statistics, IntervalsEndAtWhatIsPossible) {
  const std::vector<double> shares = {1, 1, 1, 0.8};
  const Estimate cut = estimate(shares, kShare);
  EXPECT_EQ(cut.high(), 1);
  EXPECT_EQ(cut.low(), estimate(shares).low());
  EXPECT_GT(estimate(shares).high(), 1);
  EXPECT_EQ(estimate(std::vector<double>{0, 0, 5}, kNotNegative).low(), 0);
}

}  // namespace
}  // namespace asof::lab
