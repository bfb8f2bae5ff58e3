#include "schedule/lagrange.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "schedule/watch_test_world.h"

namespace asof::schedule {
namespace {

Step step(double changes, double importance) {
  return {changes, std::exp(-changes), importance * -std::expm1(-changes), changes * importance};
}

WatchProblem random_problem(std::size_t pages, std::size_t periods, double per_period, Rng& rng) {
  WatchProblem problem{.periods = periods, .per_period = per_period};
  for (std::size_t i = 0; i < pages; ++i) {
    problem.value.push_back(rng.uniform(0.2, 3));
    problem.pending.push_back(rng.below(2) == 0 ? 0 : rng.uniform());
    const double level = std::exp(2 * rng.normal());
    for (std::size_t t = 0; t < periods; ++t)
      problem.steps.push_back(
          step(rng.below(4) == 0 ? 0 : level * rng.uniform(), rng.uniform(0, 1)));
  }
  return problem;
}

std::vector<double> random_prices(std::size_t periods, Rng& rng) {
  std::vector<double> prices(periods);
  for (double& price : prices) price = rng.below(4) == 0 ? 0 : rng.uniform(0, 1);
  return prices;
}

// What one page earns above its prices when visited in the periods of the bits of `plan`.
double earns(const WatchProblem& problem, std::size_t page, std::span<const double> prices,
             std::uint32_t plan, std::size_t from = 0, double pending = 0) {
  double sum = 0;
  for (std::size_t t = from; t < problem.periods; ++t) {
    const Step& now = problem.steps_of(page)[t];
    pending = pending * now.keep + now.gain;
    if ((plan >> t & 1) == 0) continue;
    sum += problem.value[page] * pending - prices[t];
    pending = 0;
  }
  return sum;
}

TEST(PagePlan, IsTheBestOfAllPlansOfThePage) {
  Rng rng(1);
  PagePlan plan;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t periods = 1 + rng.below(8);
    const auto problem = random_problem(1, periods, 1, rng);
    const auto prices = random_prices(periods, rng);
    std::vector<double> values(periods + 1);
    plan.solve(problem, 0, prices, values);
    for (std::size_t s = 0; s <= periods; ++s) {
      double best = 0;
      for (std::uint32_t bits = 0; bits < 1u << periods; ++bits)
        best = std::max(best, earns(problem, 0, prices, bits, s, s == 0 ? problem.pending[0] : 0));
      ASSERT_NEAR(values[s], best, 1e-9) << "round " << round << " after " << s;
    }
    std::uint32_t chosen = 0;
    for (const std::size_t t : plan.visits()) chosen |= 1u << t;
    ASSERT_NEAR(earns(problem, 0, prices, chosen, 0, problem.pending[0]), values[0], 1e-9);
  }
}

TEST(PagePlan, StaysExactWhereAPageChangesHundredsOfTimes) {
  // exp of all changes is far beyond any number; the plain recursion knows no such number.
  Rng rng(2);
  const std::size_t periods = 300;
  WatchProblem problem{.periods = periods, .per_period = 1, .value = {1}, .pending = {0}};
  for (std::size_t t = 0; t < periods; ++t)
    problem.steps.push_back(step(rng.below(3) == 0 ? 0 : rng.uniform(0, 20), rng.uniform()));
  const auto prices = random_prices(periods, rng);
  std::vector<double> values(periods + 1), slow(periods + 1, 0);
  PagePlan().solve(problem, 0, prices, values);
  for (std::size_t s = periods; s-- > 0;) {
    double pending = 0;
    for (std::size_t t = s; t < periods; ++t) {
      pending = pending * problem.steps[t].keep + problem.steps[t].gain;
      slow[s] = std::max(slow[s], pending - prices[t] + slow[t + 1]);
    }
    ASSERT_NEAR(values[s], slow[s], 1e-9) << s;
  }
}

// The most that any policy can collect: every choice of pages in every period.
double exhaustive(const WatchProblem& problem, std::size_t t, std::vector<double> pending) {
  if (t == problem.periods) return 0;
  for (std::size_t page = 0; page < problem.pages(); ++page) {
    const Step& step = problem.steps_of(page)[t];
    pending[page] = pending[page] * step.keep + step.gain;
  }
  double best = 0;
  for (std::uint32_t chosen = 0; chosen < 1u << problem.pages(); ++chosen) {
    if (static_cast<double>(__builtin_popcount(chosen)) > problem.per_period) continue;
    double earned = 0;
    auto after = pending;
    for (std::size_t page = 0; page < problem.pages(); ++page) {
      if ((chosen >> page & 1) == 0) continue;
      earned += problem.value[page] * pending[page];
      after[page] = 0;
    }
    best = std::max(best, earned + exhaustive(problem, t + 1, std::move(after)));
  }
  return best;
}

TEST(Prices, BoundEveryPolicyOfTinySites) {
  Rng rng(3);
  double worst = 0;
  for (int round = 0; round < 400; ++round) {
    const std::size_t pages = 1 + rng.below(3);
    const auto budget = static_cast<double>(1 + rng.below(2));
    const auto problem = random_problem(pages, 1 + rng.below(5), budget, rng);
    const double best = exhaustive(problem, 0, problem.pending);
    const double bound = find_prices(problem, {.rounds = 60}).bound;
    ASSERT_GE(bound, best - 1e-9) << round;
    worst = std::max(worst, bound / best - 1);
  }
  EXPECT_GT(worst, 0);  // tiny sites do have a gap; a bound that is always met would be suspect
}

TEST(Prices, AreNearTheBestOnASiteOfSomeSize) {
  const auto world = testing::make_world(60, Rng(4));
  testing::Watch options{.hours = 48, .per_period = 12};
  const auto problem = testing::problem_of(world, options);
  const double bound = find_prices(problem).bound;
  const auto visits = testing::watch("lagrange", world, testing::draw(world, 48, Rng(5)), options);
  const double got = expected_value(problem, visits);
  EXPECT_LE(got, bound);
  EXPECT_GE(got, 0.98 * bound);
}

TEST(Prices, AreZeroWhereTheBudgetIsEnoughForAll) {
  const auto world = testing::make_world(20, Rng(6));
  const auto problem = testing::problem_of(world, {.hours = 24, .per_period = 20});
  const auto prices = find_prices(problem);
  std::vector<std::vector<std::size_t>> all(24);
  for (auto& period : all)
    for (std::size_t page = 0; page < 20; ++page) period.push_back(page);
  EXPECT_NEAR(prices.bound, expected_value(problem, all), 1e-9);
}

}  // namespace
}  // namespace asof::schedule
