#include "schedule/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace asof::schedule {
namespace {

// By trying all permutations.
double best_sum(const Worth& worth) {
  Places places(worth.size());
  std::iota(places.begin(), places.end(), 0u);
  double best = sum_of(worth, places);
  while (std::next_permutation(places.begin(), places.end()))
    best = std::max(best, sum_of(worth, places));
  return best;
}

bool is_permutation(Places places) {
  std::sort(places.begin(), places.end());
  for (std::uint32_t i = 0; i < places.size(); ++i)
    if (places[i] != i) return false;
  return true;
}

// Pages on the steps of a pyramid, as plans match them.
Worth pyramid(Rng& rng, std::size_t n) {
  Worth worth(n);
  for (std::size_t row = 0; row < n; ++row) {
    const double rate = std::exp(rng.uniform(-5, 1));
    for (std::size_t step = 0; step < n; ++step)
      worth.at(row, step) = std::exp(-rate * static_cast<double>(2 * step + 1));
  }
  return worth;
}

TEST(Matching, IsNearlyTheBestOfAllOnPyramids) {
  Rng rng(1);
  double ours = 0, best = 0;
  for (int round = 0; round < 60; ++round) {
    const Worth worth = pyramid(rng, 2 + rng.below(6));
    Places places = choose_by_regret(worth);
    ASSERT_TRUE(is_permutation(places));
    const double before = sum_of(worth, places);
    improve_by_swaps(worth, places);
    ASSERT_TRUE(is_permutation(places));
    EXPECT_GE(sum_of(worth, places), before);
    EXPECT_GE(sum_of(worth, places), 0.9 * best_sum(worth));
    ours += sum_of(worth, places);
    best += best_sum(worth);
  }
  EXPECT_GE(ours, 0.99 * best);
}

TEST(Matching, EndsWhereNoTwoGainByChangingPlaces) {
  Rng rng(2);
  for (int round = 0; round < 100; ++round) {
    const std::size_t n = 2 + rng.below(12);
    Worth worth(n);
    for (std::size_t row = 0; row < n; ++row)
      for (std::size_t place = 0; place < n; ++place) worth.at(row, place) = rng.uniform();
    Places places = choose_by_regret(worth);
    improve_by_swaps(worth, places, 100);
    const double sum = sum_of(worth, places);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) {
        Places other = places;
        std::swap(other[a], other[b]);
        EXPECT_LE(sum_of(worth, other), sum + 1e-9);
      }
  }
}

}  // namespace
}  // namespace asof::schedule
