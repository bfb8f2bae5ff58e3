#include "schedule/host_clocks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::schedule {
namespace {

constexpr Duration kH = HostClocks::kHour;

TEST(HostClocks, KnowsWeekends) {
  EXPECT_EQ(HostClocks::bin_of(0), 0u);             // 1970-01-01, a Thursday
  EXPECT_EQ(HostClocks::bin_of(24 + 5), 5u);        // Friday
  EXPECT_EQ(HostClocks::bin_of(2 * 24 + 5), 29u);   // Saturday
  EXPECT_EQ(HostClocks::bin_of(3 * 24 + 23), 47u);  // Sunday
  EXPECT_EQ(HostClocks::bin_of(4 * 24), 0u);        // Monday
  EXPECT_EQ(HostClocks::bin_of(-1), 23u);           // Wednesday
  EXPECT_EQ(HostClocks::bin_of(-4 * 24 - 1), 24u + 23u) << "Saturday";
}

TEST(HostClocks, RunsEvenlyWhereNothingWasLookedAt) {
  HostClocks clocks;
  clocks.begin(1000);
  clocks.add(0);
  EXPECT_NEAR(clocks.passed(0, nullptr, 1000, 1000 + 7 * kH), 7, 1e-9);
  EXPECT_EQ(clocks.passed(0, nullptr, 5, 5), 0);
}

// In an hour with many changes the clock runs fast, in a quiet one it hardly runs.
TEST(HostClocks, RunsAsChangesWereFound) {
  HostClocks clocks;
  clocks.begin(0);
  clocks.add(1);
  clocks.looked(1, nullptr, 10, 0, 3 * kH, nullptr);
  clocks.found(1, 1.5 * kH, 40, nullptr);
  EXPECT_NEAR(clocks.speed(1, 1.5 * kH), (10.0 + 40) / (10 + 10), 1e-12);
  EXPECT_NEAR(clocks.speed(1, 0.5 * kH), 10.0 / 20, 1e-12);
  EXPECT_NEAR(clocks.passed(1, nullptr, 0.5 * kH, 2 * kH), 0.25 + 2.5, 1e-9);
  EXPECT_NEAR(clocks.speed(0, 1.5 * kH), 1, 1e-12) << "another host";
}

TEST(HostClocks, SpreadsWhatIsNotDatedAsTheClockRuns) {
  HostClocks clocks;
  clocks.begin(0);
  clocks.add(0);
  clocks.looked(0, nullptr, 10, 0, 2 * kH, nullptr);
  clocks.found(0, 0.5 * kH, 30, nullptr);  // speeds 2 and 1/2
  std::array<float, HostClocks::kBins> found{};
  clocks.found(0, nullptr, 0, 2 * kH, 5, &found);
  EXPECT_NEAR(found[0], 4, 1e-6);
  EXPECT_NEAR(found[1], 1, 1e-6);
}

TEST(HostClocks, AReadingAgreesWithTheSumOverHours) {
  HostClocks clocks;
  clocks.begin(0);
  clocks.add(0);
  Rng rng(5);
  HostClocks::Shape shape;
  for (int i = 0; i < 300; ++i) {
    const Time from = rng.uniform(0, 200 * kH);
    const Time to = from + rng.uniform(0, 20 * kH);
    clocks.looked(0, nullptr, rng.uniform(0, 2), from, to, &shape.due);
    if (rng.below(2) == 0) clocks.found(0, to, 1 + static_cast<double>(rng.below(9)), &shape.found);
  }
  clocks.learn();
  const auto factors = shape.factors();
  for (const Time now : {150.0 * kH, 180.25 * kH}) {
    const HostClocks::Reading reading(clocks, 0, 3.7 * kH, now);
    for (int i = 0; i < 200; ++i) {
      const Time at = rng.uniform(3.7 * kH, now);
      EXPECT_NEAR(reading.since(at), clocks.passed(0, nullptr, at, now), 1e-9);
      EXPECT_NEAR(reading.since(at, factors), clocks.passed(0, &factors, at, now), 1e-9);
    }
    EXPECT_EQ(reading.since(now), 0);
    EXPECT_NEAR(reading.since(now, factors), 0, 1e-12);
  }
}

// Changes by a known rhythm: three times as many from 8 to 20 on working days, few at weekends.
TEST(HostClocks, LearnsARhythmAndHowAlikeBusyHoursAre) {
  const auto speed = [](std::int64_t hour) {
    const std::size_t bin = HostClocks::bin_of(hour);
    return bin >= 24 ? 0.3 : bin >= 8 && bin < 20 ? 2.0 : 0.6;
  };
  for (const bool events : {false, true}) {
    HostClocks clocks;
    clocks.begin(0);
    clocks.add(0);
    Rng rng(8);
    for (std::int64_t hour = 0; hour < 24 * 7 * 8; ++hour) {
      const Time at = static_cast<double>(hour) * kH;
      clocks.looked(0, nullptr, 20, at, at + kH, nullptr);
      // With events, nine hours in ten are quiet and one has ten times as much.
      const double level = !events ? 1 : rng.below(10) == 0 ? 10 : 0;
      const auto changes = rng.poisson(20 * speed(hour) * level);
      if (changes > 0) clocks.found(0, at + 1, static_cast<double>(changes), nullptr);
    }
    clocks.learn();
    if (events) {
      EXPECT_LE(clocks.steadiness(), 0.3);
      continue;
    }
    EXPECT_GE(clocks.steadiness(), 30);
    double week = 0;
    for (std::int64_t hour = 0; hour < 168; ++hour) week += speed(hour);
    for (std::int64_t hour = 0; hour < 168; ++hour) {
      const Time at = static_cast<double>(hour) * kH;
      EXPECT_NEAR(clocks.usual(0, at), speed(hour) * 168 / week, 0.25) << hour;
    }
  }
}

TEST(HostClocks, ANewHostHasTheRhythmOfTheOthers) {
  HostClocks clocks;
  clocks.begin(0);
  clocks.add(1);
  for (std::int64_t hour = 0; hour < 24 * 7 * 4; ++hour) {
    const Time at = static_cast<double>(hour) * kH;
    clocks.looked(0, nullptr, 10, at, at + kH, nullptr);
    clocks.found(0, at + 1, HostClocks::bin_of(hour) % 24 == 9 ? 120 : 5, nullptr);
  }
  clocks.learn();
  EXPECT_GT(clocks.usual(1, 9.5 * kH), 4 * clocks.usual(1, 3.5 * kH));
}

}  // namespace
}  // namespace asof::schedule
