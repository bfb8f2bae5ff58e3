#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "support/captures.h"

namespace asof::schedule {
namespace {

using test::expected_blur;
using test::expected_sharp;
using test::run_known;

// Of every page twice, in one order: the mean over all orders.
double even_blur(const test::Rates& rates) {
  const auto n = static_cast<double>(rates.size());
  double places = 0;
  for (double x = 0; x < n; ++x) places += (x * x / 2 + (n - 1 - x) * (n - 1 - x) / 2) / n;
  return std::accumulate(rates.begin(), rates.end(), 0.0) * (places + n * n / 4) / (2 * n - 1);
}

TEST(SharcBounded, IsSharpWithinTheBlurOfAnEvenOrder) {
  for (const auto& rates : {test::first_reading(), test::second_reading()}) {
    const auto ours = run_known("sharc-bounded", rates);
    EXPECT_EQ(ours.size(), 2050u + 52);
    EXPECT_LE(expected_blur(rates, ours), even_blur(rates));
    EXPECT_GE(expected_sharp(rates, ours),
              0.99 * expected_sharp(rates, run_known("sharc-threshold", rates)));
  }
}

TEST(SharcBounded, VisitsEveryPageAndSpendsWhatItIsGiven) {
  Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 1 + rng.below(12);
    const auto rates = test::random_rates(rng, n);
    const Tuning tuning{.extra = rng.below(3 * n), .extra_given = rng.below(4) > 0};
    const auto plan = run_known("sharc-bounded", rates, tuning);
    ASSERT_EQ(plan.size(), n + (tuning.extra_given ? tuning.extra : n + (n + 19) / 20));
    for (const auto& visits : test::visits_of(plan, n)) EXPECT_FALSE(visits.empty());
  }
}

// Against every schedule of six requests to three pages.
TEST(SharcBounded, IsNearTheBestOfAllSchedules) {
  Rng rng(2);
  double ours = 0, best = 0;
  for (int round = 0; round < 40; ++round) {
    const auto rates = test::random_rates(rng, 3);
    const double limit = even_blur(rates);
    double most = 0;
    std::vector<PageId> slots(6);
    const std::function<void(std::size_t)> fill = [&](std::size_t slot) {
      if (slot == slots.size()) {
        test::Visits visits(3);
        for (std::size_t i = 0; i < slots.size(); ++i)
          visits[slots[i]].push_back(static_cast<double>(i));
        for (const auto& times : visits)
          if (times.empty()) return;
        if (expected_blur(rates, visits, 0, 5) <= limit)
          most = std::max(most, expected_sharp(rates, visits, 2.5));
        return;
      }
      for (slots[slot] = 0; slots[slot] < 3; ++slots[slot]) fill(slot + 1);
    };
    fill(0);
    const auto plan = run_known("sharc-bounded", rates, {.extra = 3, .extra_given = true});
    EXPECT_LE(expected_blur(rates, plan), limit * (1 + 1e-9));
    ours += expected_sharp(rates, plan);
    best += most;
  }
  EXPECT_GE(ours, 0.95 * best);
}

// More pages than are matched one by one.
TEST(SharcBounded, KeepsItsBoundOnALargeSite) {
  Rng rng(3);
  test::Rates rates(900);
  for (double& rate : rates) rate = std::exp(rng.uniform(-14, -5));
  const auto plan = run_known("sharc-bounded", rates);
  EXPECT_LE(expected_blur(rates, plan), even_blur(rates));
  EXPECT_GT(expected_sharp(rates, plan), expected_sharp(rates, run_known("sharc-revisits", rates)));
}

}  // namespace
}  // namespace asof::schedule
