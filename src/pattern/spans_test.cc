#include "pattern/spans.h"

#include <gtest/gtest.h>

namespace asof::pattern {
namespace {

constexpr double kHour = 3600;

PagePattern by_class(double (*rate)(std::size_t day, std::size_t hour)) {
  PagePattern page;
  page.kind = Kind::DailyByDay;
  for (std::size_t k = 0; k < 96; ++k) {
    const double value = rate(k / 24, k % 24) / kHour;
    page.slots.push_back({{value, value, value}, {1, 1, 1}});
  }
  return page;
}

TEST(Spans, NameTheBusyHoursOfWeekdays) {
  const PagePattern page = by_class([](std::size_t day, std::size_t hour) {
    return day > 0 ? 0.001 : hour >= 6 && hour < 9 ? 0.3 : 0.01;
  });
  const WeekProfile week = profile_of(page);
  EXPECT_GT(week.weight[7], week.weight[5 * 24 + 7] * 10);
  EXPECT_EQ(week.holiday[7], week.weight[5 * 24 + 7]);
  const auto busy = busiest_span(week);
  ASSERT_TRUE(busy.has_value());
  EXPECT_EQ(busy->days, Days::Weekdays);
  EXPECT_GE(busy->from, 6u);
  EXPECT_LE(busy->until, 9u);
  EXPECT_GT(busy->share, 0.4);
  EXPECT_GT(busy->times, 5);
  const auto quiet = quiet_span(week);
  ASSERT_TRUE(quiet.has_value());
  EXPECT_EQ(quiet->from, 4u * 24 + 9);  // from Friday nine o'clock to Monday six
  EXPECT_EQ(quiet->hours, 15u + 48 + 6);
  EXPECT_LT(quiet->share, 0.2);
}

TEST(Spans, WrapOverMidnight) {
  const PagePattern page =
      by_class([](std::size_t, std::size_t hour) { return hour == 23 || hour == 0 ? 0.5 : 0.01; });
  const auto busy = busiest_span(profile_of(page));
  ASSERT_TRUE(busy.has_value());
  EXPECT_EQ(busy->days, Days::Every);
  EXPECT_EQ(busy->from, 23u);
  EXPECT_EQ(busy->until, 1u);
  EXPECT_EQ(off_peak(profile_of(page), 22).from % 24, 1u);
}

TEST(Spans, AConstantRateHasNone) {
  PagePattern page;
  page.slots = {{{1 / kHour, 0, 1}, {0.5, 0, 1}}};
  EXPECT_FALSE(busiest_span(profile_of(page)).has_value());
  EXPECT_FALSE(quiet_span(profile_of(page)).has_value());
  EXPECT_FALSE(busiest_span({}).has_value());
  EXPECT_FALSE(quiet_span({}).has_value());
  EXPECT_EQ(off_peak({}, 5).hours, 5u);
  EXPECT_FALSE(busiest_days(page).has_value());
}

TEST(Spans, ACollectionIsTheMeanOfItsHeaviestPages) {
  const PagePattern morning =
      by_class([](std::size_t, std::size_t hour) { return hour == 7 ? 1.0 : 0.01; });
  const PagePattern evening =
      by_class([](std::size_t, std::size_t hour) { return hour == 19 ? 1.0 : 0.01; });
  const WeighedPattern pages[] = {{&morning, 1}, {&evening, 3}};
  const WeekProfile both = profile_of(pages), top = profile_of(pages, 0.5);
  EXPECT_NEAR(both.weight[19],
              (profile_of(morning).weight[19] + 3 * profile_of(evening).weight[19]) / 4, 1e-12);
  EXPECT_EQ(top.weight, profile_of(evening).weight);
  EXPECT_EQ(heaviest(std::vector<double>{1, 3, 2}, 0.5), (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(heaviest({}, 0.5).empty());
}

TEST(Spans, TheBusyDaysOfAMonth) {
  PagePattern page;
  page.kind = Kind::Monthly;
  page.slots.assign(31, {{0.01, 0, 1}, {1, 1, 1}});
  page.slots[30].rate.value = page.slots[0].rate.value = 1;
  const auto busy = busiest_days(page);
  ASSERT_TRUE(busy.has_value());
  EXPECT_EQ(busy->from, 31u);
  EXPECT_EQ(busy->until, 1u);
}

}  // namespace
}  // namespace asof::pattern
