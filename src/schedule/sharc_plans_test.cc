#include <gtest/gtest.h>

#include <numeric>

#include "support/captures.h"

namespace asof::schedule {
namespace {

using test::expected_blur;
using test::expected_sharp;
using test::run_known;
using test::visits_of;
using Order = std::vector<PageId>;

const test::Rates kExample = {0, 1, 2, 3, 4, 5};  // SHARC Figure 2

TEST(SharcOffline, PlansExample44) {
  const auto plan = run_known("sharc-offline", kExample);
  EXPECT_EQ(visits_of(plan, 6), (test::Visits{{0}, {5}, {1}, {4}, {2}, {3}}));
  EXPECT_NEAR(expected_blur(kExample, plan), 22.7, 1e-9);
}

TEST(SharcOffline, IsTheBestOrderForAnyObservation) {
  Rng rng(1);
  for (int round = 0; round < 400; ++round) {
    const std::size_t n = 1 + rng.below(6);
    const auto rates = test::random_rates(rng, n);
    Outlook outlook{.delay = 1, .start = 3};
    if (rng.below(4) > 0) {
      outlook.observe_from = rng.uniform(-10, 10);
      outlook.observe_until = *outlook.observe_from + rng.uniform(0.5, 12);
    }
    const auto plan = run_known("sharc-offline", rates, {}, outlook);
    ASSERT_EQ(plan.size(), n);
    const Time from = outlook.observe_from.value_or(plan.front().at);
    const Time until = outlook.observe_until.value_or(plan.back().at + (n == 1 ? 1 : 0));
    Order order(n);
    std::iota(order.begin(), order.end(), PageId{0});
    double best = kNever;
    do {
      test::Visits visits(n);
      for (std::size_t i = 0; i < n; ++i) visits[order[i]] = {plan[i].at};
      best = std::min(best, expected_blur(rates, visits, from, until));
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(expected_blur(rates, visits_of(plan, n), from, until), best, 1e-9 * (1 + best));
  }
}

// SHARC Theorem 4.7, and its remark for a capture that cannot begin earlier.
TEST(SharcOffline, WaitsForTheObservationOrMeetsItsMiddle) {
  const auto later =
      run_known("sharc-offline", kExample, {}, {.observe_from = 10, .observe_until = 20});
  EXPECT_EQ(visits_of(later, 6), (test::Visits{{12.5}, {17.5}, {13.5}, {16.5}, {14.5}, {15.5}}));
  const auto running =
      run_known("sharc-offline", kExample, {}, {.observe_from = -2, .observe_until = 4});
  EXPECT_EQ(visits_of(running, 6), (test::Visits{{5}, {4}, {3}, {0}, {2}, {1}}));
}

TEST(SharcRevisits, PlansExample74) {
  const auto plan = run_known("sharc-revisits", kExample);
  EXPECT_EQ(visits_of(plan, 6), (test::Visits{{0, 6}, {5, 11}, {1, 7}, {4, 10}, {2, 8}, {3, 9}}));
  EXPECT_NEAR(expected_blur(kExample, plan), 248.5 / 11, 1e-9);
  EXPECT_EQ(plan[0].visit.purpose, Purpose::Capture);
  EXPECT_EQ(plan[6].visit.purpose, Purpose::Revisit);
}

// Sharp pages of a history, with intervals (visit, revisit].
std::size_t sharp(const std::vector<std::vector<Time>>& changes, const test::Visits& visits) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < changes.size(); ++i)
    count += std::ranges::none_of(changes[i],
                                  [&](Time at) { return at > visits[i][0] && at <= visits[i][1]; })
                 ? 1
                 : 0;
  return count;
}

TEST(SharcThreshold, PlansExample79) {
  const std::vector<std::vector<Time>> changes = {{},         {1},           {2, 9},
                                                  {2, 8, 10}, {1, 3, 7, 11}, {2, 3, 4, 5, 6, 7}};
  test::Rates rates = kExample;
  for (double& rate : rates) rate /= 100;
  test::Rates hot = rates;
  hot[5] = 5;
  const auto hopeless = visits_of(run_known("sharc-threshold", hot, {.tau = 0.5}), 6);
  EXPECT_EQ(hopeless, (test::Visits{{1, 10}, {2, 9}, {3, 8}, {4, 7}, {5, 6}, {0, 11}}));
  EXPECT_EQ(sharp(changes, hopeless), 5u);  // the paper forgets page 0
  const auto promising = visits_of(run_known("sharc-threshold", rates, {.tau = 0.99}), 6);
  EXPECT_EQ(promising, (test::Visits{{0, 11}, {1, 10}, {2, 9}, {3, 8}, {4, 7}, {5, 6}}));
  EXPECT_EQ(sharp(changes, promising), 2u);  // 1 with closed intervals, as the paper counts
  EXPECT_NEAR(expected_sharp(kExample, hopeless, 5.5), 1.019, 5e-4);
  EXPECT_NEAR(expected_sharp(kExample, promising, 5.5), 1.007, 5e-4);
}

TEST(SharcThreshold, ThrowsAwayOnlyWhatIsHopeless) {
  Rng rng(2);
  for (int round = 0; round < 1000; ++round) {
    const std::size_t n = 1 + rng.below(8);
    auto rates = test::random_rates(rng, n);
    for (double& rate : rates) rate /= 10;
    const double tau = rng.uniform(0.05, 0.95);
    const auto visits = visits_of(run_known("sharc-threshold", rates, {.tau = tau}), n);
    // Definition 7.7 step by step, with the length of the interval it names.
    std::vector<bool> placed(n, false);
    for (std::size_t step = 0; step < n; ++step) {
      std::size_t hottest = n;
      for (std::size_t i = 0; i < n; ++i)
        if (!placed[i] && 1 - std::exp(-rates[i] * static_cast<double>(2 * step + 1)) < tau &&
            (hottest == n || rates[i] >= rates[hottest]))
          hottest = i;
      if (hottest == n) break;
      placed[hottest] = true;
      EXPECT_EQ(visits[hottest], (std::vector<Time>{static_cast<double>(n - 1 - step),
                                                    static_cast<double>(n + step)}));
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const bool outside = !placed[i] && (placed[j] || rates[j] < rates[i]);
        EXPECT_TRUE(!outside || visits[i][0] < visits[j][0]) << i << ' ' << j;
      }
  }
}

TEST(Sharc, MeetsTheGoldenNumbers) {
  const auto first = test::first_reading();
  EXPECT_NEAR(expected_blur(first, run_known("sharc-offline", first)), 1002.1603, 5e-5);
  const auto revisits = run_known("sharc-revisits", first);
  EXPECT_NEAR(expected_blur(first, revisits), 1000.7543, 5e-5);
  EXPECT_NEAR(expected_sharp(first, revisits), 834.0712, 5e-5);
  EXPECT_NEAR(expected_sharp(first, run_known("sharc-threshold", first)), 930.40, 5e-3);
  const auto second = test::second_reading();
  EXPECT_NEAR(expected_blur(second, run_known("sharc-offline", second)), 501.5993, 5e-5);
  const auto again = run_known("sharc-revisits", second);
  EXPECT_NEAR(expected_blur(second, again), 501.2790, 5e-5);
  EXPECT_NEAR(expected_sharp(second, again), 924.4274, 5e-5);
}

}  // namespace
}  // namespace asof::schedule
