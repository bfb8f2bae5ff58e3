#include "series/sentence.h"

#include <gtest/gtest.h>

namespace asof::series {
namespace {

using pattern::PagePattern;

constexpr double kDay = 86400;

PagePattern with(pattern::Kind kind, std::vector<double> per_day) {
  PagePattern page{.kind = kind};
  double sum = 0;
  for (const double rate : per_day) {
    page.slots.push_back({{rate / kDay, rate / kDay, rate / kDay}, {.5, .4, .6}});
    sum += rate / kDay / static_cast<double>(per_day.size());
  }
  page.rate = {sum, sum / 2, sum * 2};
  page.importance = {.5, .4, .6};
  return page;
}

// Busy in the morning.
std::vector<double> morning() {
  std::vector<double> rates(24, 0.1);
  for (const std::size_t hour : {6, 7, 8}) rates[hour] = 20;
  return rates;
}

TEST(Sentence, SaysWhenAPageChangesMost) {
  const Known known{.visits = 214, .changes = 40, .watched = 20 * kDay};
  const std::string daily = sentence_of(with(pattern::Kind::Daily, morning()), known);
  EXPECT_TRUE(daily.starts_with("changes most between 6:00 and ")) << daily;
  EXPECT_NE(daily.find("every day; quiet between "), std::string::npos) << daily;
  EXPECT_TRUE(daily.ends_with("; known from 214 visits")) << daily;
}

TEST(Sentence, NamesTheDaysThatDiffer) {
  std::vector<double> rates = morning();
  rates.resize(96, 0.05);
  const std::string by_day = sentence_of(with(pattern::Kind::DailyByDay, rates),
                                         {.visits = 9, .changes = 5, .by_publication = true});
  EXPECT_NE(by_day.find("on weekdays; quiet from "), std::string::npos) << by_day;
  EXPECT_NE(by_day.find("to Monday 6:00"), std::string::npos) << by_day;
  EXPECT_TRUE(by_day.ends_with("; known from 9 versions")) << by_day;
}

TEST(Sentence, HasSomethingForEveryPage) {
  const PagePattern flat = with(pattern::Kind::Constant, {.5});
  EXPECT_EQ(sentence_of(flat, {.visits = 12, .changes = 4, .watched = 8 * kDay}),
            "changes at any time alike; seen to change about every 2 days; known from 12 visits");
  EXPECT_EQ(sentence_of(flat, {.visits = 3, .changes = 0, .watched = 30 * kDay}),
            "did not change in 30 days; known from 3 visits");
  PagePattern borrowing = flat;
  borrowing.borrowed = 1;
  EXPECT_EQ(sentence_of(borrowing, {.visits = 1}),
            "captured once, so nothing is known of its own changes; pages like it change about "
            "every 2 days");
  EXPECT_EQ(sentence_of(flat, {}), "never captured");
}

TEST(Sentence, OfSeveralPagesComesFromTheirProfile) {
  pattern::WeekProfile week;
  EXPECT_EQ(sentence_of(week), "nothing is known to change");
  week.weight.fill(1);
  EXPECT_EQ(sentence_of(week), "changes at any time alike");
  for (unsigned hour = 120; hour < 168; ++hour) week.weight[hour] = .8;
  EXPECT_EQ(sentence_of(week), "20 % quieter at the weekend");
  week.weight.fill(1);
  for (unsigned hour = 0; hour < 168; ++hour)
    if (hour % 24 < 5 && hour < 120) week.weight[hour] = .01;
  EXPECT_NE(sentence_of(week).find("quiet between 0:00 and 5:00 on weekdays"), std::string::npos)
      << sentence_of(week);
  week.weight.fill(1);
  for (unsigned hour = 5 * 24 + 20; hour < 168; ++hour) week.weight[hour] = .01;
  EXPECT_NE(sentence_of(week).find("quiet from Saturday 20:00 to Monday 0:00"), std::string::npos)
      << sentence_of(week);
}

TEST(Sentence, SaysHowOften) {
  EXPECT_EQ(how_often(0), "never");
  EXPECT_EQ(how_often(1.0 / 600), "every 10 minutes");
  EXPECT_EQ(how_often(4 / kDay), "4 times a day");
  EXPECT_EQ(how_often(1 / kDay), "every 24 hours");
  EXPECT_EQ(how_often(1 / (3.4 * kDay)), "every 3.5 days");
  EXPECT_EQ(how_often(1 / (40 * kDay)), "every 40 days");
  EXPECT_EQ(hour_of_week(167), "Sunday 23:00");
  EXPECT_EQ(hour_of_week(168), "Monday 0:00");
}

}  // namespace
}  // namespace asof::series
