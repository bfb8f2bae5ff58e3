#include "schedule/watch_announcements.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "schedule/registry.h"

namespace asof::schedule {
namespace {

TEST(Announcements, NobodyIsBelievedBeforeSomethingCameTrue) {
  Announcements news;
  EXPECT_EQ(news.truth(7), 0);
  news.heard(7, 1);
  EXPECT_EQ(news.truth(7), 0) << "not settled yet";
  news.visited(1, true, 0.1);
  EXPECT_GT(news.truth(7), 0);
  EXPECT_LT(news.truth(7), 0.5) << "one case";
}

TEST(Announcements, EachIsBelievedAsFarAsItWasRightBeyondChance) {
  // Announcer 0 is right in 80 of 100 cases, 1 names pages at random; every page changes with a
  // chance of its own in any case.
  Rng rng(4);
  Announcements news;
  constexpr PageId kFirst = 10;
  for (int i = 0; i < 3000; ++i) {
    const PageId page = kFirst + static_cast<PageId>(rng.below(50));
    const PageId announcer = static_cast<PageId>(rng.below(2));
    const double chance = rng.uniform(0, 0.9);
    news.heard(announcer, page);
    const bool told = announcer == 0 && rng.uniform() < 0.8;
    news.visited(page, told || rng.uniform() < chance, chance);
  }
  EXPECT_NEAR(news.truth(0), 0.8, 0.03);
  EXPECT_NEAR(news.truth(1), 0, 0.05);
}

TEST(Announcements, SayingItTwiceBeforeTheVisitIsSayingItOnce) {
  Announcements once;
  Announcements twice;
  once.heard(0, 1);
  for (int i = 0; i < 2; ++i) twice.heard(0, 1);
  for (Announcements* news : {&once, &twice}) news->visited(1, true, 0);
  EXPECT_EQ(once.truth(0), twice.truth(0));
  const double settled = once.truth(0);
  once.visited(1, false, 0);
  EXPECT_EQ(once.truth(0), settled) << "nothing was open any more";
}

// Versions captured of 59 pages, one of which changes in every third hour or so, and again three
// hours later; page 0 is an index that changes with them and names what changed since it was last
// seen, or any pages.
int captured(std::string_view name, bool truthful) {
  constexpr PageId kPages = 60;
  constexpr Duration kHour = 3600;
  constexpr std::size_t kHours = 1500;
  auto strategy = make_strategy(name, {.global = true}).value();
  strategy->expect({.start = 0, .period = kHour, .per_period = 2, .until = kHours * kHour});
  for (PageId id = 0; id < kPages; ++id)
    strategy->learn({.id = id, .rate = id == 0 ? 0.6 / kHour : 0.6 / 59 / kHour});
  Rng rng(6);
  std::vector<Time> changed(kPages, 0);
  std::vector<Time> visited(kPages, -1);
  std::vector<std::size_t> coming(kHours + 1);  // by hour: the page that changes; 0: none
  int count = 0;
  for (std::size_t k = 1; k <= kHours; ++k) {
    const Time now = static_cast<double>(k) * kHour;
    coming[k] = rng.uniform() < 0.3 ? 1 + rng.below(kPages - 1) : 0;
    for (const std::size_t page : {coming[k], k > 3 ? coming[k - 3] : 0})
      if (page > 0) changed[0] = changed[page] = now - 1;
    for (int m = 0; m < 2; ++m) {
      const auto visit = strategy->next({.now = now});
      const bool fresh = changed[visit->page] > visited[visit->page];
      Seen seen{.visit = *visit, .sent = now, .received = now};
      seen.outcome = fresh ? Outcome::Changed : Outcome::Same;
      if (visit->page == 0 && fresh)
        for (PageId id = 1; id < kPages; ++id)
          if (truthful ? changed[id] > visited[0] : rng.below(kPages) == 0)
            seen.announced.push_back(id);
      count += fresh && visit->page > 0 ? 1 : 0;
      visited[visit->page] = now;
      strategy->observe(seen);
    }
  }
  return count;
}

TEST(LossIndexAnnounced, GoesWhereATrueIndexPointsAndIgnoresAFalseOne) {
  EXPECT_GT(captured("loss-index-announced", true), 1.5 * captured("loss-index-events", true));
  EXPECT_GT(captured("loss-index-announced", false), 0.9 * captured("loss-index-events", false));
}

}  // namespace
}  // namespace asof::schedule
