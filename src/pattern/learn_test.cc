#include "pattern/learn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace asof::pattern {
namespace {

using Seen = std::vector<Sighting>;

double bump(double hour, double middle, double width) {
  const double apart = std::abs(hour - middle);
  const double distance = std::min(apart, 24 - apart);
  return std::exp(-distance * distance / (2 * width * width));
}

// Hours of a day, one to three bumps.
std::vector<double> generated_rates(Rng& rng) {
  const double changes = 6 * std::exp(rng.normal());
  std::vector<double> rates(24, rng.uniform(0.02, 0.4));
  for (auto bumps = 1 + rng.below(3); bumps > 0; --bumps) {
    const double middle = rng.uniform(0, 24);
    for (std::size_t h = 0; h < 24; ++h) rates[h] += bump(static_cast<double>(h) + 0.5, middle, 2);
  }
  const double total = std::accumulate(rates.begin(), rates.end(), 0.0);
  for (double& rate : rates) rate *= changes / total;
  return rates;
}

// Changes of `periods` slots of length 1, at uniform times within their slot, sorted.
std::vector<Time> generated_changes(Rng& rng, const std::vector<double>& rates, int periods) {
  std::vector<Time> changes;
  for (int h = 0; h < periods; ++h)
    for (auto n = rng.poisson(rates[static_cast<std::size_t>(h) % rates.size()]); n > 0; --n)
      changes.push_back(h + rng.uniform());
  std::sort(changes.begin(), changes.end());
  return changes;
}

Seen visited(Rng& rng, const std::vector<Time>& changes, Time end, double gap, double jitter) {
  Seen seen;
  for (Time from = 0;;) {
    const Time to = from + gap * rng.uniform(1 - jitter, 1 + jitter);
    if (to > end) return seen;
    const auto after = std::upper_bound(changes.begin(), changes.end(), from);
    seen.push_back({.from = from, .to = to, .changed = after != changes.end() && *after <= to});
    from = to;
  }
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double both = 0, square_a = 0, square_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean_a) * (b[i] - mean_b);
    square_a += (a[i] - mean_a) * (a[i] - mean_a);
    square_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return square_a * square_b > 0 ? both / std::sqrt(square_a * square_b) : 0;
}

Seen random_sightings(Rng& rng, std::size_t slots) {
  Seen seen;
  Time at = rng.uniform(-5, 5);
  for (auto visits = 3 + rng.below(15); visits > 0; --visits) {
    const Time next = at + rng.uniform(0.05, 2.0) * static_cast<double>(1 + rng.below(slots + 1));
    seen.push_back({.from = at, .to = next, .changed = rng.below(2) == 0});
    at = next;
  }
  seen[0].changed = true;
  seen[1].changed = false;
  return seen;
}

// A prototype had naive .831 .642 .441 .191, EM .921 .893 .854 .780. It does not
// say how far gaps jitter; with 60 % and 300 pages we measure .810 .609 .384 .195 and
// .926 .899 .832 .717.
TEST(Learn, FindsPatternsBetweenVisits) {
  struct Case {
    double gap, naive, learned;
  };
  for (const Case& one : {Case{1, 0.831, 0.921}, Case{3, 0.642, 0.893}, Case{5, 0.441, 0.854},
                          Case{8, 0.191, 0.780}}) {
    Rng rng(5);
    constexpr int kPages = 300;
    double naive = 0, learned = 0;
    for (int page = 0; page < kPages; ++page) {
      const auto rates = generated_rates(rng);
      const Seen seen = visited(rng, generated_changes(rng, rates, 720), 720, one.gap, 0.6);
      naive += correlation(averaged_pattern(seen, 24, 24).rates, rates) / kPages;
      learned += correlation(learned_pattern(seen, {.cycle = 24}).rates, rates) / kPages;
    }
    EXPECT_NEAR(naive, one.naive, 0.075) << one.gap;
    EXPECT_NEAR(learned, one.learned, 0.075) << one.gap;
  }
}

TEST(Learn, AWeekLearnsWeekdaysAndWeekends) {
  Rng rng(6);
  std::vector<double> rates;
  for (std::size_t h = 0; h < 168; ++h)
    rates.push_back(h < 120 ? 0.05 + 0.6 * bump(static_cast<double>(h % 24), 11, 3) : 0.02);
  const Seen seen = visited(rng, generated_changes(rng, rates, 168 * 12), 168 * 12, 2, 0.5);
  const Pattern learned = learned_pattern(seen, {.cycle = 168, .slots = 168});
  EXPECT_GT(correlation(learned.rates, rates), 0.8);
  EXPECT_GT(learned.expected(0, 120), 8 * learned.expected(120, 168));
}

