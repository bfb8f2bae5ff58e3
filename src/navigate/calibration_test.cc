#include "navigate/calibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace asof::navigate {
namespace {

// Stated by a model that does not know of what makes a third of all chances fail.
double too_sure(double chance) { return 1 - std::pow(1 - chance, 1.5); }

TEST(Calibration, OrderAndProofsAreKept) {
  std::vector<HiddenCase> cases;
  for (std::uint32_t i = 0; i < 1000; ++i) cases.push_back({0.6, 0, i, i});
  const Correction correction = Correction::fit(cases);
  EXPECT_LT(correction(0.6), 0.2);
  EXPECT_EQ(correction(0), 0);
  EXPECT_EQ(correction(1), 1);
  for (int k = 1; k <= 1000; ++k)
    EXPECT_GE(correction(k / 1000.0), correction((k - 1) / 1000.0)) << k;
}

TEST(Calibration, WithoutCasesNothingIsCorrected) {
  EXPECT_EQ(Correction()(0.3), 0.3);
  EXPECT_NEAR(Correction::fit({})(0.3), 0.3, 1e-9);
}

TEST(Calibration, AFewCasesOnlyNudge) {
  const std::vector<HiddenCase> cases = {{0.9, 0, 1}, {0.9, 0, 2}};
  EXPECT_LT(Correction::fit(cases)(0.9), 0.9);
  EXPECT_GT(Correction::fit(cases)(0.9), 0.7);
}

// The archive settles a sixth of the cases; for the rest it says what it said before, overconfident
// in the same way.
TEST(Calibration, OwnEvidenceAgreesWithItselfAndWithTheTruth) {
  Rng rng(8);
  std::vector<HiddenCase> cases;
  std::vector<Case> truth;
  for (std::uint32_t i = 0; i < 30000; ++i) {
    const double chance = rng.uniform();
    const double yes = rng.uniform() < chance ? 1 : 0;
    const double stated = too_sure(chance);
    cases.push_back({stated, rng.below(6) == 0 ? yes : stated, i});
    truth.push_back({stated, yes});
  }
  const Correction correction = Correction::fit(cases);
  EXPECT_GT(reliability(truth).worst(), 0.12);
  for (Case& c : truth) c.stated = correction(c.stated);
  EXPECT_LT(reliability(truth).worst(), 0.04);
}

// Probabilities that are true, but a page's cases all go well or all go wrong. Chance among forty
// pages looks like a model that errs; that it is chance shows in how much the pages differ.
TEST(Calibration, WhatFewPagesSayIsBelievedLess) {
  Rng rng(9);
  double as_pages = 0;
  double as_cases = 0;
  for (int archive = 0; archive < 40; ++archive) {
    std::vector<HiddenCase> cases;
    for (std::uint32_t page = 0; page < 40; ++page) {
      const double yes = rng.uniform() < 0.7 ? 1 : 0;
      for (int i = 0; i < 25; ++i) cases.push_back({0.7, yes, page});
    }
    as_pages += std::pow(Correction::fit(cases)(0.7) - 0.7, 2);
    for (std::uint32_t i = 0; i < cases.size(); ++i) cases[i].group = i;
    as_cases += std::pow(Correction::fit(cases)(0.7) - 0.7, 2);
  }
  EXPECT_LT(as_pages, as_cases / 3);
  EXPECT_LT(std::sqrt(as_pages / 40), 0.04);
}

// Predictions of `pages` pages about each other that come true as often as they say, most settled.
std::vector<HiddenCase> true_cases(std::uint32_t pages, int each, Rng& rng) {
  std::vector<HiddenCase> cases;
  for (std::uint32_t page = 0; page < pages; ++page)
    for (int i = 0; i < each; ++i) {
      const double stated = rng.uniform(0.3, 1);
      const auto other = static_cast<std::uint32_t>(rng.below(pages));
      cases.push_back({stated, rng.uniform() < stated ? 1.0 : 0.0, page, other});
    }
  return cases;
}

TEST(Calibration, APercentageNeedsEvidence) {
  Rng rng(5);
  EXPECT_FALSE(Correction().holds(0.9)) << "none at all";
  EXPECT_TRUE(Correction().holds(1)) << "a proof needs none";
  EXPECT_FALSE(Correction::fit(true_cases(3, 4, rng)).holds(0.7)) << "a dozen cases";
  const Correction much = Correction::fit(true_cases(200, 20, rng));
  EXPECT_TRUE(much.holds(0.7));
  EXPECT_TRUE(much.holds(0.9));
  EXPECT_FALSE(much.holds(0.3)) << "less than even is no percentage";
  EXPECT_LT(much.low(), 0);
  EXPECT_GT(much.high(), 0);
  EXPECT_EQ(much.settled(), 4000U);
}

TEST(Calibration, CasesOfOnePageAreOneVoice) {
  Rng rng(6);
  std::vector<HiddenCase> cases = true_cases(1, 4000, rng);
  EXPECT_FALSE(Correction::fit(cases).holds(0.7));
}

TEST(Calibration, WhatTheArchiveContradictsIsNotShown) {
  Rng rng(7);
  std::vector<HiddenCase> cases = true_cases(40, 10, rng);
  for (HiddenCase& one : cases)
    if (rng.uniform() < 0.5) one.settled = 0;
  EXPECT_FALSE(Correction::fit(cases).holds(0.8));
}

}  // namespace
}  // namespace asof::navigate
