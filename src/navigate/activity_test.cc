#include "navigate/activity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace asof::navigate {
namespace {

// Pages that change when the site publishes (at the events) and a little by themselves.
std::vector<Page> site(Rng& rng, const std::vector<Time>& events) {
  std::vector<Page> pages(60);
  for (Page& page : pages) {
    std::vector<Time> changes = events;
    for (Time t = rng.exponential(0.01); t < 200; t += rng.exponential(0.01)) changes.push_back(t);
    std::sort(changes.begin(), changes.end());
    page.changes = {.cycle = 24, .rates = std::vector<double>(24, 0.03)};
    for (Time at = rng.uniform(0, 20); at < 200; at += rng.uniform(8, 32))
      page.captures.push_back(
          {at,
           static_cast<std::uint64_t>(std::upper_bound(changes.begin(), changes.end(), at) -
                                      changes.begin()),
           {}});
  }
  return pages;
}

TEST(Activity, FindsWhenASitePublishedToTheHour) {
  Rng rng(9);
  const ActivityOptions options{.from = 0, .until = 200, .slot = 1};
  const std::vector<double> activity = learn_activity(site(rng, {50.5, 120.5}), options);
  ASSERT_EQ(activity.size(), 200U);
  // Lively at the publications, quiet a little before and after.
  for (const std::size_t hour : {50U, 120U}) {
    const double there = activity[hour - 1] + activity[hour] + activity[hour + 1];
    EXPECT_GT(there, 3 * activity[hour + 4]);
    EXPECT_GT(there, 3 * activity[hour - 4]);
  }
}

double log_likelihood(const std::vector<Page>& pages) {
  double sum = 0;
  for (const Page& page : pages)
    for (std::size_t i = 0; i + 1 < page.captures.size(); ++i) {
      const double m = page.changes.expected(page.captures[i].at, page.captures[i + 1].at);
      sum +=
          page.captures[i].digest == page.captures[i + 1].digest ? -m : std::log(-std::expm1(-m));
    }
  return sum;
}

TEST(Activity, EveryRoundMakesTheCapturesMoreLikely) {
  Rng rng(10);
  const std::vector<Page> pages = site(rng, {33, 90, 91, 150});
  double last = log_likelihood(pages);
  for (const int rounds : {1, 2, 5, 20}) {
    // Hardly any doubt: the likelihood itself climbs.
    const ActivityOptions options{
        .from = 0, .until = 210, .slot = 1, .doubt = 1e-6, .rounds = rounds};
    const std::vector<double> activity = learn_activity(pages, options);
    std::vector<Page> better = pages;
    for (Page& page : better) page.changes = with_activity(page.changes, activity, options);
    EXPECT_GT(log_likelihood(better), last);
    last = log_likelihood(better);
  }
}

TEST(Activity, OfOneEverywhereChangesNothing) {
  Rng rng(11);
  const pattern::Pattern base{.cycle = 24, .rates = {1, 2, 3, 4}};
  const ActivityOptions options{.from = 1000.5, .until = 1300, .slot = 1};
  const std::vector<double> activity(300, 1);
  const pattern::Pattern same = with_activity(base, activity, options);
  for (int i = 0; i < 1000; ++i) {
    const Time a = rng.uniform(1001, 1290);
    const Time b = rng.uniform(a, 1299);
    ASSERT_NEAR(same.expected(a, b), base.expected(a, b), 1e-9);
  }
}

}  // namespace
}  // namespace asof::navigate
