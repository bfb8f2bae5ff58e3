#include "quality/blur.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"

namespace asof::quality {
namespace {

// SHARC Figure 2: six pages, page i changes i times per slot.
const std::vector<double> kRates = {0, 1, 2, 3, 4, 5};

double blur_of(const std::vector<std::vector<Time>>& captures, Interval observation) {
  return expected_blur(kRates, captures, observation);
}

struct Schedule {
  const char* source;
  std::vector<std::vector<Time>> captures;  // of page 0, 1, ..
  Interval observation;
  double blur;
};

TEST(BlurTest, PapersSchedulesHaveTheirBlur) {
  const Schedule schedules[] = {
      {"Example 4.2", {{0}, {1}, {2}, {3}, {4}, {5}}, {0, 5}, 27.5},
      {"Example 4.4", {{0}, {5}, {1}, {4}, {2}, {3}}, {0, 5}, 22.7},
      {"Algorithm 1 by its letter (C1)", {{0}, {2}, {4}, {5}, {3}, {1}}, {0, 5}, 25.9},
      {"Table 3, online (C2)", {{0}, {1}, {4}, {3}, {2}, {5}}, {0, 5}, 26.7},
      {"Example 5.1 as printed (C2)", {{0}, {3}, {1}, {5}, {4}, {2}}, {0, 5}, 25.5},
      {"Example 7.2", {{0, 6}, {1, 7}, {2, 8}, {3, 9}, {4, 10}, {5, 11}}, {0, 11}, 545.0 / 22},
      {"Example 7.4", {{0, 6}, {5, 11}, {1, 7}, {4, 10}, {2, 8}, {3, 9}}, {0, 11}, 248.5 / 11},
  };
  for (const Schedule& schedule : schedules) {
    SCOPED_TRACE(schedule.source);
    EXPECT_NEAR(blur_of(schedule.captures, schedule.observation), schedule.blur, 1e-12);
  }
}

TEST(BlurTest, OptimumOfExample74IsBelowThePapersSchedule) {
  // Every page gets one of six visits and one of six revisits (errata C6).
  double omega[6][6];
  for (std::size_t v = 0; v < 6; ++v)
    for (std::size_t r = 0; r < 6; ++r) {
      const Time captures[] = {static_cast<double>(v), static_cast<double>(r + 6)};
      omega[v][r] = penalty(captures, {0, 11});
    }
  double best = kNever;
  std::vector<std::size_t> visits = {0, 1, 2, 3, 4, 5};
  do {
    std::vector<std::size_t> revisits = {0, 1, 2, 3, 4, 5};
    do {
      double sum = 0;
      for (std::size_t i = 0; i < 6; ++i) sum += kRates[i] * omega[visits[i]][revisits[i]];
      best = std::min(best, sum / 11);
    } while (std::next_permutation(revisits.begin(), revisits.end()));
  } while (std::next_permutation(visits.begin(), visits.end()));
  EXPECT_NEAR(best, 22.522727, 5e-7);
}

TEST(BlurTest, PagesOfExampleHaveTheirBlur) {
  const double single[] = {0, 1.7, 2.6, 3.9, 6.8, 12.5};
  const double twice[] = {0, 35, 62, 93, 140, 215};  // twenty-seconds
  for (std::size_t i = 0; i < 6; ++i) {
    const auto at = static_cast<double>(i);
    const Time visit[] = {at};
    const Time visits[] = {at, at + 6};
    EXPECT_NEAR(expected_blur(kRates[i], visit, {0, 5}), single[i], 1e-12);
    EXPECT_NEAR(expected_blur(kRates[i], visits, {0, 11}), twice[i] / 22, 1e-12);
  }
}

TEST(BlurTest, PenaltyOfACaptureOutsideIsTheDistanceToTheMiddle) {
  // Section 4.4's formula says 89 (errata C4).
  const Time before[] = {-3};
  const Time after[] = {13};
  EXPECT_DOUBLE_EQ(penalty(before, {0, 10}), 80);
  EXPECT_DOUBLE_EQ(penalty(after, {0, 10}), 80);
}

TEST(BlurTest, PenaltyFollowsThePrintedFormulas) {
  Rng rng(1);
  for (int round = 0; round < 1000; ++round) {
    const double end = rng.uniform(1, 20);
    const Time visit = rng.uniform(0, end);
    const Time revisit = rng.uniform(visit, end);
    const Time once[] = {visit};
    const Time twice[] = {visit, revisit};
    EXPECT_NEAR(penalty(once, {0, end}), visit * visit - visit * end + end * end / 2, 1e-9);
    EXPECT_NEAR(penalty(twice, {0, end}),
                visit * visit - (visit + revisit) * (visit + revisit) / 4 + revisit * revisit -
                    revisit * end + end * end / 2,
                1e-9);
  }
}

TEST(BlurTest, DoublingTheDelayQuadruplesThePenalty) {
  const Time near[] = {1, 4};
  const Time far[] = {2, 8};
  EXPECT_DOUBLE_EQ(penalty(far, {0, 12}), 4 * penalty(near, {0, 6}));
}

TEST(BlurTest, WithoutACaptureEveryBlurIsInfinite) {
  const std::vector<Time> none;
  EXPECT_EQ(penalty(none, {0, 1}), kNever);
  EXPECT_EQ(expected_blur(0, none, {0, 1}), kNever);
  EXPECT_EQ(exact_blur(none, none, {0, 1}), kNever);
}

std::vector<Time> random_times(Rng& rng, std::uint64_t most, double low, double high) {
  std::vector<Time> times(rng.below(most + 1));
  // Halves make captures, changes and ends coincide.
  const bool coarse = rng.below(2) == 0;
  for (Time& t : times) {
    t = rng.uniform(low, high);
    if (coarse) t = std::round(2 * t) / 2;
  }
  std::sort(times.begin(), times.end());
  return times;
}

double distance_to_nearest(const std::vector<Time>& captures, Time at) {
  double best = kNever;
  for (const Time capture : captures) best = std::min(best, std::abs(capture - at));
  return best;
}

TEST(BlurTest, PenaltyIsTheIntegralOfTheDistance) {
  Rng rng(2);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Time> captures = random_times(rng, 5, -5, 15);
    captures.push_back(20);
    const Interval observation{rng.uniform(-3, 3), rng.uniform(4, 12)};
    const int steps = 2000;
    const double step = observation.length() / steps;
    double sum = 0;
    for (int i = 0; i < steps; ++i)
      sum += step * distance_to_nearest(captures, observation.from + (i + .5) * step);
    EXPECT_NEAR(penalty(captures, observation), sum, 1e-4) << "round " << round;
  }
}

// Blur is piecewise constant between changes, captures and the middles of captures: its definition,
// instant by instant, on the middle of each piece.
double blur_by_definition(const std::vector<Time>& changes, const std::vector<Time>& captures,
                          Interval observation) {
  std::vector<Time> cuts = {observation.from, observation.to};
  const auto cut = [&](Time t) {
    if (observation.from < t && t < observation.to) cuts.push_back(t);
  };
  for (const Time t : changes) cut(t);
  for (const Time t : captures)
    for (const Time u : captures) cut((t + u) / 2);
  std::sort(cuts.begin(), cuts.end());
  double sum = 0;
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const Time at = (cuts[i - 1] + cuts[i]) / 2;
    Time nearest = captures[0];
    for (const Time t : captures)
      if (std::abs(t - at) < std::abs(nearest - at)) nearest = t;
    std::size_t between = 0;
    for (const Time t : changes)
      if (std::min(at, nearest) < t && t <= std::max(at, nearest)) ++between;
    sum += static_cast<double>(between) * (cuts[i] - cuts[i - 1]);
  }
  return sum / observation.length();
}

