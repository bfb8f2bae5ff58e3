#include "schedule/revisit_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"

namespace asof::schedule {
namespace {

using Order = std::vector<std::uint32_t>;

Order same_order(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

// Pages of one certain rate each, visited one a minute.
std::vector<Revisited> pages_of(Rng& rng, std::size_t n) {
  std::vector<Revisited> pages;
  for (PageId id = 0; id < n; ++id) {
    Revisited page{.page = id, .last = 60.0 * id, .rates = {}};
    page.rates[6 + rng.below(12)] = 1;
    pages.push_back(page);
  }
  return pages;
}

RevisitSlots slots_of(std::size_t n) {
  return {.began = 0, .first = 60.0 * static_cast<double>(n), .step = 60};
}

// Against all orders: never more blur than the limit, and nearly as many sharp pages as the best
// order within it has.
TEST(RevisitPlan, IsNearlyTheBestOfAllOrdersWithinTheLimit) {
  Rng rng(1);
  double ours = 0, best = 0, same = 0;
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 2 + rng.below(5);
    const auto pages = pages_of(rng, n);
    const auto slots = slots_of(n);
    Order order = same_order(n);
    const RevisitScores even = score(pages, slots, order);
    double most = even.sharp;
    do {
      const RevisitScores scores = score(pages, slots, order);
      if (scores.blur <= even.blur) most = std::max(most, scores.sharp);
    } while (std::next_permutation(order.begin(), order.end()));
    const RevisitScores plan = score(pages, slots, plan_revisits(pages, slots, even.blur));
    EXPECT_LE(plan.blur, even.blur * (1 + 1e-6));
    EXPECT_GE(plan.sharp, even.sharp - 1e-9);
    ours += plan.sharp;
    best += most;
    same += even.sharp;
  }
  EXPECT_GT(ours, same);
  EXPECT_GE(ours, 0.97 * best);
}

TEST(RevisitPlan, BlurAnywhereIsTheMeanOverTheSlots) {
  Rng rng(4);
  const auto pages = pages_of(rng, 9);
  const auto slots = slots_of(9);
  const Time end = slots.first + 8 * slots.step;
  for (const Revisited& page : pages) {
    double sum = 0;
    for (int slot = 0; slot < 9; ++slot)
      sum += blur_of(page, slots.first + slot * slots.step, slots.began, end);
    EXPECT_NEAR(blur_anywhere(page, slots, 9), sum / 9, 1e-9 * sum);
  }
}

TEST(RevisitPlan, BlursLittleWhereTheLimitCannotBeKept) {
  Rng rng(2);
  const auto pages = pages_of(rng, 40);
  const auto slots = slots_of(40);
  const RevisitScores even = score(pages, slots, same_order(40));
  EXPECT_LE(score(pages, slots, plan_revisits(pages, slots, 0)).blur, even.blur);
}

// More pages than are matched one by one.
TEST(RevisitPlan, VisitsEachOfManyPagesOnce) {
  Rng rng(3);
  const auto pages = pages_of(rng, 700);
  const auto slots = slots_of(700);
  const double limit = score(pages, slots, same_order(700)).blur;
  Order order = plan_revisits(pages, slots, limit);
  EXPECT_LE(score(pages, slots, order).blur, limit * (1 + 1e-6));
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, same_order(700));
}

}  // namespace
}  // namespace asof::schedule
