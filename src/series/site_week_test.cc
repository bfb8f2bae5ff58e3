#include "series/site_week.h"

#include <gtest/gtest.h>

namespace asof::series {
namespace {

constexpr double kDay = 86400, kHour = 3600;
constexpr double kMonday = 4 * kDay;  // 1970-01-05

// Changes every day at 6:30, seen at once; on Sundays never.
pattern::VisitLog weekday_log(double weeks) {
  pattern::VisitLog log;
  log.visit(kMonday, false);
  for (double day = 0; day < 7 * weeks; ++day) {
    const double at = kMonday + day * kDay + 6.5 * kHour;
    log.visit(at - 1, false);
    const bool sunday = static_cast<int>(day) % 7 == 6;
    log.visit(at, !sunday, .25);
  }
  log.visit(kMonday + 7 * weeks * kDay, false);
  return log;
}

TEST(SiteWeek, BooksWhatWasFoundInItsHour) {
  const auto log = weekday_log(4);
  SiteWeek week;
  week.add(log, pattern::learn_page(log), 1);
  const auto profile = week.profile();
  for (unsigned hour = 0; hour < 168; ++hour) {
    const bool busy = hour % 24 == 6 && hour / 24 != 6;
    EXPECT_NEAR(profile.weight[hour], busy ? .25 : 0, 1e-6) << hour;
  }
}

TEST(SiteWeek, TellsApartWhatIsBelieved) {
  const auto log = weekday_log(4);
  SiteWeek week;
  week.add(log, pattern::learn_page(log), 1);
  const auto alike = week.profile({.days = WeekDetail::Days::Alike});
  for (unsigned hour = 0; hour < 168; ++hour)
    EXPECT_NEAR(alike.weight[hour], hour % 24 == 6 ? .25 * 6 / 7 : 0, 1e-6) << hour;
  const auto classes = week.profile({.hours = false, .days = WeekDetail::Days::ByClass});
  for (unsigned hour = 0; hour < 168; ++hour)
    EXPECT_NEAR(classes.weight[hour], hour / 24 == 6 ? 0 : .25 / 24, 1e-6) << hour;
  std::array<pattern::CycleResult, pattern::kCycles> cycles;
  EXPECT_FALSE(believed_detail(cycles).hours);
  EXPECT_EQ(believed_detail(cycles).days, WeekDetail::Days::Alike);
  cycles[static_cast<std::size_t>(pattern::Cycle::Daily)].p = .001;
  cycles[static_cast<std::size_t>(pattern::Cycle::Weekly)].p = .001;
  EXPECT_TRUE(believed_detail(cycles).hours);
  EXPECT_EQ(believed_detail(cycles).days, WeekDetail::Days::Each);
  cycles[static_cast<std::size_t>(pattern::Cycle::ByClass)].p = .001;
  EXPECT_EQ(believed_detail(cycles).days, WeekDetail::Days::ByClass);
}

TEST(SiteWeek, IsTheMeanByWeight) {
  const auto busy = weekday_log(2);
  pattern::VisitLog still;
  still.visit(kMonday, false);
  still.visit(kMonday + 14 * kDay, false);
  SiteWeek week;
  week.add(busy, pattern::learn_page(busy), 3);
  week.add(still, pattern::learn_page(still), 1);
  EXPECT_NEAR(week.profile().weight[6], .25 * 3 / 4, 1e-6);
}

TEST(SiteWeek, SpreadsAChangeOverTheTimeItCanHaveComeIn) {
  pattern::VisitLog log;
  log.visit(kMonday, false);
  log.visit(kMonday + 2 * kHour, true, 1.0);
  log.visit(kMonday + 7 * kDay, false);
  SiteWeek week;
  week.add(log, pattern::learn_page(log), 1);
  const auto profile = week.profile();
  EXPECT_NEAR(profile.weight[0] + profile.weight[1], 1, 1e-6);
  EXPECT_NEAR(profile.weight[0], .5, .05);
  EXPECT_NEAR(profile.weight[2], 0, 1e-9);
}

TEST(SiteWeek, OfNothingIsNothing) {
  SiteWeek week;
  week.add({}, pattern::learn_page({}), 1);
  for (const double hour : week.profile().weight) EXPECT_EQ(hour, 0);
}

}  // namespace
}  // namespace asof::series
