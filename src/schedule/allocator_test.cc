#include "schedule/allocator.h"

#include <gtest/gtest.h>

namespace asof::schedule {
namespace {

const Turn kPolite[] = {{.site = 0}};

// Grants from `now` on, `delay` apart, until the allocator refuses.
std::uint64_t spend(PeriodAllocator& allocator, Time& now, Duration delay) {
  std::uint64_t granted = 0;
  for (; const auto turn = allocator.grant(kPolite, now); now += delay) {
    allocator.spent(*turn);
    ++granted;
  }
  return granted;
}

TEST(PeriodAllocator, GrantsItsBudgetAtTheEndOfAPeriod) {
  PeriodAllocator allocator({.start = 0, .period = 100, .per_period = 3});
  Time now = 50;
  EXPECT_EQ(spend(allocator, now, 0), 0u);
  EXPECT_EQ(allocator.wants(now), 100);
  now = 100;
  EXPECT_EQ(spend(allocator, now, 0), 3u);
  EXPECT_EQ(allocator.wants(now), 200);
}

TEST(PeriodAllocator, SpendsDuringThePeriodWhereRequestsHaveToWait) {
  PeriodAllocator allocator({.start = 0, .period = 100, .per_period = 500});
  Time now = 100;
  while (now < 200 && allocator.grant(kPolite, now)) {
    allocator.spent(kPolite[0]);
    now += 1;
  }
  EXPECT_EQ(now, 200);
  now = 200;
  const auto turn = allocator.grant(kPolite, now);
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->left, 500u) << "what was not spent is lost";
}

TEST(PeriodAllocator, GoesOnWhenItIsWokenLate) {
  PeriodAllocator allocator({.start = 0, .period = 100, .per_period = 5});
  Time now = 100.001;
  EXPECT_EQ(spend(allocator, now, 0), 5u);
  now = 1234;  // the machine slept
  EXPECT_EQ(spend(allocator, now, 0), 5u);
  EXPECT_EQ(allocator.wants(now), 1300);
}

TEST(PeriodAllocator, EndsWithItsLastPeriod) {
  PeriodAllocator allocator({.start = 0, .period = 100, .per_period = 1, .until = 200});
  EXPECT_EQ(allocator.wants(150), 200);
  EXPECT_TRUE(allocator.grant(kPolite, 200));
  EXPECT_EQ(allocator.wants(200), kNever);
  EXPECT_FALSE(allocator.grant(kPolite, 201));
}

}  // namespace
}  // namespace asof::schedule
