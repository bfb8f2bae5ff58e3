// The parts that watching strategies share, and the published ones against direct formulas.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "schedule/dry_run.h"
#include "schedule/watch_prior.h"
#include "schedule/watch_test_world.h"

namespace asof::schedule {
namespace {

using testing::Watch;
using testing::World;

pattern::Pattern random_pattern(Rng& rng) {
  pattern::Pattern pattern{.cycle = rng.uniform(5, 30), .rates = {}, .importance = {}};
  for (std::uint64_t k = 1 + rng.below(8); k > 0; --k) {
    pattern.rates.push_back(rng.below(3) == 0 ? 0 : rng.uniform(0, 2));
    pattern.importance.push_back(rng.uniform());
  }
  return pattern;
}

TEST(Course, StepsAddUpHoweverTimeIsCut) {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const auto pattern = random_pattern(rng);
    const Course course{&pattern, 0, rng.uniform(0.5, 2)};
    const Time from = rng.uniform(-40, 40), to = from + rng.uniform(0, 60);
    const Time middle = rng.uniform(from, to);
    const Step whole = course.over(from, to);
    const Step cut = course.over(from, middle).then(course.over(middle, to));
    ASSERT_NEAR(whole.changes, course.changes(from, to), 1e-9);
    ASSERT_NEAR(whole.changes, cut.changes, 1e-9);
    ASSERT_NEAR(whole.keep, cut.keep, 1e-9);
    ASSERT_NEAR(whole.gain, cut.gain, 1e-9);
    ASSERT_NEAR(whole.weight, cut.weight, 1e-9);
    ASSERT_NEAR(whole.keep, std::exp(-whole.changes), 1e-9);
  }
}

TEST(Course, PendingWeightIsThatOfTheLastChange) {
  Rng rng(2);
  const pattern::Pattern pattern{
      .cycle = 4, .rates = {0.7, 0, 1.5, 0.2}, .importance = {0.9, 0.1, 0.3, 0.8}};
  const int runs = 60000;
  double sum = 0;
  for (int run = 0; run < runs; ++run) {
    double last = 0;
    for (std::size_t slot = 0; slot < 4; ++slot)
      if (rng.poisson(pattern.rates[slot]) > 0) last = pattern.importance[slot];
    sum += last;
  }
  EXPECT_NEAR(Course({&pattern, 0, 1}).over(0, 4).gain, sum / runs, 0.005);
}

std::vector<std::string> watching() {
  std::vector<std::string> names;
  for (const Row& row : strategies())
    if ((row.needs & kPeriods) != 0 && (row.needs & kCollections) == 0)
      names.emplace_back(row.name);
  return names;
}

TEST(Watching, VisitsNoPageTwiceInAPeriodAndSpendsTheBudget) {
  const World world = testing::make_world(23, Rng(3));
  const auto changes = testing::draw(world, 30, Rng(4));
  ASSERT_GT(watching().size(), 10u);
  for (const auto& name : watching())
    for (const std::uint64_t budget : {1u, 5u, 23u}) {
      const auto visits = testing::watch(name, world, changes, {.hours = 30, .per_period = budget});
      for (const auto& period : visits) {
        EXPECT_EQ(period.size(), budget) << name;
        if (budget == 23 || name.find("round") != std::string::npos) continue;
        EXPECT_EQ(std::set<std::size_t>(period.begin(), period.end()).size(), period.size())
            << name;
      }
    }
}

TEST(Watching, RunsThroughTheLoopWithMoreBudgetThanPages) {
  const World world = testing::make_world(4, Rng(5));
  const FixedPatterns source = world.source();
  for (const auto& name : watching()) {
    auto strategy = make_strategy(name).value();
    strategy->expect(
        {.delay = 0, .start = 0, .period = 1, .per_period = 4, .until = 6, .patterns = &source});
    for (std::size_t i = 0; i < 4; ++i) strategy->learn(world.page(i));
    PeriodAllocator allocator({.start = 0, .period = 1, .per_period = 4, .until = 6});
    const auto plan = dry_run(std::move(strategy), allocator, {.delay = 0});
    EXPECT_EQ(plan.size(), 24u) << name;
    EXPECT_EQ(plan.back().at, 6) << name;
  }
}

TEST(Watching, ACopyDecidesAsTheOriginalDoes) {
  const World world = testing::make_world(12, Rng(6));
  const FixedPatterns source = world.source();
  for (const auto& name : watching()) {
    auto strategy = make_strategy(name).value();
    strategy->expect({.start = 0, .period = 1, .per_period = 3, .until = 20, .patterns = &source});
    for (std::size_t i = 0; i < 12; ++i) strategy->learn(world.page(i));
    for (Time now = 1; now < 8; ++now)
      for (int k = 0; k < 3; ++k) {
        const auto visit = strategy->next({.now = now});
        strategy->observe({.visit = *visit,
                           .sent = now,
                           .received = now,
                           .outcome = visit->page % 2 == 0 ? Outcome::Changed : Outcome::Same});
      }
    const auto copy = strategy->clone();
    strategy->next({.now = 8});
    copy->next({.now = 8});
    for (Time now = 9; now < 15; ++now)
      for (int k = 0; k < 3; ++k)
        ASSERT_EQ(strategy->next({.now = now})->page, copy->next({.now = now})->page) << name;
  }
}

TEST(Watching, ServesPagesFoundOnTheWay) {
  const World world = testing::make_world(9, Rng(7));
  const FixedPatterns source = world.source();
  for (const auto& name : watching()) {
    auto strategy = make_strategy(name).value();
    strategy->expect({.start = 0, .period = 1, .per_period = 4, .until = 60, .patterns = &source});
    std::set<PageId> seen;
    for (Time now = 1; now <= 60; ++now) {
      if (static_cast<std::size_t>(now) <= 9)
        strategy->learn(world.page(static_cast<std::size_t>(now) - 1));
      for (int k = 0; k < 4; ++k)
        if (const auto visit = strategy->next({.now = now})) seen.insert(visit->page);
    }
    if (name == "frequency") continue;  // it gives pages up
    EXPECT_EQ(seen.size(), 9u) << name;
  }
}

TEST(Urgency, IsTheFormulaOfThePaper) {
  Rng rng(8);
  for (int round = 0; round < 60; ++round) {
    const World world = testing::make_world(8, rng.fork(static_cast<std::uint64_t>(round)));
    for (const std::string name :
         {"importance", "pattern", "importance-pattern", "importance-pattern-fair"}) {
      const auto visits =
          testing::watch(name, world, testing::Changes(8), {.hours = 40, .per_period = 2});
      std::vector<double> last(8, 0);
      for (std::size_t hour = 0; hour < 40; ++hour) {
        const auto urgency = [&](std::size_t i) {
          const auto& pattern = world.patterns[i];
          double omega = pattern.omega(hour % 24);
          if (name == "importance") {
            omega = 0;
            for (std::size_t k = 0; k < 24; ++k) omega += pattern.omega(k) / 24;
          }
          if (name == "pattern") omega = pattern.rates[hour % 24];
          if (name == "importance-pattern-fair") {
            double all = 0;
            for (std::size_t k = 0; k < 40; ++k)
              all += pattern.rates[k % 24] * pattern.importance[k % 24];
            omega /= all;
          }
          return world.weights[i] * omega * (static_cast<double>(hour + 1) - last[i]);
        };
        ASSERT_EQ(visits[hour].size(), 2u);
        double rest = 0;
        for (std::size_t i = 0; i < 8; ++i)
          if (i != visits[hour][0] && i != visits[hour][1]) rest = std::max(rest, urgency(i));
        ASSERT_GE(urgency(visits[hour][0]) * (1 + 1e-12), urgency(visits[hour][1])) << name;
        ASSERT_GE(urgency(visits[hour][1]) * (1 + 1e-12), rest) << name;
        for (const std::size_t page : visits[hour]) last[page] = static_cast<double>(hour + 1);
      }
    }
  }
}

TEST(LossIndex, IsItsFormula) {
  Rng rng(9);
  for (int round = 0; round < 60; ++round) {
    const World world = testing::make_world(8, rng.fork(static_cast<std::uint64_t>(round)));
    for (const bool global : {false, true}) {
      Watch options{.hours = 40, .per_period = 2};
      options.tuning.global = global;
      const auto visits = testing::watch("loss-index", world, testing::Changes(8), options);
      std::vector<double> last(8, 0), count(8, 0);
      for (std::size_t hour = 0; hour < 40; ++hour) {
        const Time now = static_cast<double>(hour + 1);
        const auto index = [&](std::size_t i) {
          const Course course = world.course(i);
          const Step all = course.over(0, 40);
          const double value = world.weights[i] * (global ? 1 : 1 / all.weight);
          const double gap = (4 + last[i]) / (1 + count[i]);
          return value * course.over(last[i], now).gain *
                 (1 - std::exp(-course.changes(now, now + gap)));
        };
        double rest = 0;
        for (std::size_t i = 0; i < 8; ++i)
          if (i != visits[hour][0] && i != visits[hour][1]) rest = std::max(rest, index(i));
        ASSERT_GE(index(visits[hour][0]) * (1 + 1e-9), index(visits[hour][1]));
        ASSERT_GE(index(visits[hour][1]) * (1 + 1e-9), rest);
        for (const std::size_t page : visits[hour]) last[page] = now, ++count[page];
      }
    }
  }
}

TEST(Prior, PagesThatNeverChangedDoNotStarveUnderOurs) {
  World world = testing::make_world(20, Rng(10));
  for (std::size_t i = 0; i < 5; ++i)
    for (double& rate : world.patterns[i].rates) rate = 0;
  const auto changes = testing::draw(world, 240, Rng(11));
  for (const std::string name : {"loss-index", "lagrange", "lambda-crawl"}) {
    std::vector<int> count(20, 0);
    for (const auto& period : testing::watch(name, world, changes, {.hours = 240, .per_period = 3}))
      for (const std::size_t page : period) ++count[page];
    for (std::size_t i = 0; i < 5; ++i) EXPECT_GT(count[i], 0) << name << " " << i;
  }
}

TEST(Rounds, FollowTheirOrderRoundAndRound) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> expected = {
      {"relevance", {2, 4, 1, 3, 0}},
      {"coherence", {3, 0, 4, 1, 2}},
      {"sharc-repeat", {3, 4, 2, 1, 0}},
  };
  const double rates[] = {0.1, 0.3, 0.4, 0.05, 0.2};
  const double weights[] = {0.1, 0.5, 0.9, 0.4, 0.8};
  for (const auto& [name, order] : expected) {
    auto strategy = make_strategy(name).value();
    strategy->expect({.period = 1, .per_period = 2});
    for (PageId id = 0; id < 5; ++id)
      strategy->learn({.id = id, .weight = weights[id], .rate = rates[id]});
    for (std::size_t k = 0; k < 15; ++k)
      EXPECT_EQ(strategy->next({.now = 1})->page, order[k % 5]) << name;
  }
}

