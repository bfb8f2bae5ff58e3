#include "quality/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "quality/best_blur.h"
#include "quality/blur.h"

namespace asof::quality {
namespace {

TEST(Assignment, AgreesWithTryingAllOrders) {
  Rng rng(5);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t columns = 1 + rng.below(6);
    const std::size_t rows = 1 + rng.below(columns);
    std::vector<double> costs(rows * columns);
    for (double& cost : costs)
      cost = rng.below(3) == 0 ? static_cast<double>(rng.below(4)) : rng.uniform(-5, 5);
    auto cost = [&](std::size_t r, std::size_t c) { return costs[r * columns + c]; };
    std::vector<std::size_t> order(columns);
    std::iota(order.begin(), order.end(), std::size_t{0});
    double best = 1e300;
    do {
      double sum = 0;
      for (std::size_t r = 0; r < rows; ++r) sum += cost(r, order[r]);
      best = std::min(best, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    const auto found = assign(costs, columns);
    double sum = 0;
    std::vector<bool> taken(columns, false);
    for (std::size_t r = 0; r < rows; ++r) {
      EXPECT_FALSE(taken[found[r]]);
      taken[found[r]] = true;
      sum += cost(r, found[r]);
    }
    ASSERT_NEAR(sum, best, 1e-9);
  }
}

TEST(BestBlur, AgreesWithTryingAllOrders) {
  Rng rng(6);
  for (int round = 0; round < 1000; ++round) {
    const std::size_t pages = 2 + rng.below(5);
    SiteTrack site(pages);
    const Interval observation{0, static_cast<double>(pages - 1)};
    for (PageTrack& page : site) {
      for (std::size_t k = rng.below(4); k > 0; --k)
        page.changes.push_back({rng.uniform(-1, observation.to + 1)});
      std::sort(page.changes.begin(), page.changes.end(),
                [](const Change& a, const Change& b) { return a.at < b.at; });
    }
    std::vector<std::size_t> slot(pages);
    std::iota(slot.begin(), slot.end(), std::size_t{0});
    double best = 1e300;
    do {
      for (std::size_t i = 0; i < pages; ++i) site[i].captures = {static_cast<double>(slot[i])};
      best = std::min(best, exact_blur(site, observation));
    } while (std::next_permutation(slot.begin(), slot.end()));
    ASSERT_NEAR(best_blur(site, 0, 1), best, 1e-9);
  }
}

TEST(BestBlur, KnowingRatesAloneAgreesWithTryingAllOrders) {
  Rng rng(5);
  for (int round = 0; round < 300; ++round) {
    const Interval observation{rng.uniform(0, 5), rng.uniform(6, 20)};
    std::vector<double> rates(1 + rng.below(6));
    for (double& rate : rates) rate = rng.exponential(1);
    double best = rates.size() == 1
                      ? expected_blur(rates[0], std::vector{observation.middle()}, observation)
                      : kNever;
    std::vector<double> order = rates;
    std::sort(order.begin(), order.end());
    while (order.size() > 1) {
      double blur = 0;
      for (std::size_t i = 0; i < order.size(); ++i)
        blur += expected_blur(
            order[i],
            std::vector{observation.from + observation.length() * static_cast<double>(i) /
                                               static_cast<double>(order.size() - 1)},
            observation);
      best = std::min(best, blur);
      if (!std::next_permutation(order.begin(), order.end())) break;
    }
    EXPECT_NEAR(best_expected_blur(rates, observation), best, 1e-9);
  }
}

}  // namespace
}  // namespace asof::quality
