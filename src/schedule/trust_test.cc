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

TEST(Trust, BeforeAnyLookNoPageHasLessThanATenthOfTheMean) {
  const Trust trust = halves();
  EXPECT_EQ(trust.believed(1), 1);
  EXPECT_EQ(trust.believed(0.2), 0.2);
  EXPECT_NEAR(trust.believed(0.001), 0.1 * 0.5005, 1e-12);
  EXPECT_NEAR(trust.believed(0), 0.1 * 0.5005, 1e-12);
}

TEST(Trust, PagesToldAlikeShareTheFateOfThoseLookedAt) {
  Trust trust = halves();
  for (int i = 0; i < 10; ++i) trust.observe(1, 30, false);
  trust.reckon();
  EXPECT_NEAR(trust.believed(1), 1.0 / 301, 1e-4);
  EXPECT_EQ(trust.believed(0.4), 0.4) << "of another class";
  // Half of all pages are refuted, and what is left of the mean is believed of the others.
  EXPECT_NEAR(trust.believed(0), 0.55 * (0.5 / 301 + 0.0005), 1e-4);
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
