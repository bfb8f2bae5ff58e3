#include <gtest/gtest.h>

#include <map>

#include "support/captures.h"

namespace asof::schedule {
namespace {

const std::vector<PageId> kParents = {kNoPage, 0, 0, 1, 1, 2, 2, 3};

// Runs it over a site whose pages are `age` old when they are first seen; page i links to those
// whose parent it is. Those named never change, the others always have.
std::vector<Visit> run_dated(const std::map<PageId, Duration>& age, const Tuning& tuning = {}) {
  auto strategy = make_strategy("sharc-dated", tuning).value();
  strategy->expect({.delay = 60});
  strategy->learn({.id = 0});
  std::vector<Visit> visits;
  std::map<PageId, Time> first;
  for (Time now = 0; strategy->wants(now) <= now && visits.size() < 100; now += 60) {
    const auto visit = strategy->next({.now = now});
    if (!visit) break;
    visits.push_back(*visit);
    const bool again = first.contains(visit->page);
    EXPECT_EQ(visit->purpose == Purpose::Revisit, again);
    Seen seen{.visit = *visit, .sent = now, .received = now};
    seen.outcome = again ? Outcome::Same : Outcome::First;
    first.try_emplace(visit->page, now);
    if (const auto found = age.find(visit->page); found != age.end())
      seen.last_modified = first[visit->page] - found->second;
    if (!again)
      for (PageId id = 1; id < kParents.size(); ++id)
        if (kParents[id] == visit->page)
          seen.found.push_back({.id = id, .parent = visit->page, .depth = id < 3 ? 1u : 2u});
    strategy->observe(seen);
    for (const Page& page : seen.found) strategy->learn(page);
  }
  return visits;
}

std::vector<PageId> revisits_of(const std::vector<Visit>& visits) {
  std::vector<PageId> pages;
  for (const Visit& visit : visits)
    if (visit.purpose == Purpose::Revisit) pages.push_back(visit.page);
  return pages;
}

TEST(SharcDated, WithoutDatesIsBreadthFirstTwice) {
  const test::Rates rates(kParents.size(), 1e-3);
  EXPECT_EQ(test::pages_of(test::run_found("sharc-dated", rates, kParents)),
            test::pages_of(test::run_found("breadth-first+revisit", rates, kParents)));
}

TEST(SharcDated, WithoutDatesAndWithRatesIsSharcRevisits) {
  Rng rng(1);
  for (std::size_t n = 1; n < 12; ++n) {
    test::Rates rates(n);
    for (double& rate : rates) rate = std::exp(rng.uniform(-12, -3));
    const auto ours = test::run_known("sharc-dated-known", rates);
    const auto theirs = test::run_known("sharc-revisits", rates);
    ASSERT_EQ(ours.size(), theirs.size());
    EXPECT_NEAR(test::expected_blur(rates, ours), test::expected_blur(rates, theirs), 1e-12);
  }
}

TEST(SharcDated, VisitsEveryPageTwiceAndTurnsInTheMiddle) {
  std::map<PageId, Duration> age;
  for (PageId id = 0; id < kParents.size(); ++id) age[id] = id % 2 == 0 ? 600 : 4e6;
  const auto visits = run_dated(age);
  ASSERT_EQ(visits.size(), 2 * kParents.size());
  for (std::size_t i = 0; i < visits.size(); ++i)
    EXPECT_EQ(visits[i].purpose == Purpose::Revisit, i >= kParents.size());
  auto pages = revisits_of(visits);
  std::sort(pages.begin(), pages.end());
  for (PageId id = 0; id < kParents.size(); ++id) EXPECT_EQ(pages[id], id);
}

// A page that is hours old may still be the same soon; one that has not changed for months can
// wait.
TEST(SharcDated, OldPagesLetYoungOnesGoFirst) {
  std::map<PageId, Duration> age;
  for (PageId id = 0; id < kParents.size(); ++id) age[id] = 2e7;
  age[5] = 7200;
  const auto pages = revisits_of(run_dated(age));
  const auto place = std::find(pages.begin(), pages.end(), 5u) - pages.begin();
  EXPECT_LT(place, 5);  // its place in the order of the visits
}

TEST(SharcDated, GivesFewRevisitsToThoseMostLikelyTheSame) {
  std::map<PageId, Duration> age;
  for (PageId id = 0; id < kParents.size(); ++id) age[id] = id < 4 ? 30 : 2e7;
  const auto pages = revisits_of(run_dated(age, {.extra = 3, .extra_given = true}));
  ASSERT_EQ(pages.size(), 3u);
  for (const PageId page : pages) EXPECT_GE(page, 4u);
  EXPECT_TRUE(revisits_of(run_dated(age, {.extra = 0, .extra_given = true})).empty());
}

}  // namespace
}  // namespace asof::schedule
