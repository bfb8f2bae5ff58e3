#include "schedule/trust.h"

#include <gtest/gtest.h>

namespace asof::schedule {
namespace {

// Half of the pages told hot, half calm.
Trust halves() {
  Trust trust(0.1);
  for (int i = 0; i < 100; ++i) trust.learn(i % 2 == 0 ? 1 : 0.001);
  trust.reckon();
  return trust;
}

TEST(Trust, BeforeAnyLookATenthIsHeldWrong) {
  const Trust trust = halves();
  EXPECT_NEAR(trust.believed(1), 0.9 + 0.1 * 0.5005, 1e-12);
  EXPECT_NEAR(trust.believed(0.001), 0.9 * 0.001 + 0.1 * 0.5005, 1e-12);
  EXPECT_NEAR(trust.believed(0), 0.1 * 0.5005, 1e-12);
}

TEST(Trust, PagesToldAlikeShareTheFateOfThoseLookedAt) {
  Trust trust = halves();
  const double calm = trust.believed(0.001);
  for (int i = 0; i < 10; ++i) trust.observe(1, 30, false);
  trust.reckon();
  EXPECT_LT(trust.believed(1), 0.01);
  EXPECT_GT(trust.believed(0.8), 0.3) << "of another class";
  // Calm pages are doubted with them: what remains is shared nearly as among equals.
  EXPECT_LT(trust.believed(0.001), calm);
  EXPECT_GT(trust.believed(0.001), trust.believed(1) / 3);
}

TEST(Trust, RatesThatProveTrueStay) {
  Trust trust = halves();
  for (int i = 0; i < 10; ++i) trust.observe(1, 3, true);
  trust.reckon();
  EXPECT_GT(trust.believed(1), 0.9);
  EXPECT_LE(trust.believed(1), 1);
}

}  // namespace
}  // namespace asof::schedule
