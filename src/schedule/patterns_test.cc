#include "schedule/patterns.h"

#include <gtest/gtest.h>

#include <cmath>

namespace asof::schedule {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 86400;

TEST(FixedPatterns, AreWhatWasGiven) {
  const std::vector<pattern::Pattern> patterns = {{.cycle = 1, .rates = {2}, .importance = {}}};
  const FixedPatterns source(patterns);
  EXPECT_EQ(source.pattern(0), &patterns[0]);
  EXPECT_EQ(source.pattern(1), nullptr);
  EXPECT_EQ(source.pattern(kNoPattern), nullptr);
  EXPECT_EQ(source.revision(), 0u);
}

TEST(LearnedPatterns, FollowWhatVisitsShow) {
  LearnedPatterns source;
  const std::uint32_t page = source.add({.url = "http://a.example/", .mime = "", .depth = 0});
  EXPECT_EQ(source.pattern(page), nullptr);
  EXPECT_EQ(source.pattern(page + 1), nullptr);
  // It changes every morning between eight and nine, and is visited every two hours.
  std::uint64_t revisions = 0;
  Time at = 1000 * kDay;
  for (int visit = 0; visit < 12 * 40; ++visit, at += 2 * kHour) {
    const std::uint64_t before = source.revision();
    source.visited(page, at, std::fmod(at, kDay) == 10 * kHour, 0.5);
    revisions += source.revision() != before ? 1 : 0;
  }
  ASSERT_NE(source.pattern(page), nullptr);
  const pattern::Pattern& week = *source.pattern(page);
  EXPECT_EQ(week.slots(), 168u);
  // Every visit at ten finds a change: how many there were before it, nobody can tell.
  EXPECT_GT(week.mean_rate() * kDay, 0.8);
  EXPECT_LT(week.mean_rate() * kDay, 4);
  EXPECT_GT(week.expected(at + 8 * kHour, at + 10 * kHour), 5 * week.expected(at, at + 2 * kHour));
  EXPECT_EQ(source.page(page).kind, pattern::Kind::Daily);
  // Worked out again now and then, not at every visit.
  EXPECT_GT(revisions, 5u);
  EXPECT_LT(revisions, 40u);
}

}  // namespace
}  // namespace asof::schedule
