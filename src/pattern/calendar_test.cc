#include "pattern/calendar.h"

#include <gtest/gtest.h>

#include "pattern/rhythm.h"

namespace asof::pattern {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 86400;

Time utc(const char* text) { return on_axis(parse_iso8601(text).value()); }
Day day_of(const char* text) { return static_cast<Day>(utc(text) / kDay); }

TEST(Holidays, AreReadSortedWithoutRepeats) {
  const auto days = parse_holidays("# France\n2026-12-25  # Christmas\r\n\n 2026-01-01\n2026-12-25",
                                   "holidays.txt");
  ASSERT_TRUE(days.has_value());
  EXPECT_EQ(*days, (std::vector<Day>{day_of("2026-01-01"), day_of("2026-12-25")}));
  EXPECT_TRUE(parse_holidays("", "x")->empty());
}

TEST(Holidays, ABadLineIsNamed) {
  for (const char* line : {"2026-02-30", "2026-1-1", "25.12.2026", "2026", "2026-12-25 x"}) {
    const auto days = parse_holidays("2026-01-01\n" + std::string(line), "h.txt");
    ASSERT_FALSE(days.has_value()) << line;
    EXPECT_EQ(days.error().code, Errc::Invalid);
    EXPECT_EQ(days.error().what.rfind("h.txt:2: '" + std::string(line) + "' is not a date", 0), 0u)
        << days.error().what;
  }
}

TEST(Calendar, KnowsDaysAndTheirClasses) {
  const Calendar calendar(TimeZone::fixed(2 * kHour, "+02:00"), {day_of("2024-05-09")});
  EXPECT_EQ(weekday_of(0), 3u);  // a Thursday
  EXPECT_EQ(weekday_of(-4), 6u);
  EXPECT_EQ(day_of_month(day_of("2024-02-29")), 29u);
  EXPECT_EQ(calendar.day_at(utc("2024-05-10T22:00:00Z")), day_of("2024-05-11"));
  EXPECT_EQ(calendar.class_of(day_of("2024-05-10")), DayClass::Weekday);
  EXPECT_EQ(calendar.class_of(day_of("2024-05-11")), DayClass::Saturday);
  EXPECT_EQ(calendar.class_of(day_of("2024-05-12")), DayClass::Sunday);
  EXPECT_EQ(calendar.class_of(day_of("2024-05-09")), DayClass::Holiday);
}

// Every second of a stretch, asked one by one.
std::vector<double> slow_reach(const Rhythm& rhythm, Time from, Time to, double step) {
  std::vector<double> seconds(rhythm.slots());
  for (Time at = from; at < to; at += step) seconds[rhythm.slot_at(at)] += step;
  return seconds;
}

TEST(Rhythm, ReachesAreThoseOfEverySecond) {
  const auto paris = TimeZone::find("Europe/Paris");
  if (!paris) GTEST_SKIP() << paris.error().what;
  const Calendar calendar(*paris, {day_of("2024-04-01"), day_of("2024-12-25")});
  const struct {
    const char *from, *to;
  } stretches[] = {{"2024-03-30T21:10:00Z", "2024-04-02T03:20:00Z"},  // clocks go forward
                   {"2024-10-26T20:00:00Z", "2024-10-28T01:30:00Z"},  // and back
                   {"2024-02-10T23:50:00Z", "2024-02-11T00:10:00Z"},
                   {"2024-01-28T00:00:00Z", "2024-04-05T13:00:00Z"}};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const Rhythm rhythm(static_cast<Kind>(kind), &calendar);
    for (const auto& one : stretches) {
      std::vector<Reach> reaches;
      rhythm.reach(utc(one.from), utc(one.to), reaches);
      std::vector<double> seconds(rhythm.slots());
      for (const Reach& reach : reaches) seconds[reach.slot] += reach.seconds;
      const auto slow = slow_reach(rhythm, utc(one.from), utc(one.to), 60);
      for (std::size_t k = 0; k < seconds.size(); ++k)
        EXPECT_NEAR(seconds[k], slow[k], 1e-6)
            << name_of(rhythm.kind()) << " from " << one.from << ", slot " << k;
    }
  }
}

TEST(Rhythm, NeighboursStayWithinTheirDay) {
  const Rhythm classes(Kind::DailyByDay);
  EXPECT_EQ(classes.before(24), 47u);
  EXPECT_EQ(classes.after(47), 24u);
  EXPECT_EQ(Rhythm(Kind::Weekly).before(0), 27u);
  EXPECT_EQ(Rhythm(Kind::Monthly).after(30), 0u);
  EXPECT_EQ(Rhythm(Kind::Constant).after(0), 0u);
}

TEST(Rhythm, AnEmptyStretchReachesNothing) {
  std::vector<Reach> reaches;
  Rhythm(Kind::Daily).reach(5, 5, reaches);
  Rhythm(Kind::Constant).reach(5, 4, reaches);
  EXPECT_TRUE(reaches.empty());
}

}  // namespace
}  // namespace asof::pattern
