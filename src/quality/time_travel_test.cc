#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "quality/coherence.h"

namespace asof::quality {
namespace {

const std::vector<Time> kCaptures = {2, 4, 4, 10};

TEST(TimeTravelTest, NearestTakesTheEarlierOnATie) {
  EXPECT_EQ(nearest(kCaptures, 3), 0u);
  EXPECT_EQ(nearest(kCaptures, 3.1), 1u);
  EXPECT_EQ(nearest(kCaptures, 7), 1u);
  EXPECT_EQ(nearest(kCaptures, -5), 0u);
  EXPECT_EQ(nearest(kCaptures, 50), 3u);
  EXPECT_EQ(nearest({}, 1.0), std::nullopt);
}

TEST(TimeTravelTest, RecentIsNeverLater) {
  EXPECT_EQ(recent(kCaptures, 1.9), std::nullopt);
  EXPECT_EQ(recent(kCaptures, 2), 0u);
  EXPECT_EQ(recent(kCaptures, 9.9), 2u);
}

TEST(TimeTravelTest, AnIntervalTakesTheCaptureInsideNearestToItsMiddle) {
  EXPECT_EQ(nearest(kCaptures, Interval{3, 11}), 1u);  // middle 7: 4 and 10 tie
  EXPECT_EQ(nearest(kCaptures, Interval{5, 9}), 1u);   // none inside: 1 away on both sides
  EXPECT_EQ(nearest(kCaptures, Interval{6, 9}), 3u);
  EXPECT_EQ(nearest({}, Interval{6, 9}), std::nullopt);
}

TEST(TimeTravelTest, AgreesWithAScanOfAllCaptures) {
  Rng rng(1);
  for (int round = 0; round < 5000; ++round) {
    std::vector<Time> captures(rng.below(7));
    for (Time& t : captures) t = static_cast<double>(rng.below(24)) / 2;
    std::sort(captures.begin(), captures.end());
    const Time at = static_cast<double>(rng.below(48)) / 4 - 1;
    const Interval wanted{at, at + static_cast<double>(rng.below(8)) / 2};

    std::optional<std::size_t> near, last, for_interval;
    const auto outside = [&](Time t) { return std::max({0.0, wanted.from - t, t - wanted.to}); };
    for (std::size_t i = 0; i < captures.size(); ++i) {
      if (!near || std::abs(captures[i] - at) < std::abs(captures[*near] - at)) near = i;
      if (captures[i] <= at) last = i;
      const auto rank = [&](std::size_t k) {
        const double away = outside(captures[k]);
        return std::pair(away, away > 0 ? 0 : std::abs(captures[k] - wanted.middle()));
      };
      if (!for_interval || rank(i) < rank(*for_interval)) for_interval = i;
    }
    EXPECT_EQ(nearest(captures, at), near) << "round " << round;
    EXPECT_EQ(recent(captures, at), last) << "round " << round;
    EXPECT_EQ(nearest(captures, wanted), for_interval) << "round " << round;
  }
}

}  // namespace
}  // namespace asof::quality
