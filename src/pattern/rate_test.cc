#include "pattern/rate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"

namespace asof::pattern {
namespace {

using Seen = std::vector<Observation>;

// Twenty visits of a page with a known rate; `regular` at distance 1, else exponential with mean 1.
Seen visits(Rng& rng, double rate, bool regular) {
  Seen seen;
  for (int i = 0; i < 20; ++i) {
    Observation one{.length = regular ? 1 : rng.exponential(1)};
    // Looking back from the visit, the last change is exponentially long ago.
    const double since = rng.exponential(rate);
    one.changed = since < one.length;
    if (one.changed) one.since_change = since;
    seen.push_back(one);
  }
  return seen;
}

Seen random_visits(Rng& rng) {
  Seen seen;
  const auto count = 2 + rng.below(12);
  const double scale = std::pow(10, rng.uniform(-4, 6));
  for (std::uint64_t i = 0; i < count; ++i) {
    Observation one{.length = scale * std::pow(10, rng.uniform(-3, 0)),
                    .changed = rng.below(2) == 0};
    if (one.changed && rng.below(2) == 0) one.since_change = rng.uniform(0, one.length);
    seen.push_back(one);
  }
  seen[0].changed = true;  // so that plain likelihood has a root
  seen[0].since_change.reset();
  seen[1].changed = false;
  seen[1].since_change.reset();
  return seen;
}

// The logarithm of the likelihood, as it is defined.
double log_likelihood(const Seen& seen, double rate, bool dated) {
  double sum = 0;
  for (const Observation& one : seen) {
    if (!one.changed)
      sum -= rate * one.length;
    else if (dated && one.since_change)
      sum += std::log(rate) - rate * *one.since_change;
    else
      sum += std::log(-std::expm1(-rate * one.length));
  }
  return sum;
}

template <class Score>
double best_on_grid(double around, Score score) {
  double best = 0, best_score = -1e300;
  for (int i = -400; i <= 400; ++i) {
    const double rate = around * std::exp(i * 0.01);
    if (const double s = score(rate); s > best_score) best = rate, best_score = s;
  }
  return best;
}

TEST(Rate, RootsAgreeWithAGridSearch) {
  Rng rng(3);
  for (int round = 0; round < 2000; ++round) {
    const Seen seen = random_visits(rng);
    const double likely = maximum_likelihood_rate(seen);
    EXPECT_NEAR(best_on_grid(likely, [&](double r) { return log_likelihood(seen, r, false); }),
                likely, 0.011 * likely);
    const double dated = last_modified_rate(seen, 0);
    EXPECT_NEAR(best_on_grid(dated, [&](double r) { return log_likelihood(seen, r, true); }), dated,
                0.011 * dated);
    Seen more = seen;
    more.push_back({.length = 2, .changed = true});
    more.push_back({.length = 2, .changed = false});
    const double smooth = smoothed_rate(seen, 2);
    EXPECT_NEAR(best_on_grid(smooth, [&](double r) { return log_likelihood(more, r, false); }),
                smooth, 0.011 * smooth);
  }
}

TEST(Rate, RootsSolveTheirEquations) {
  Rng rng(4);
  for (int round = 0; round < 5000; ++round) {
    const Seen seen = random_visits(rng);
    const double likely = maximum_likelihood_rate(seen), moment = moment_rate(seen);
    double pull = 0, quiet = 0, unchanged = 0, unmoved = 0;
    for (const Observation& one : seen) {
      if (one.changed) pull += one.length / std::expm1(likely * one.length);
      if (!one.changed) quiet += one.length, unchanged += 1;
      unmoved += std::exp(-moment * one.length);
    }
    EXPECT_NEAR(pull / quiet, 1, 1e-9);
    EXPECT_NEAR(unmoved / unchanged, 1, 1e-9);
  }
}

TEST(Rate, RootsSurviveExtremeLengths) {
  const Seen tiny = {{.length = 1e9, .changed = true}, {.length = 1e-9, .changed = false}};
  // 1e9 / (e^(1e9 r) - 1) = 1e-9, so r = ln(1e18 + 1) / 1e9.
  EXPECT_NEAR(maximum_likelihood_rate(tiny) * 1e9, std::log(1e18), 1e-6);
  const Seen large = {{.length = 1e-9, .changed = true}, {.length = 1e9, .changed = false}};
  EXPECT_NEAR(maximum_likelihood_rate(large) * 1e9, 1, 1e-6);
  EXPECT_TRUE(std::isfinite(smoothed_rate(tiny, 1e-300)));
  EXPECT_TRUE(std::isfinite(moment_rate(tiny)));
}

TEST(Rate, UnitsOfTimeOnlyScaleTheAnswer) {
  Rng rng(5);
  for (int round = 0; round < 500; ++round) {
    Seen seen = random_visits(rng), scaled = seen;
    for (Observation& one : scaled) {
      one.length *= 86400;
      if (one.since_change) *one.since_change *= 86400;
    }
    for (const EstimatorRow& row : estimators()) {
      const double rate = row.estimate(seen, 0.5);
      EXPECT_NEAR(row.estimate(scaled, 0.5 * 86400) * 86400, rate, 1e-8 * rate) << row.name;
    }
  }
}

TEST(Rate, NothingSeenAndNothingOrEverythingChangedHaveAnAnswer) {
  const Seen none = {{.length = 1}, {.length = 2}};
  const Seen all = {{.length = 1, .changed = true}, {.length = 2, .changed = true}};
  EXPECT_EQ(maximum_likelihood_rate({}), 0);
  EXPECT_EQ(moment_rate({}), 0);
  EXPECT_EQ(naive_rate({}), 0);
  EXPECT_EQ(regular_rate({}), 0);
  EXPECT_EQ(maximum_likelihood_rate(none), 0);
  EXPECT_EQ(last_modified_rate(none, 0), 0);
  EXPECT_EQ(moment_rate(none), 0);
  EXPECT_EQ(maximum_likelihood_rate(all), kNever);
  EXPECT_EQ(moment_rate(all), kNever);
  EXPECT_TRUE(std::isfinite(regular_rate(all)));
  // Without evidence the two intervals of smoothing balance at s / (e^(rs) - 1) = s.
  EXPECT_NEAR(smoothed_rate({}, 0.5), std::log(2) / 0.5, 1e-12);
  EXPECT_LT(smoothed_rate(none, 0.5), smoothed_rate({}, 0.5));
  EXPECT_GT(smoothed_rate(all, 0.5), smoothed_rate({}, 0.5));
}

TEST(Rate, DatedChangesGiveChangesPerQuietTime) {
  const Seen seen = {{.length = 4, .changed = true, .since_change = 1},
                     {.length = 3, .changed = false},
                     {.length = 5, .changed = true, .since_change = 2}};
  EXPECT_DOUBLE_EQ(last_modified_rate(seen, 0), 2.0 / 6);
  // A date before the last visit cannot be true of this change; the interval bounds it.
  const Seen lies = {{.length = 4, .changed = true, .since_change = 400}};
  EXPECT_DOUBLE_EQ(last_modified_rate(lies, 0), 1.0 / 4);
}

struct Quality {
  double bias = 0, rmse = 0;
};

Quality quality(const EstimatorRow& row, double rate, bool regular, int rounds) {
  Rng rng(6);
  Quality q;
  for (int round = 0; round < rounds; ++round) {
    const Seen seen = visits(rng, rate, regular);
    const double error = std::min(row.estimate(seen, 0.5), 20.0) - rate;
    q.bias += error / rounds;
    q.rmse += error * error / rounds;
  }
  q.rmse = std::sqrt(q.rmse);
  return q;
}

// The figures of the algorithms note, A1; tolerances are about three standard errors of 4,000
// rounds (plain likelihood has a heavy tail).
TEST(Rate, ErrorsOnKnownRatesAreThosePublished) {
  struct Case {
    std::string name;
    bool regular;
    double rate, bias, rmse, tolerance;
  };
  const std::vector<Case> cases = {
      {"smoothed", false, 1.5, 0.097, 0.532, 0.03},
      {"likelihood", false, 1.5, 0.16, 0.717, 0.10},
      {"moment", false, 1.5, 0.14, 0.717, 0.08},
      {"regular", false, 1.5, -0.57, 0.631, 0.03},
      {"naive", false, 1.5, -0.88, 0.895, 0.02},
      {"poisson-visits", false, 1.5, 0, 0.64, 0.06},
      {"last-modified", false, 1.5, 0.056, 0.432, 0.03},
      {"naive", true, 1.5, -0.72, 0.73, 0.02},
      {"regular", true, 1.5, -0.003, 0.44, 0.03},
      {"regular", true, 0.5, 0.012, 0.18, 0.02},
      {"poisson-visits", true, 1.5, 1.9, 2.95, 0.25},
  };
  for (const Case& one : cases) {
    bool found = false;
    for (const EstimatorRow& row : estimators()) {
      if (row.name != one.name) continue;
      found = true;
      const Quality q = quality(row, one.rate, one.regular, 4000);
      EXPECT_NEAR(q.bias, one.bias, one.tolerance) << one.name << " regular " << one.regular;
      EXPECT_NEAR(q.rmse, one.rmse, one.tolerance) << one.name << " regular " << one.regular;
    }
    EXPECT_TRUE(found) << one.name;
  }
}

}  // namespace
}  // namespace asof::pattern