TEST(Learn, LikelihoodNeverFalls) {
  Rng rng(7);
  for (int round = 0; round < 500; ++round) {
    const std::size_t slots = 1 + rng.below(6);
    const Seen seen = random_sightings(rng, slots);
    double last = -1e300;
    for (const int rounds : {1, 2, 3, 5, 8, 20}) {
      const Pattern pattern = learned_pattern(seen, {.cycle = static_cast<double>(slots),
                                                     .slots = slots,
                                                     .prior = 0,
                                                     .smooth = false,
                                                     .rounds = rounds});
      const double now = log_likelihood(pattern, seen);
      EXPECT_GE(now, last - 1e-9);
      last = now;
    }
  }
}

TEST(Learn, AgreesWithAGridSearch) {
  Rng rng(8);
  for (int round = 0; round < 300; ++round) {
    const Seen seen = random_sightings(rng, 2);
    const LearnOptions options{
        .cycle = 2, .slots = 2, .prior = 0, .smooth = false, .rounds = 20000};
    const double found = log_likelihood(learned_pattern(seen, options), seen);
    double best = -1e300;
    Pattern pattern{.cycle = 2, .rates = {0, 0}};
    for (double a = -9; a < 4; a += 0.25)
      for (double b = -9; b < 4; b += 0.25) {
        pattern.rates = {std::exp(a), std::exp(b)};
        best = std::max(best, log_likelihood(pattern, seen));
      }
    EXPECT_GE(found, best - 1e-3);
  }
}

// Visits at whole hours see the page's own hours; the importance found is that of the hour.
TEST(Learn, ImportanceFollowsTheHourOfTheChange) {
  Rng rng(9);
  const std::vector<double> rates(24, 0.4);
  Seen seen = visited(rng, generated_changes(rng, rates, 24 * 60), 24 * 60, 3, 0.5);
  for (Sighting& one : seen) one.importance = std::fmod(one.to, 24) < 12 ? 0.9 : 0.2;
  const Pattern pattern = learned_pattern(seen, {.cycle = 24});
  EXPECT_NEAR(pattern.importance[7], 0.9, 0.06);
  EXPECT_NEAR(pattern.importance[18], 0.2, 0.06);
}

TEST(Learn, AveragesAreThoseOfThePapers) {
  // Two days of four periods, visited at the end of each: the mean of two series.
  Seen seen;
  const std::vector<double> found = {0.1, 0, 0.6, 0, 0.3, 0, 0, 0.8};
  for (std::size_t i = 0; i < found.size(); ++i)
    seen.push_back({.from = static_cast<double>(i),
                    .to = static_cast<double>(i) + 1,
                    .changed = found[i] > 0,
                    .importance = found[i]});
  const auto mean = averaged_importance(seen, 4, 4);
  const std::vector<double> expected = {0.2, 0, 0.3, 0.4};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(mean[k], expected[k], 1e-12);
  const Pattern pattern = averaged_pattern(seen, 4, 4);
  EXPECT_NEAR(pattern.rates[0], -std::log(0.5 / 2.5), 1e-12);
  EXPECT_NEAR(pattern.importance[0], 0.2, 1e-12);
  EXPECT_EQ(pattern.rates[1], 0);
}

TEST(Learn, NothingSeenAndNothingChangedGiveZero) {
  for (const double rate : learned_pattern({}, {}).rates) EXPECT_EQ(rate, 0);
  const Seen quiet = {{.from = 0, .to = 5000}, {.from = 5000, .to = 500000}};
  for (const double rate : learned_pattern(quiet, {}).rates) EXPECT_EQ(rate, 0);
  for (const double rate : averaged_pattern(quiet, 86400, 24).rates) EXPECT_EQ(rate, 0);
}

// How long a page rests that was never seen to rest is belief, and nothing else bounds its rate.
TEST(Learn, RestIsBelievedWhereEveryVisitSawAChange) {
  const auto mean_rate = [](int unchanged, double rest) {
    Seen seen;
    for (int i = 0; i < 80; ++i)
      seen.push_back({.from = i * 6.0, .to = i * 6.0 + 6, .changed = i >= unchanged});
    return learned_pattern(seen, {.cycle = 24, .slots = 24, .rest = rest}).mean_rate();
  };
  EXPECT_GT(mean_rate(0, 0.5), mean_rate(0, 1) * 1.05);
  EXPECT_NEAR(mean_rate(20, 0.5) / mean_rate(20, 1), 1, 0.01);
}

TEST(Learn, IntervalsLongerThanACycleKeepTheMeanRate) {
  Rng rng(10);
  const std::vector<double> rates(24, 0.01);
  const Seen seen = visited(rng, generated_changes(rng, rates, 24 * 3000), 24 * 3000, 60, 0.5);
  EXPECT_NEAR(learned_pattern(seen, {.cycle = 24}).mean_rate(), 0.01, 0.001);
}

}  // namespace
}  // namespace asof::pattern
