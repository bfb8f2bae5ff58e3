#include "quality/sharp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::quality {
namespace {

// SHARC Example 7.9. Pages change as many times per slot as their number says, and did so here:
const std::vector<std::vector<Time>> kChanges = {{},         {1},           {2, 9},
                                                 {2, 8, 10}, {1, 3, 7, 11}, {2, 3, 4, 5, 6, 7}};
// Figure 8(a): page 5 hopeless, the others a pyramid. Figure 8(b): all promising.
const std::vector<std::vector<Time>> kOneHopeless = {{1, 10}, {2, 9}, {3, 8},
                                                     {4, 7},  {5, 6}, {0, 11}};
const std::vector<std::vector<Time>> kAllPromising = {{0, 11}, {1, 10}, {2, 9},
                                                      {3, 8},  {4, 7},  {5, 6}};
const std::vector<double> kRates = {0, 1, 2, 3, 4, 5};

SiteTrack example(const std::vector<std::vector<Time>>& captures) {
  SiteTrack site(6);
  for (std::size_t i = 0; i < 6; ++i) {
    for (const Time at : kChanges[i]) site[i].changes.push_back({at});
    site[i].captures = captures[i];
  }
  return site;
}

TEST(SharpTest, Example79InItsReadings) {
  const auto hopeless = example(kOneHopeless);
  const auto promising = example(kAllPromising);
  // The paper's 4 forgets page 0, its 1 needs closed intervals (errata C8).
  EXPECT_EQ(sharp_pages(hopeless, 5.5, Bounds::HalfOpen), 5u);
  EXPECT_EQ(sharp_pages(hopeless, 5.5, Bounds::Open), 5u);
  EXPECT_EQ(sharp_pages(promising, 5.5, Bounds::Closed), 1u);
  EXPECT_EQ(sharp_pages(promising, 5.5, Bounds::HalfOpen), 2u);
  EXPECT_EQ(sharp_pages(promising, 5.5, Bounds::Open), 6u);
}

TEST(SharpTest, Example79ByExpectation) {
  EXPECT_NEAR(expected_sharp(kRates, kOneHopeless, 5.5), 1.019, .0005);
  EXPECT_NEAR(expected_sharp(kRates, kAllPromising, 5.5), 1.007, .0005);
}

TEST(SharpTest, OptimumOfExample79) {
  // The pyramid theorem: some assignment of pages to lengths 1, 3, .., 11 is best.
  std::vector<std::size_t> order = {0, 1, 2, 3, 4, 5};
  double best = 0;
  do {
    std::vector<std::vector<Time>> captures(6);
    for (std::size_t i = 0; i < 6; ++i) {
      const auto place = static_cast<double>(order[i]);
      captures[i] = {5 - place, 6 + place};
    }
    best = std::max(best, expected_sharp(kRates, captures, 5.5));
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_NEAR(best, 1.370, .0005);
}

TEST(SharpTest, ACaptureAtTheInstantIsSharp) {
  const Time captures[] = {3};
  const Change changes[] = {{3}};
  EXPECT_EQ(sharp_probability(100, captures, 3), 1);
  EXPECT_TRUE(is_sharp(changes, captures, 3));
  EXPECT_FALSE(is_sharp(changes, captures, 3, Bounds::Closed));
}

TEST(SharpTest, OneSideIsNotEnough) {
  const Time captures[] = {3, 4};
  for (const Time at : {2.9, 4.1}) {
    EXPECT_EQ(sharp_probability(0, captures, at), 0);
    EXPECT_FALSE(is_sharp({}, captures, at));
  }
  EXPECT_EQ(sharp_probability(0, {}, 1), 0);
}

TEST(SharpTest, ComparesTheVersionsOfTheCapturesOnBothSides) {
  Rng rng(1);
  for (int round = 0; round < 5000; ++round) {
    PageTrack page;
    for (std::uint64_t i = 0, n = rng.below(6); i < n; ++i)
      page.changes.push_back({static_cast<double>(rng.below(12)) / 2});
    for (std::uint64_t i = 0, n = rng.below(6); i < n; ++i)
      page.captures.push_back(static_cast<double>(rng.below(12)) / 2);
    std::sort(page.changes.begin(), page.changes.end(),
              [](const Change& a, const Change& b) { return a.at < b.at; });
    std::sort(page.captures.begin(), page.captures.end());
    const Time as_of = static_cast<double>(rng.below(24)) / 4;

    Time before = -kNever;
    Time after = kNever;
    for (const Time t : page.captures) {
      if (t <= as_of) before = std::max(before, t);
      if (t >= as_of) after = std::min(after, t);
    }
    const bool sides = before != -kNever && after != kNever;
    std::size_t half_open = 0;
    std::size_t closed = 0;
    std::size_t open = 0;
    for (const Change& change : page.changes) {
      half_open += change.at > before && change.at <= after;
      closed += change.at >= before && change.at <= after;
      open += change.at > before && change.at < after;
    }
    const auto sharp = [&](Bounds bounds) {
      return is_sharp(page.changes, page.captures, as_of, bounds);
    };
    EXPECT_EQ(sharp(Bounds::HalfOpen), sides && half_open == 0) << "round " << round;
    EXPECT_EQ(sharp(Bounds::Closed), sides && closed == 0) << "round " << round;
    EXPECT_EQ(sharp(Bounds::Open), sides && open == 0) << "round " << round;
    EXPECT_DOUBLE_EQ(sharp_probability(.3, page.captures, as_of),
                     sides ? std::exp(-.3 * (after - before)) : 0);
  }
}

TEST(SharpTest, PoissonPagesAreSharpAsOftenAsExpected) {
  Rng rng(2);
  const std::vector<Time> captures = {1, 4, 5.5, 9};
  const int rounds = 20000;
  int sharp = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Change> changes;
    for (Time t = rng.exponential(.5); t < 10; t += rng.exponential(.5)) changes.push_back({t});
    sharp += is_sharp(changes, captures, 5);
  }
  EXPECT_NEAR(static_cast<double>(sharp) / rounds, sharp_probability(.5, captures, 5), .015);
}

}  // namespace
}  // namespace asof::quality
