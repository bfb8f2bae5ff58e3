#include "series/series.h"

#include <gtest/gtest.h>

#include <cmath>

namespace asof::series {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr Instant at_hour(double hour) {
  return {static_cast<std::int64_t>(hour * static_cast<double>(kHourMs))};
}
std::int64_t hour_of(Instant at) { return at.ms / kHourMs; }

// Seen at 1, 2 and 3; changed before 5 (importance .4), seen again at 6; changed before 9, not
// compared; at 10 only the date on the page is another.
PageSeries newspaper() {
  PageSeries page{.url = "http://example.org/"};
  page.runs = {
      {at_hour(1), at_hour(3), 3},
      {at_hour(5), at_hour(6), 2, true, .4},
      {at_hour(9), at_hour(9), 1, true},
      {at_hour(10), at_hour(10.5), 2, false, 0.0},
  };
  return page;
}

TEST(Series, CountsVisitsAndChanges) {
  const PageSeries page = newspaper();
  EXPECT_EQ(page.visits(), 8U);
  EXPECT_EQ(page.changes(), 2U);
  EXPECT_EQ(page.uncompared(), 1U);
  EXPECT_DOUBLE_EQ(page.mean_importance().value(), .4);
  EXPECT_FALSE(PageSeries{}.mean_importance().has_value());
}

TEST(Series, BooksChangesInThePeriodOfTheVisit) {
  PageSeries page = newspaper();
  const auto rough = by_period(page, hour_of);
  page.times = {at_hour(1),   at_hour(2), at_hour(3),  at_hour(5),
                at_hour(5.9), at_hour(9), at_hour(10), at_hour(10.5)};
  const auto sums = by_period(page, hour_of);
  ASSERT_EQ(sums.size(), 6U);
  const std::int64_t hours[] = {1, 2, 3, 5, 9, 10};
  const std::uint64_t visits[] = {1, 1, 1, 2, 1, 2};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(sums[i].number, hours[i]);
    EXPECT_EQ(sums[i].visits, visits[i]);
  }
  EXPECT_DOUBLE_EQ(sums[3].importance, .4);
  EXPECT_EQ(sums[3].changes, 1U);
  EXPECT_EQ(sums[4].changes, 1U);
  EXPECT_EQ(sums[4].uncompared, 1U) << "changed, and nobody knows how much";
  EXPECT_EQ(sums[4].importance, 0);
  EXPECT_EQ(sums[5].changes, 0U);
  ASSERT_EQ(rough.size(), 6U) << "without times, of each run the first and the last visit";
  EXPECT_EQ(rough[1].number, 3);
}

TEST(Series, AddsUpOverPages) {
  const PeriodSum a[] = {{.number = 1, .visits = 1, .changes = 1, .importance = .5},
                         {.number = 4, .visits = 2}};
  const PeriodSum b[] = {{.number = 1, .visits = 1, .changes = 1, .uncompared = 1},
                         {.number = 3, .visits = 1},
                         {.number = 7, .visits = 1}};
  const auto sums = added(a, b);
  ASSERT_EQ(sums.size(), 4U);
  EXPECT_EQ(sums[0].visits, 2U);
  EXPECT_EQ(sums[0].changes, 2U);
  EXPECT_EQ(sums[0].uncompared, 1U);
  EXPECT_DOUBLE_EQ(sums[0].importance, .5);
  EXPECT_EQ(sums[1].number, 3);
  EXPECT_EQ(sums[3].number, 7);
  EXPECT_TRUE(added({}, {}).empty());
}

TEST(Series, GivesTheLearnerWhatVisitsSaw) {
  const PageSeries page = newspaper();
  const auto seen = sightings_of(page, {});
  ASSERT_EQ(seen.size(), 6U);  // 1-3, 3-5, 5-6, 6-9, 9-10, 10-10.5
  EXPECT_EQ(seen[1].from, 3 * 3600);
  EXPECT_EQ(seen[1].to, 5 * 3600);
  EXPECT_TRUE(seen[1].changed);
  EXPECT_DOUBLE_EQ(seen[1].importance, .4);
  EXPECT_TRUE(seen[3].changed);
  EXPECT_DOUBLE_EQ(seen[3].importance, .4) << "not compared: the mean of the page";
  EXPECT_FALSE(seen[4].changed);

  const auto log = log_of(page, {});
  EXPECT_EQ(log.changes(), 2U);
  ASSERT_EQ(log.kept(), 2U);
  EXPECT_EQ(log.found(0).from, 3 * 3600);
  EXPECT_EQ(log.found(0).to, 5 * 3600);
  EXPECT_EQ(log.from(), 3600);
  EXPECT_EQ(log.until(), 10.5 * 3600);
}

TEST(Series, BelievesDatesOnlyWhereTheyHaveProvenTrue) {
  PageSeries page{.runs = {{at_hour(1), at_hour(1)}, {at_hour(5), at_hour(5), 1, true, .4}}};
  page.runs[1].last_modified = at_hour(2);
  EXPECT_FALSE(log_of(page, {}).found(0).dated);
  const auto dated = log_of(page, {.last_modified = true}).found(0);
  EXPECT_TRUE(dated.dated);
  EXPECT_EQ(dated.from, 2 * 3600);
}

// A history: captured when published, and only then.
std::vector<PageSeries> history(std::size_t changes) {
  PageSeries page;
  page.runs.push_back({at_hour(0), at_hour(0)});
  for (std::size_t i = 1; i <= changes; ++i) {
    const Instant at = at_hour(static_cast<double>(i) * 5);
    page.runs.push_back({at, at, 1, true, .5, at});
  }
  return {page};
}

TEST(Series, KnowsAHistoryByItsDates) {
  EXPECT_TRUE(is_dated_by_publication(history(10)));
  EXPECT_FALSE(is_dated_by_publication(history(9))) << "too few to tell";
  auto crawled = history(50);
  for (series::Run& run : crawled[0].runs)
    if (run.last_modified) run.last_modified->ms -= kHourMs;
  EXPECT_FALSE(is_dated_by_publication(crawled)) << "captured an hour after it changed";
  auto revisited = history(50);
  revisited[0].runs[7].visits = 9;
  EXPECT_FALSE(is_dated_by_publication(revisited)) << "some visits found nothing new";
  auto silent = history(50);
  for (series::Run& run : silent[0].runs) run.last_modified.reset();
  EXPECT_FALSE(is_dated_by_publication(silent));
}

TEST(Series, TakesAHistoryAtItsWord) {
  const auto page = history(3)[0];
  const auto log = log_of(page, {.by_publication = true});
  ASSERT_EQ(log.kept(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(log.found(i).to, static_cast<double>(i + 1) * 5 * 3600);
    EXPECT_EQ(log.found(i).to - log.found(i).from, 1) << "quiet until a second before";
  }
  const auto longer = log_of(page, {.by_publication = true, .until = at_hour(100)});
  EXPECT_EQ(longer.until(), 100 * 3600) << "nothing newer is there";
}

TEST(Series, OfOneCaptureSaysNothing) {
  const PageSeries page{.runs = {{at_hour(1), at_hour(1)}}};
  EXPECT_TRUE(sightings_of(page, {}).empty());
  EXPECT_EQ(log_of(page, {}).kept(), 0U);
  EXPECT_EQ(by_period(page, hour_of).size(), 1U);
  EXPECT_TRUE(by_period(PageSeries{}, hour_of).empty());
}

}  // namespace
}  // namespace asof::series