TEST(BlurTest, ExactBlurCountsChangesBetweenInstantsAndCaptures) {
  Rng rng(3);
  for (int round = 0; round < 5000; ++round) {
    const auto changes = random_times(rng, 8, -6, 16);
    auto captures = random_times(rng, 4, -6, 16);
    if (captures.empty()) captures.push_back(rng.uniform(-6, 16));
    const Interval observation{0, 10};
    EXPECT_NEAR(exact_blur(changes, captures, observation),
                blur_by_definition(changes, captures, observation), 1e-9)
        << "round " << round;
  }
}

TEST(BlurTest, ExactBlurIsEquations22And23) {
  Rng rng(4);
  for (int round = 0; round < 1000; ++round) {
    const auto changes = random_times(rng, 10, 0, 10);
    const Time visit = rng.uniform(0, 10);
    const Time revisit = rng.uniform(visit, 10);
    const Time middle = (visit + revisit) / 2;
    double once = 0;
    double twice = 0;
    for (const Time h : changes) {
      once += h <= visit ? h : 10 - h;
      if (h <= visit)
        twice += h;
      else if (h <= revisit)
        twice += h <= middle ? middle - h : h - middle;
      else
        twice += 10 - h;
    }
    EXPECT_NEAR(exact_blur(changes, std::vector<Time>{visit}, {0, 10}), once / 10, 1e-9);
    EXPECT_NEAR(exact_blur(changes, std::vector<Time>{visit, revisit}, {0, 10}), twice / 10, 1e-9);
  }
}

TEST(BlurTest, ExactBlurOfPoissonChangesIsTheExpectedOneInTheMean) {
  Rng rng(5);
  const std::vector<Time> captures = {2, 3, 7.5};
  const Interval observation{1, 9};
  const double rate = 2;
  double sum = 0;
  const int rounds = 20000;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Time> changes;
    for (Time t = rng.exponential(rate); t < 12; t += rng.exponential(rate)) changes.push_back(t);
    sum += exact_blur(changes, captures, observation);
  }
  const double expected = expected_blur(rate, captures, observation);
  EXPECT_NEAR(sum / rounds, expected, .02 * expected);
}

TEST(BlurTest, BlurOfASiteLeavesOutWhatWasNeverCaptured) {
  const SiteTrack site = {{.changes = {{1}, {2}}, .captures = {0}}, {.changes = {{1}}}};
  EXPECT_DOUBLE_EQ(exact_blur(site, {0, 4}), (3.0 + 2.0) / 4);
}

TEST(BlurTest, BlurIgnoresImportance) {
  const std::vector<Change> changes = {{1, .1}, {2, 7}};
  const Time captures[] = {0};
  EXPECT_DOUBLE_EQ(exact_blur(changes, captures, {0, 4}), (3.0 + 2.0) / 4);
}

}  // namespace
}  // namespace asof::quality
