#include "schedule/clock_beliefs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::schedule {
namespace {

TEST(ClockBeliefs, FollowBayesRule) {
  ClockBeliefs beliefs;
  beliefs.set_rates(0.001, 3);
  EXPECT_DOUBLE_EQ(beliefs.rates().front(), 0.001);
  EXPECT_NEAR(beliefs.rates().back(), 3, 1e-12);
  beliefs.add(0);
  beliefs.same(0, 5);
  beliefs.changed(0, 2);
  beliefs.same(0, 0.5);
  std::vector<double> byhand;
  double sum = 0;
  for (const double rate : beliefs.rates()) {
    byhand.push_back(std::exp(-rate * 5.5) * (1 - std::exp(-rate * 2)));
    sum += byhand.back();
  }
  double mean = 0;
  for (std::size_t k = 0; k < byhand.size(); ++k) {
    EXPECT_NEAR(beliefs.shares(0)[k], byhand[k] / sum, 1e-6);
    mean += beliefs.rates()[k] * byhand[k] / sum;
  }
  EXPECT_NEAR(beliefs.mean(0), mean, 1e-6);
}

TEST(ClockBeliefs, NoEvidenceRulesOutARateForEver) {
  ClockBeliefs beliefs;
  beliefs.set_rates(0.001, 3);
  beliefs.add(0);
  for (int i = 0; i < 1000; ++i) beliefs.same(0, 100);
  EXPECT_LT(beliefs.mean(0), 0.0011);
  for (int i = 0; i < 300; ++i) beliefs.changed(0, 1);
  EXPECT_GT(beliefs.mean(0), 1);
  EXPECT_TRUE(std::isfinite(beliefs.mean(0)));
}

// Half of the pages change every two hours, half every 500; clusters tell them apart.
TEST(ClockBeliefs, APageNobodyLookedAtIsLikeItsCluster) {
  ClockBeliefs beliefs;
  beliefs.set_rates(0.0005, 3);
  Rng rng(3);
  for (std::size_t page = 0; page < 200; ++page) {
    const bool busy = page % 2 == 0;
    beliefs.add(busy ? 0 : 1);
    beliefs.visited(page);
    for (int visit = 0; visit < 20; ++visit) {
      const double rate = busy ? 0.5 : 0.002;
      rng.uniform() < -std::expm1(-rate * 3) ? beliefs.changed(page, 3) : beliefs.same(page, 3);
    }
  }
  for (const std::uint32_t cluster : {0u, 1u, 2u}) beliefs.add(cluster);
  for (int day = 0; day < 5; ++day) beliefs.learn_priors();
  EXPECT_NEAR(beliefs.mean(200), 0.5, 0.1);
  EXPECT_LT(beliefs.mean(201), 0.02);
  EXPECT_NEAR(beliefs.mean(202), 0.25, 0.05) << "of no known cluster: as all pages together";
}

}  // namespace
}  // namespace asof::schedule
