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
  const std::vector<HiddenCase> cases(1000, {0.6, 0});
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
  const std::vector<HiddenCase> cases = {{0.9, 0}, {0.9, 0}};
  EXPECT_LT(Correction::fit(cases)(0.9), 0.9);
  EXPECT_GT(Correction::fit(cases)(0.9), 0.7);
}

// The archive settles a sixth of the cases; for the rest it says what it said before, overconfident
// in the same way.
TEST(Calibration, OwnEvidenceAgreesWithItselfAndWithTheTruth) {
  Rng rng(8);
  std::vector<HiddenCase> cases;
  std::vector<Case> truth;
  for (int i = 0; i < 30000; ++i) {
    const double chance = rng.uniform();
    const double yes = rng.uniform() < chance ? 1 : 0;
    const double stated = too_sure(chance);
    cases.push_back({stated, rng.below(6) == 0 ? yes : stated});
    truth.push_back({stated, yes});
  }
  const Correction correction = Correction::fit(cases);
  EXPECT_GT(reliability(truth).worst(), 0.12);
  for (Case& c : truth) c.stated = correction(c.stated);
  EXPECT_LT(reliability(truth).worst(), 0.04);
}

}  // namespace
}  // namespace asof::navigate
