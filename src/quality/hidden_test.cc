#include "quality/hidden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"

namespace asof::quality {
namespace {

// A page that changes at random, looked at now and then; what was seen and what was missed.
struct Looked {
  std::vector<Stretch> stretches;
  double caught = 0;
  double hidden = 0;
};

Looked look(double rate, int stretches, bool dated, Rng& rng) {
  Looked result;
  for (int i = 0; i < stretches; ++i) {
    const Duration length = rng.uniform(.2, 2);
    Time last = -1;
    int changes = 0;
    for (Time at = rng.exponential(rate); at <= length; at += rng.exponential(rate)) {
      last = at;
      ++changes;
    }
    Stretch stretch{.length = length, .changed = changes > 0};
    if (changes > 0 && dated) stretch.quiet = length - last;
    result.stretches.push_back(stretch);
    result.caught += changes > 0;
    result.hidden += std::max(0, changes - 1);
  }
  const auto after = static_cast<double>(rng.poisson(rate * .5));
  result.stretches.push_back({.length = .5, .open = true});
  result.hidden += after;
  return result;
}

TEST(HiddenTest, CountsWhatRandomChangesHideOnAverage) {
  Rng rng(1);
  for (const bool dated : {false, true})
    for (const double rate : {.05, .5, 2., 8.}) {
      double expected = 0, hidden = 0, caught = 0, variance = 0;
      for (int i = 0; i < 4000; ++i) {
        const auto page = look(rate, 5, dated, rng);
        const auto count = count_versions(page.stretches, {rate, 0});
        expected += count.hidden;
        variance += count.variance;
        hidden += page.hidden;
        caught += page.caught - count.caught;
      }
      EXPECT_NEAR(hidden, expected, 4 * std::sqrt(variance)) << rate << " " << dated;
      EXPECT_EQ(caught, 0);
    }
}

// Rates are drawn from what is believed of them; visits say more, which is not used here.
TEST(HiddenTest, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  Rng rng(2);
  int held = 0;
  constexpr int kSites = 2000;
  for (int site = 0; site < kSites; ++site) {
    VersionCount count;
    double caught = 0, hidden = 0;
    for (int page = 0; page < 30; ++page) {
      // Open stretches alone tell nothing of the rate, so that the belief stays what it was.
      const double shape = 3;
      const double rate = rng.gamma(shape) / shape;
      const Stretch open{.length = 2, .open = true};
      count += count_versions(std::span(&open, 1), {1, 1 / shape});
      hidden += static_cast<double>(rng.poisson(rate * 2));
    }
    count.caught = caught = 40;
    const auto share = share_caught(count);
    const double truth = caught / (caught + hidden);
    held += share->low <= truth && truth <= share->high;
  }
  EXPECT_NEAR(held / static_cast<double>(kSites), .95, .02);
}

TEST(HiddenTest, NothingChangedAndNothingHiddenIsNoShare) {
  const Stretch quiet{.length = 3};
  EXPECT_FALSE(share_caught(count_versions(std::span(&quiet, 1), {.1, .01})).has_value());
  EXPECT_FALSE(share_caught({}).has_value());
}

TEST(HiddenTest, PagesThatChangedAtEveryLookBoundTheShareFromAboveAlone) {
  const std::vector<Stretch> always = {{.length = 1, .changed = true},
                                       {.length = 1, .changed = true}};
  const std::vector<Stretch> sometimes = {{.length = 1, .changed = true}, {.length = 1}};
  const std::vector<Stretch> dated = {{.length = 1, .changed = true, .quiet = .5},
                                      {.length = 1, .changed = true, .quiet = .2}};
  EXPECT_TRUE(share_caught(count_versions(always, {2, 1}))->at_most);
  EXPECT_FALSE(share_caught(count_versions(sometimes, {2, 1}))->at_most);
  EXPECT_FALSE(share_caught(count_versions(dated, {2, 1}))->at_most);
  // A tenth of the versions may come from such pages.
  VersionCount sum = count_versions(always, {2, 1});
  for (int i = 0; i < 18; ++i) sum += count_versions(sometimes, {2, 1});
  EXPECT_FALSE(share_caught(sum)->at_most);
}

TEST(HiddenTest, WeightsMoveTheShareTowardsThePagesThatMatter) {
  const std::vector<Stretch> hot = {{.length = 1, .changed = true}, {.length = 1}};
  const std::vector<Stretch> cold = {{.length = 1, .changed = true}, {.length = 9}};
  const auto share_of = [&](double hot_weight, double cold_weight) {
    VersionCount sum = count_versions(hot, {5, 1}, hot_weight);
    sum += count_versions(cold, {.1, .01}, cold_weight);
    return share_caught(sum)->estimate;
  };
  EXPECT_LT(share_of(1, .1), share_of(1, 1));
  EXPECT_GT(share_of(.1, 1), share_of(1, 1));
  EXPECT_NEAR(share_of(2, 2), share_of(1, 1), 1e-12) << "a common factor changes nothing";
}

TEST(HiddenTest, ChangesThatComeTogetherAreFewerThanTheyLook) {
  Rng rng(3);
  const auto factor_of = [&](bool together) {
    Clustering clustering;
    for (std::size_t round = 0; round < 40; ++round) {
      const bool all = rng.uniform() < .5;
      for (int page = 0; page < 50; ++page) {
        const bool changed = together ? all : rng.uniform() < .5;
        clustering.add(round, {.length = 1, .changed = changed}, std::log(2.));
      }
    }
    return clustering.factor();
  };
  EXPECT_LT(factor_of(false), 2);
  EXPECT_NEAR(factor_of(true), 50, 15) << "fifty pages that change as one";
  Clustering one;
  one.add(0, {.length = 1, .changed = true}, 1);
  EXPECT_EQ(one.factor(), 1) << "one round tells nothing";
  one.add(1, {.length = 1, .open = true}, 1);
  EXPECT_EQ(one.factor(), 1) << "nobody looked at the end of an open stretch";
}

}  // namespace
}  // namespace asof::quality
