#include "pattern/pattern.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::pattern {
namespace {

constexpr Duration kHour = 3600;

// JCDL Example 3.2.1: six periods of four hours. With importance 1 a slot's omega is the chance of
// a change, so the rates are those that give the printed numbers.
Pattern example() {
  Pattern pattern;
  for (const double omega : {0.1, 0.3, 0.6, 0.42, 0.37, 0.83})
    pattern.rates.push_back(-std::log1p(-omega));
  return pattern;
}

Pattern random_pattern(Rng& rng) {
  Pattern pattern{.cycle = rng.uniform(1, 50)};
  const std::size_t slots = 1 + rng.below(9);
  const bool weighted = rng.below(2) == 0;
  for (std::size_t k = 0; k < slots; ++k) {
    pattern.rates.push_back(rng.below(4) == 0 ? 0 : rng.uniform(0, 3));
    if (weighted) pattern.importance.push_back(rng.uniform());
  }
  return pattern;
}

// The definition, by summing many thin slices at their middles.
double by_slices(const Pattern& pattern, Time from, Time to, bool weighted) {
  constexpr int kSlices = 20000;
  const double step = (to - from) / kSlices;
  double sum = 0;
  for (int i = 0; i < kSlices; ++i) {
    const double phase = (from + (i + 0.5) * step) / pattern.cycle;
    const auto slot = static_cast<std::size_t>((phase - std::floor(phase)) *
                                               static_cast<double>(pattern.slots()));
    sum += (weighted ? pattern.omega(slot) : pattern.rates[slot]) * step / pattern.slot_length();
  }
  return sum;
}

TEST(Pattern, CountsOnlyTheShareOfASlotThatIsAsked) {
  // 3:59 to 4:01 touches two periods of four hours, but two minutes are not eight hours.
  const double minute = 60;
  EXPECT_NEAR(example().weight(4 * kHour - minute, 4 * kHour + minute), 0.4 / 240, 1e-12);
  EXPECT_NEAR(example().weight(0, 8 * kHour), 0.4, 1e-12);
}

TEST(Pattern, PeriodsAreTheDayDividedByTheirNumber) {
  // JCDL's table of periods has 4 / N in its last five columns; 24 / N is meant (C25).
  const struct {
    std::size_t slots;
    double hours;
  } periods[] = {{2, 12},   {3, 8},    {6, 4},    {24, 1},   {30, 0.8},
                 {40, 0.6}, {60, 0.4}, {80, 0.3}, {120, 0.2}};
  for (const auto& one : periods) {
    Pattern pattern;
    pattern.rates.assign(one.slots, 1);
    EXPECT_NEAR(pattern.slot_length() / kHour, one.hours, 1e-12);
  }
}

TEST(Pattern, GoesOnAfterTheEndOfItsCycle) {
  EXPECT_NEAR(example().weight(20 * kHour, 28 * kHour), 0.93, 1e-12);
  EXPECT_NEAR(example().weight(-4 * kHour, 4 * kHour), 0.93, 1e-12);
  EXPECT_NEAR(example().weight(0, 24 * kHour), 2.62, 1e-12);
  EXPECT_NEAR(example().weight(7 * kHour, 55 * kHour), 2 * 2.62, 1e-12);
}

TEST(Pattern, ASlotOwnsItsStartAndWrapsBothWays) {
  EXPECT_EQ(example().slot_at(0), 0u);
  EXPECT_EQ(example().slot_at(4 * kHour), 1u);
  EXPECT_EQ(example().slot_at(24 * kHour), 0u);
  EXPECT_EQ(example().slot_at(-1), 5u);
  EXPECT_EQ(example().slot_at(-24 * kHour), 0u);
  EXPECT_EQ(example().slot_at(101 * kHour), 1u);
}

TEST(Pattern, NothingIsExpectedOfAnEmptyInterval) {
  EXPECT_EQ(example().expected(5, 5), 0);
  EXPECT_EQ(example().weight(9, 5), 0);
}

TEST(Pattern, ImportanceScalesOmegaButNotRates) {
  Pattern pattern = example();
  const double changes = pattern.expected(100, 90000);
  const double weight = pattern.weight(100, 90000);
  pattern.importance.assign(6, 0.25);
  EXPECT_DOUBLE_EQ(pattern.expected(100, 90000), changes);
  EXPECT_NEAR(pattern.weight(100, 90000), weight / 4, 1e-12);
}

TEST(Pattern, MeanRateIsWhatLongIntervalsApproach) {
  const Pattern pattern = example();
  EXPECT_NEAR(pattern.expected(12345, 12345 + 1e9) / 1e9, pattern.mean_rate(), 1e-8);
}

TEST(Pattern, AgreesWithThinSlices) {
  Rng rng(1);
  for (int round = 0; round < 400; ++round) {
    const Pattern pattern = random_pattern(rng);
    const Time from = rng.uniform(-100, 100);
    const Time to = from + rng.uniform(0, 3 * pattern.cycle);
    // A slice that straddles a border of slots is misplaced by at most itself.
    const double slack = 3 * 30 * (to - from) / 20000 / pattern.slot_length() + 1e-9;
    EXPECT_NEAR(pattern.expected(from, to), by_slices(pattern, from, to, false), slack);
    EXPECT_NEAR(pattern.weight(from, to), by_slices(pattern, from, to, true), slack);
  }
}

TEST(Pattern, SumsOverPartsAreSumsOverTheWhole) {
  Rng rng(2);
  for (int round = 0; round < 5000; ++round) {
    const Pattern pattern = random_pattern(rng);
    const Time from = rng.uniform(-1e6, 1e6);
    const Time middle = from + rng.uniform(0, 5 * pattern.cycle);
    const Time to = middle + rng.uniform(0, 5 * pattern.cycle);
    EXPECT_NEAR(pattern.expected(from, to),
                pattern.expected(from, middle) + pattern.expected(middle, to), 1e-6);
    EXPECT_NEAR(pattern.expected(from, from + pattern.cycle), pattern.mean_rate() * pattern.cycle,
                1e-6);
  }
}

}  // namespace
}  // namespace asof::pattern
