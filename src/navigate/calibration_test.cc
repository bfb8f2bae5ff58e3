#include "navigate/calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace asof::navigate {
namespace {

double loss(const std::vector<double>& values, const std::vector<double>& weights,
            const std::vector<double>& fit) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += weights[i] * (values[i] - fit[i]) * (values[i] - fit[i]);
  return sum;
}

// Every way to cut the values into blocks, each at its mean; those that rise.
double least_loss(const std::vector<double>& values, const std::vector<double>& weights) {
  const std::size_t n = values.size();
  double best = 1e300;
  for (unsigned cuts = 0; cuts < (1U << (n - 1)); ++cuts) {
    std::vector<double> fit;
    for (std::size_t i = 0; i < n;) {
      std::size_t end = i + 1;
      while (end < n && !(cuts >> (end - 1) & 1U)) ++end;
      double sum = 0;
      double weight = 0;
      for (std::size_t k = i; k < end; ++k) {
        sum += values[k] * weights[k];
        weight += weights[k];
      }
      fit.insert(fit.end(), end - i, sum / weight);
      i = end;
    }
    if (std::is_sorted(fit.begin(), fit.end())) best = std::min(best, loss(values, weights, fit));
  }
  return best;
}

TEST(Calibration, PoolingIsTheBestMonotoneFit) {
  Rng rng(4);
  for (int i = 0; i < 3000; ++i) {
    std::vector<double> values;
    std::vector<double> weights;
    const std::size_t n = 1 + rng.below(8);
    for (std::size_t k = 0; k < n; ++k) {
      values.push_back(rng.uniform());
      weights.push_back(rng.uniform(0.1, 2));
    }
    const std::vector<double> fit = pool_adjacent_violators(values, weights);
    ASSERT_TRUE(std::is_sorted(fit.begin(), fit.end()));
    ASSERT_NEAR(loss(values, weights, fit), least_loss(values, weights), 1e-9) << i;
  }
}

std::vector<Case> overconfident(Rng& rng, int count) {
  std::vector<Case> cases;
  for (int i = 0; i < count; ++i) {
    const double stated = rng.uniform();
    cases.push_back({stated, rng.uniform() < stated * stated ? 1.0 : 0.0});
  }
  return cases;
}

TEST(Calibration, ACorrectionRepairsOverconfidenceItHasNotSeen) {
  Rng rng(6);
  const Correction correction = Correction::fit(overconfident(rng, 20000));
  std::vector<Case> fresh = overconfident(rng, 20000);
  EXPECT_GT(reliability(fresh).worst(), 0.2);
  for (Case& c : fresh) c.stated = correction(c.stated);
  EXPECT_LT(reliability(fresh).worst(), 0.05);
  EXPECT_EQ(correction(1), 1);
  double last = 0;
  for (int k = 0; k <= 1000; ++k) {
    EXPECT_GE(correction(k / 1000.0), last);
    last = correction(k / 1000.0);
  }
}

TEST(Calibration, WhatLiesBeyondTheCasesIsNotTakenForThem) {
  const std::vector<Case> cases(100, Case{0.6, 1});
  const Correction correction = Correction::fit(cases);
  EXPECT_LT(correction(0.01), 0.05);
  EXPECT_GT(correction(0.6), 0.9);
}

TEST(Calibration, WithoutCasesNothingIsCorrected) {
  EXPECT_EQ(Correction()(0.3), 0.3);
  EXPECT_EQ(Correction::fit({})(0.3), 0.3);
}

TEST(Calibration, AFewCasesOnlyNudge) {
  const std::vector<Case> cases = {{0.9, 0}, {0.9, 0}};
  EXPECT_NEAR(Correction::fit(cases)(0.9), 0.75, 1e-9);
}

// The archive settles a third of the cases; for the rest it has a better guess, overconfident in
// the same way as what is to be corrected.
TEST(Calibration, OwnEvidenceAgreesWithItselfAndWithTheTruth) {
  Rng rng(8);
  std::vector<HiddenCase> cases;
  std::vector<Case> truth;
  for (int i = 0; i < 30000; ++i) {
    // A latent chance q; half the time more is known than the prediction knew.
    const double q = rng.uniform();
    const bool yes = rng.uniform() < q;
    const double stated = std::sqrt(q);
    const bool settled = rng.below(3) == 0;
    cases.push_back({stated, settled ? (yes ? 1.0 : 0.0) : std::sqrt(q)});
    truth.push_back({stated, yes ? 1.0 : 0.0});
  }
  const Correction correction = fit_on_own_evidence(cases, {});
  EXPECT_GT(reliability(truth).worst(), 0.2);
  for (Case& c : truth) c.stated = correction(c.stated);
  EXPECT_LT(reliability(truth).worst(), 0.05);
}

}  // namespace
}  // namespace asof::navigate
