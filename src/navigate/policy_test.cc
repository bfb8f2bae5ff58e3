#include "navigate/policy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "navigate/coherence.h"

namespace asof::navigate {
namespace {

const Policy& policy(std::string_view name) { return *find_policy(name); }

Page page_of(std::vector<CaptureMark> captures, std::vector<double> rates = {1}) {
  return {.captures = std::move(captures), .changes = {.cycle = 24, .rates = std::move(rates)}};
}

Page random_page(Rng& rng) {
  Page page;
  page.changes.cycle = 24;
  for (int k = 0; k < 4; ++k) page.changes.rates.push_back(rng.exponential(1));
  Time at = rng.uniform(0, 10);
  std::uint64_t digest = 0;
  const std::size_t count = 1 + rng.below(9);
  for (std::size_t i = 0; i < count; ++i) {
    if (rng.below(2) == 0) ++digest;
    page.captures.push_back({at, digest, {}});
    // Some claims are true, some cannot be.
    if (rng.below(3) == 0) page.captures.back().last_modified = at + rng.uniform(-6, 2);
    at += rng.uniform(0.5, 9);
  }
  return page;
}

TEST(Runs, MergeEqualNeighboursAndBelieveOnlyPossibleDates) {
  const std::vector<CaptureMark> captures = {{1, 7, 0.5}, {2, 7, {}},  {4, 8, 1.5}, {5, 8, 3.0},
                                             {6, 8, 5.5}, {9, 7, 9.5}, {10, 7, 8.0}};
  const auto runs = runs_of(captures);
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].modified, 0.5);
  // 1.5 was before the old version was last seen; 3.0 is the first that can be true.
  EXPECT_EQ(runs[1].modified, 3.0);
  EXPECT_EQ(runs[1].first, 2U);
  EXPECT_EQ(runs[1].last, 4U);
  EXPECT_EQ(runs[1].hi, 6);
  // 9.5 is later than its capture. The second claim of the run is possible.
  EXPECT_EQ(runs[2].modified, 8.0);
}

struct SimpleCase {
  const char* rule;
  std::vector<Time> captures;
  Time at;
  std::size_t nearest, recent, first_after;
};

TEST(Policy, SimpleOnesFollowTheirTable) {
  const SimpleCase cases[] = {
      {"between two", {0, 10}, 4, 0, 0, 1},
      {"a tie goes to the earlier", {0, 10}, 5, 0, 0, 1},
      {"nearer to the later", {0, 10}, 6, 1, 0, 1},
      {"an exact hit is all of them", {0, 5, 10}, 5, 1, 1, 1},
      {"nothing before", {5, 10}, 1, 0, 0, 0},
      {"nothing after", {5, 10}, 19, 1, 1, 1},
  };
  const Page source = page_of({{0, 1, {}}});
  for (const SimpleCase& c : cases) {
    SCOPED_TRACE(c.rule);
    Page link = page_of({});
    for (const Time at : c.captures) link.captures.push_back({at, 1, {}});
    const Question question{.source = source, .at = c.at, .link = link};
    EXPECT_EQ(policy("nearest").choose(question).capture, c.nearest);
    EXPECT_EQ(policy("recent").choose(question).capture, c.recent);
    EXPECT_EQ(policy("first-after").choose(question).capture, c.first_after);
  }
}

TEST(Policy, EveryOneAnswersNothingForAPageWithoutCaptures) {
  const Page source = page_of({{0, 1, {}}});
  const Page empty = page_of({});
  for (const Policy& p : policies()) {
    EXPECT_FALSE(p.choose({.source = source, .at = 3, .link = empty}).capture) << p.name;
    EXPECT_TRUE(p.choose({.source = empty, .at = 3, .link = source}).capture) << p.name;
  }
}

// omega = importance (1 - e^-rate): a huge rate makes omega the importance itself.
Page with_omega(std::vector<CaptureMark> captures, std::vector<double> omega) {
  Page page{.captures = std::move(captures)};
  page.changes = {.cycle = static_cast<double>(omega.size()),
                  .rates = std::vector<double>(omega.size(), 1e3),
                  .importance = omega};
  return page;
}

TEST(Policy, PatternChoosesTheVersionOfExampleOne) {
  // TPDL Example 1: 0.6 + 0.1 = 0.7 before t_q, 0.7 + 0.6 = 1.3 after.
  const Page source = with_omega({{1, 1, {}}}, {0.6, 0.7});
  const Page link = with_omega({{0, 1, {}}, {2, 2, {}}}, {0.1, 0.6});
  EXPECT_NEAR(source.changes.weight(0, 1) + link.changes.weight(0, 1), 0.7, 1e-9);
  EXPECT_NEAR(source.changes.weight(1, 2) + link.changes.weight(1, 2), 1.3, 1e-9);
  EXPECT_EQ(policy("pattern").choose({.source = source, .at = 1, .link = link}).capture, 0U);
}

TEST(Policy, PatternProratesAndWrapsWhereTheLetterCountsWholeSlots) {
  // Hours of a day; hour 3 and 4 are busy. From 3:59 to 4:01 nearly nothing is to be expected.
  std::vector<double> omega(24, 0.01);
  omega[3] = omega[4] = 0.2;
  const Page source = with_omega({{3 + 59.0 / 60, 1, {}}}, omega);
  const Page link = with_omega({{1, 1, {}}, {4 + 1.0 / 60, 2, {}}}, omega);
  const Question question{.source = source, .at = 3 + 59.0 / 60, .link = link};
  EXPECT_EQ(policy("pattern").choose(question).capture, 1U);
  EXPECT_EQ(policy("pattern-literal").choose(question).capture, 0U);
  // Over midnight, both ways.
  const Page night = with_omega({{23.5, 1, {}}, {26, 2, {}}}, omega);
  EXPECT_EQ(policy("pattern").choose({.source = source, .at = 24.5, .link = night}).capture, 0U);
}

TEST(Policy, LikelihoodIsTheBestOfAllRunsTheNearestOnATie) {
  Rng rng(11);
  for (int i = 0; i < 4000; ++i) {
    const Page source = random_page(rng);
    const Page link = random_page(rng);
    const Time at = source.captures[rng.below(source.captures.size())].at;
    Question question{.source = source, .at = at, .link = link};
    if (rng.below(2) == 0) question.joint.weight = {0.5, 0, 0, 0.3, 0, 0, 0.2};
    const Choice choice = policy("likelihood").choose(question);
    ASSERT_TRUE(choice.capture);
    double best = 0;
    for (std::size_t k = 0; k < link.captures.size(); ++k)
      best = std::max(best, probability_of(question, k));
    ASSERT_NEAR(*choice.probability, best, 1e-12) << i;
    for (std::size_t k = 0; k < link.captures.size(); ++k)
      if (probability_of(question, k) == best) {
        ASSERT_LE(std::abs(link.captures[*choice.capture].at - at),
                  std::abs(link.captures[k].at - at))
            << i;
      }
  }
}

TEST(Policy, LikelihoodIsCertainWhenAVersionSpansTheSource) {
  const Page source = page_of({{10, 1, {}}});
  const Page link = page_of({{1, 5, {}}, {10.5, 6, {}}, {11, 7, {}}});
  const Page spanning = page_of({{1, 5, {}}, {12, 5, {}}});
  EXPECT_EQ(policy("likelihood").choose({.source = source, .at = 10, .link = spanning}).probability,
            1.0);
  EXPECT_LT(*policy("likelihood").choose({.source = source, .at = 10, .link = link}).probability,
            1.0);
}

}  // namespace
}  // namespace asof::navigate