TEST(NutchAdaptive, IntervalsShrinkWithChangesAndGrowWithout) {
  auto strategy = make_strategy("nutch-adaptive").value();
  strategy->expect({.start = 0, .period = 1000, .per_period = 1, .until = 1e6});
  strategy->learn({.id = 0});
  strategy->learn({.id = 1});
  int lively = 0;
  for (int k = 1; k <= 60; ++k) {
    const Time now = 1000.0 * k;
    const auto visit = strategy->next({.now = now});
    lively += visit->page == 1;
    strategy->observe({.visit = *visit,
                       .sent = now,
                       .received = now,
                       .outcome = visit->page == 1 ? Outcome::Changed : Outcome::Same});
  }
  EXPECT_GT(lively, 40);
  EXPECT_LT(lively, 60);
}

TEST(Frequency, VisitsAsOftenAsItsSolutionSays) {
  const World world = testing::make_world(30, Rng(12));
  const auto visits =
      testing::watch("frequency", world, testing::Changes(30), {.hours = 400, .per_period = 6});
  std::vector<double> count(30, 0);
  for (const auto& period : visits)
    for (const std::size_t page : period) ++count[page];
  EXPECT_EQ(std::accumulate(count.begin(), count.end(), 0.0), 2400);
  double hottest = 0, hot = 0;
  for (std::size_t i = 0; i < 30; ++i)
    if (const double load = world.patterns[i].mean_rate() / world.weights[i]; load > hottest)
      hottest = load, hot = count[i];
  EXPECT_EQ(hot, 0);  // what changes too often for its weight is given up
}

TEST(PeriodRanked, AFailedVisitLeavesThePageUrgent) {
  auto strategy = make_strategy("loss-index").value();
  strategy->expect({.start = 0, .period = 1, .per_period = 1, .until = 100});
  for (PageId id = 0; id < 3; ++id)
    strategy->learn({.id = id, .weight = id == 1 ? 1.0 : 0.6, .rate = 0.2});
  const auto first = strategy->next({.now = 1});
  strategy->observe({.visit = *first, .sent = 1, .received = 1, .outcome = Outcome::Failed});
  const auto second = strategy->next({.now = 2});
  EXPECT_EQ(second->page, first->page);
  strategy->observe({.visit = *second, .sent = 2, .received = 2, .outcome = Outcome::Changed});
  EXPECT_NE(strategy->next({.now = 3})->page, first->page);
}

}  // namespace
}  // namespace asof::schedule
