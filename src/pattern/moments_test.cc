#include "pattern/moments.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::pattern {
namespace {

TEST(Moments, CountsAndSumsWhatLiesInARange) {
  Rng rng(1);
  std::vector<Time> times;
  for (int i = 0; i < 200; ++i) times.push_back(std::floor(rng.uniform(0, 100)));
  const Moments moments(times);
  for (int round = 0; round < 200; ++round) {
    const Time after = std::floor(rng.uniform(-5, 105));
    const Time until = std::floor(rng.uniform(-5, 105));
    double count = 0, sum = 0, squares = 0;
    for (const Time at : times) {
      if (!(after < at && at <= until)) continue;
      count += 1;
      sum += at;
      squares += at * at;
    }
    const auto sums = moments.within(after, until);
    EXPECT_EQ(sums.count, count);
    EXPECT_NEAR(sums.sum, sum, 1e-6);
    EXPECT_NEAR(sums.squares, squares, 1e-3);
  }
}

TEST(Moments, AreAsManyInstantsAsTheyAreSpreadOver) {
  EXPECT_EQ(Moments().instants(0, 1e9, 60), 0);
  EXPECT_EQ(Moments({1000, 1010, 1065, 1000}).instants(0, 1e9, 60), 1);
  EXPECT_EQ(Moments({1000, 2000, 3000, 4000}).instants(0, 1e9, 60), 4);
  EXPECT_EQ(Moments({1000, 2000, 3000, 4000}).instants(1000, 3000, 60), 2);
  // A hundred of one instant and one of another are hardly more than one.
  std::vector<Time> times(100, 1000);
  times.push_back(5000);
  EXPECT_NEAR(Moments(times).instants(0, 1e9, 60), 1.02, .01);
}

}  // namespace
}  // namespace asof::pattern
