#include "schedule/frequency.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.h"

namespace asof::schedule {
namespace {

double freshness(double rate, double frequency) {
  return frequency > 0 ? frequency / rate * -std::expm1(-rate / frequency) : 0;
}

double marginal(double rate, double frequency) {
  const double ratio = rate / frequency;
  return (1 - (1 + ratio) * std::exp(-ratio)) / rate;
}

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(OptimalFrequencies, BeatAGridOfAllSplitsOfTwoPages) {
  Rng rng(1);
  for (int round = 0; round < 300; ++round) {
    const std::vector<double> rates = {std::exp(2 * rng.normal()), std::exp(2 * rng.normal())};
    const std::vector<double> weights = {rng.uniform(0.1, 1), rng.uniform(0.1, 1)};
    const double budget = std::exp(rng.normal());
    const auto found = optimal_frequencies(rates, weights, budget);
    ASSERT_NEAR(total(found), budget, 1e-6 * budget);
    const auto value = [&](double first) {
      return weights[0] * freshness(rates[0], first) +
             weights[1] * freshness(rates[1], budget - first);
    };
    double best = 0;
    for (int i = 0; i <= 2000; ++i) best = std::max(best, value(budget * i / 2000));
    ASSERT_GE(value(found[0]), best - 1e-7) << round;
  }
}

TEST(OptimalFrequencies, HaveEqualMarginalsAndStarveWhatIsNotWorthIt) {
  Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> rates, weights;
    for (std::size_t i = 0; i < 12; ++i) {
      rates.push_back(std::exp(2 * rng.normal()));
      weights.push_back(rng.uniform(0.1, 1));
    }
    const double cap = rng.below(2) == 0 ? 1.5 : 1e9;
    const auto found = optimal_frequencies(rates, weights, 4, cap);
    ASSERT_NEAR(total(found), 4, 1e-5);
    double multiplier = 0;
    for (std::size_t i = 0; i < 12; ++i)
      if (found[i] > 0 && found[i] < cap * 0.999)
        multiplier = std::max(multiplier, weights[i] * marginal(rates[i], found[i]));
    for (std::size_t i = 0; i < 12; ++i) {
      if (found[i] <= 0) {
        EXPECT_LE(weights[i] / rates[i], multiplier * 1.001);
      } else if (found[i] < cap * 0.999) {
        EXPECT_NEAR(weights[i] * marginal(rates[i], found[i]), multiplier, 1e-3 * multiplier);
      } else {
        EXPECT_GE(weights[i] * marginal(rates[i], found[i]), multiplier * 0.999);
      }
    }
  }
}

TEST(OptimalFrequencies, GiveNothingToPagesThatNeverChange) {
  const auto found = optimal_frequencies(std::vector<double>{0, 1}, std::vector<double>{1, 1}, 2);
  EXPECT_EQ(found[0], 0);
  EXPECT_NEAR(found[1], 2, 1e-6);
}

TEST(OptimalFrequencies, StopAtTheCapWhereTheBudgetIsLarge) {
  const auto found =
      optimal_frequencies(std::vector<double>{3, 1}, std::vector<double>{1, 1}, 50, 1);
  EXPECT_EQ(found, (std::vector<double>{1, 1}));
}

TEST(HarmonicFrequencies, MeetTheirConditionsOfOptimality) {
  Rng rng(3);
  for (int round = 0; round < 500; ++round) {
    std::vector<double> rates, weights;
    for (std::size_t i = 0; i < 10; ++i) {
      rates.push_back(std::exp(3 * rng.normal()));
      weights.push_back(rng.uniform(0.1, 1));
    }
    const double budget = std::exp(rng.normal());
    const auto found = harmonic_frequencies(rates, weights, budget);
    ASSERT_NEAR(total(found), budget, 1e-6 * budget);
    // d/df of -w ln(f / (f + rate)) is -w rate / (f (f + rate)): the same for all pages.
    const auto slope = [&](std::size_t i) {
      return weights[i] * rates[i] / (found[i] * (found[i] + rates[i]));
    };
    for (std::size_t i = 0; i < 10; ++i) {
      ASSERT_GT(found[i], 0);  // nobody starves
      ASSERT_NEAR(slope(i) / slope(0), 1, 1e-4);
    }
  }
}

}  // namespace
}  // namespace asof::schedule
