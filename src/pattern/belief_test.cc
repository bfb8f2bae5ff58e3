#include "pattern/belief.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace asof::pattern {
namespace {

struct Moments {
  double mass = 0, mean = 0, variance = 0;
};

// The posterior of one changed interval, integrated over the logarithm of the rate.
Moments integrated(const Gamma& prior, Duration length) {
  Moments m;
  double first = 0, second = 0;
  for (double u = -40; u < 8; u += 0.002) {
    const double rate = std::exp(u) * prior.mean();
    const double weight = std::exp(prior.shape * std::log(rate * prior.exposure) -
                                   rate * prior.exposure - std::lgamma(prior.shape)) *
                          -std::expm1(-rate * length) * 0.002;
    m.mass += weight;
    first += weight * rate;
    second += weight * rate * rate;
  }
  m.mean = first / m.mass;
  m.variance = second / m.mass - m.mean * m.mean;
  return m;
}

TEST(Gamma, MomentsAreThoseOfThePosterior) {
  Rng rng(1);
  for (int round = 0; round < 60; ++round) {
    const Gamma prior{rng.uniform(0.3, 6), std::pow(10, rng.uniform(-2, 3))};
    const Duration length = prior.exposure * std::pow(10, rng.uniform(-2, 2));
    const Gamma after = updated(prior, length, true);
    const Moments truth = integrated(prior, length);
    EXPECT_NEAR(prior.change_probability(length), truth.mass, 1e-3 * truth.mass);
    EXPECT_NEAR(after.mean(), truth.mean, 1e-4 * truth.mean);
    EXPECT_NEAR(after.variance(), truth.variance, 1e-3 * truth.variance);
  }
}

TEST(Gamma, AVisitWithoutAChangeAddsExposure) {
  const Gamma after = updated({2, 10}, 5, false);
  EXPECT_EQ(after.shape, 2);
  EXPECT_EQ(after.exposure, 15);
}

TEST(Gamma, ExtremeVisitsKeepTheBeliefValid) {
  Rng rng(2);
  for (int round = 0; round < 20000; ++round) {
    Gamma belief{std::pow(10, rng.uniform(-3, 3)), std::pow(10, rng.uniform(-6, 6))};
    for (int i = 0; i < 5; ++i)
      belief = updated(belief, std::pow(10, rng.uniform(-9, 9)), rng.below(2) == 0);
    EXPECT_TRUE(belief.shape > 0 && std::isfinite(belief.shape));
    EXPECT_TRUE(belief.exposure > 0 && std::isfinite(belief.exposure));
  }
}

TEST(Gamma, QuantilesHoldTheirShareOfDraws) {
  Rng rng(3);
  for (const double shape : {0.5, 1.0, 3.0, 20.0}) {
    const Gamma belief{shape, 7};
    int below = 0;
    for (int i = 0; i < 20000; ++i) below += rng.gamma(shape) / 7 < belief.quantile(1.645) ? 1 : 0;
    EXPECT_NEAR(below / 20000.0, 0.95, 0.012) << shape;
  }
}

double mean_after(double rate, double prior_mean, int visits, Booking booking) {
  Rng rng(4);
  double mean = 0;
  for (int round = 0; round < 200; ++round) {
    RateBelief belief({1, 1 / prior_mean}, booking);
    for (int i = 0; i < visits; ++i) {
      const Duration length = rng.exponential(1);
      belief.observe(length, rng.uniform() < -std::expm1(-rate * length));
    }
    mean += belief.mean() / 200;
  }
  return mean;
}

TEST(RateBelief, FindsTheRateItIsShownFromAWrongPrior) {
  for (const double rate : {0.05, 0.5, 1.5})
    for (const double wrong : {1.0, 10.0})
      EXPECT_NEAR(mean_after(rate, wrong * rate, 400, Booking::Posterior), rate, 0.06 * rate);
}

TEST(RateBelief, BookingExpectedChangesStaysWithAPriorFarTooHigh) {
  EXPECT_NEAR(mean_after(0.05, 0.5, 400, Booking::Expected), 0.05, 0.006);
  EXPECT_NEAR(mean_after(1.5, 1.5, 400, Booking::Expected), 1.5, 0.15);
  EXPECT_GT(mean_after(1.5, 15, 400, Booking::Expected), 3.5);
}

TEST(RateBelief, BooksTheExpectedNumberOfChanges) {
  RateBelief belief({2, 4}, Booking::Expected);
  belief.observe(3, true);
  EXPECT_DOUBLE_EQ(belief.mean(), (2 + 1.5 / (1 - std::exp(-1.5))) / 7);
  belief.observe(1, false);
  EXPECT_DOUBLE_EQ(belief.belief().exposure, 8);
}

}  // namespace
}  // namespace asof::pattern
