#include "quality/worst_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "quality/blur.h"

namespace asof::quality {
namespace {

double omega(double at, double n, double delay) {
  return at * at - at * n * delay + n * delay * n * delay / 2;
}

// Equation 17 with its corrected limit (errata C3).
double equation_17(const std::vector<double>& rates, std::size_t k, double delay) {
  const std::size_t n = rates.size() - 1;
  const auto at = [&](std::size_t i) {
    return omega(static_cast<double>(i) * delay, static_cast<double>(n), delay);
  };
  double sum = 0;
  for (std::size_t i = 0; i < k / 2; ++i) sum += 2 * (rates[n - 2 * i] - rates[2 * i]) * at(i);
  for (std::size_t i = 0; i < (n + 1 - k) / 2; ++i)
    sum -= 2 * (rates[k + 2 * i] - rates[2 * i]) * at(k / 2 + i);
  return sum;
}

const std::vector<double> kExample = {1, 1, 2, 2, 3, 3, 4, 4, 5, 5};

TEST(WorstCaseTest, Example61Gives176On755) {
  const WorstCase worst = worst_case(kExample, 4);
  EXPECT_DOUBLE_EQ(worst.offline, 755);
  EXPECT_DOUBLE_EQ(worst.increase(), 176);
  EXPECT_NEAR(worst.relative(), .233, .0005);
  EXPECT_DOUBLE_EQ(worst_case_increase(kExample, 4), 176);
}

TEST(WorstCaseTest, FollowsEquation17OnPairs) {
  Rng rng(1);
  for (int round = 0; round < 1000; ++round) {
    std::vector<double> rates;
    for (std::uint64_t i = 0, pairs = 1 + rng.below(8); i < pairs; ++i) {
      rates.push_back(rng.uniform(0, 5));
      rates.push_back(rates.back());
    }
    std::sort(rates.begin(), rates.end());
    const double delay = rng.uniform(.5, 3);
    for (std::size_t k = 0; k <= rates.size(); k += 2)
      EXPECT_NEAR(worst_case_increase(rates, k, delay), equation_17(rates, k, delay), 1e-6);
  }
}

// The best placing of all pages but `misplaced` on the places that are left.
double sum_with(const std::vector<double>& rates, const std::vector<std::size_t>& misplaced,
                const std::vector<std::size_t>& places) {
  const std::size_t count = rates.size();
  const auto penalty_at = [&](std::size_t place) {
    return omega(static_cast<double>(place), static_cast<double>(count - 1), 1);
  };
  std::vector<double> other_rates;
  std::vector<double> other_penalties;
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::find(misplaced.begin(), misplaced.end(), i) == misplaced.end())
      other_rates.push_back(rates[i]);
    if (std::find(places.begin(), places.end(), i) == places.end())
      other_penalties.push_back(penalty_at(i));
  }
  for (std::size_t i = 0; i < misplaced.size(); ++i)
    sum += rates[misplaced[i]] * penalty_at(places[i]);
  std::sort(other_rates.begin(), other_rates.end());
  std::sort(other_penalties.begin(), other_penalties.end(), std::greater<>());
  for (std::size_t i = 0; i < other_rates.size(); ++i) sum += other_rates[i] * other_penalties[i];
  return sum;
}

// All ordered choices of k among n.
void choices(std::size_t n, std::size_t k, std::vector<std::size_t>& chosen,
             std::vector<std::vector<std::size_t>>& all) {
  if (chosen.size() == k) return all.push_back(chosen);
  for (std::size_t i = 0; i < n; ++i) {
    if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
    chosen.push_back(i);
    choices(n, k, chosen, all);
    chosen.pop_back();
  }
}

TEST(WorstCaseTest, NoMisplacementIsWorse) {
  Rng rng(2);
  for (int round = 0; round < 60; ++round) {
    const std::size_t count = 2 + rng.below(4);
    std::vector<double> rates(count);
    for (double& rate : rates) rate = rng.uniform(0, 5);
    for (std::size_t k = 0; k <= count; ++k) {
      std::vector<std::size_t> chosen;
      std::vector<std::vector<std::size_t>> all;
      choices(count, k, chosen, all);
      double worst = 0;
      for (const auto& pages : all) {
        if (!std::is_sorted(pages.begin(), pages.end())) continue;
        for (const auto& places : all) worst = std::max(worst, sum_with(rates, pages, places));
      }
      EXPECT_NEAR(true_worst_case(rates, k).worst, worst, 1e-9) << count << " pages, " << k;
      EXPECT_LE(worst_case(rates, k).worst, worst + 1e-9);
    }
  }
}

TEST(WorstCaseTest, TheoremMissesTheColdestPageInTheMiddle) {
  const std::vector<double> rates = {0, 2, 2};
  EXPECT_DOUBLE_EQ(worst_case(rates, 1).worst, 6);       // one of the hot pages moves out
  EXPECT_DOUBLE_EQ(true_worst_case(rates, 1).worst, 8);  // both do
  EXPECT_DOUBLE_EQ(true_worst_case(kExample, 4).increase(), 176);
}

TEST(WorstCaseTest, GrowsWithTheSquareOfTheDelay) {
  EXPECT_DOUBLE_EQ(worst_case_increase(kExample, 4, 3), 9 * 176);
  EXPECT_DOUBLE_EQ(worst_case_increase(kExample, 0, 3), 0);
}

}  // namespace
}  // namespace asof::quality
