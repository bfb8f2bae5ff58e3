#include <gtest/gtest.h>

#include <set>

#include "schedule/watch_events.h"
#include "schedule/watch_test_world.h"

namespace asof::schedule {
namespace {

TEST(MarginIndex, IsItsFormula) {
  Rng rng(1);
  for (int round = 0; round < 60; ++round) {
    const auto world = testing::make_world(8, rng.fork(static_cast<std::uint64_t>(round)));
    const auto visits =
        testing::watch("margin-index", world, testing::Changes(8), {.hours = 40, .per_period = 2});
    std::vector<double> last(8, 0);
    for (std::size_t hour = 0; hour < 40; ++hour) {
      const Time now = static_cast<double>(hour + 1);
      const auto index = [&](std::size_t i) {
        const Course course = world.course(i);
        const Step since = course.over(last[i], now);
        return world.weights[i] / course.over(0, 40).weight * since.gain *
               (1 - since.changes / std::expm1(since.changes));
      };
      double rest = -1e9;
      for (std::size_t i = 0; i < 8; ++i)
        if (i != visits[hour][0] && i != visits[hour][1]) rest = std::max(rest, index(i));
      ASSERT_GE(index(visits[hour][0]), index(visits[hour][1]) - 1e-9);
      ASSERT_GE(index(visits[hour][1]), rest - 1e-9);
      for (const std::size_t page : visits[hour]) last[page] = now;
    }
  }
}

// Changes of pages that are believed alike, on average once in five hours.
testing::Changes uneven(std::size_t pages, int hours, Rng rng) {
  testing::Changes changes(pages);
  for (std::size_t i = 0; i < pages; ++i) {
    const double rate = i % 2 == 0 ? 0.02 : 0.4;
    for (Time at = rng.exponential(rate); at < hours; at += rng.exponential(rate))
      changes[i].push_back({at, 1});
  }
  return changes;
}

TEST(MarginIndex, IsThePriceAtWhichItsGapIsBest) {
  // Of one page with plain changes: at that price, no other gap earns more per unit of time.
  for (const double rate : {0.1, 1.0, 4.0})
    for (const double gap : {0.3, 1.0, 2.5}) {
      const auto pending = [&](double after) { return -std::expm1(-rate * after); };
      const double changes = rate * gap;
      const double price = pending(gap) * (1 - changes / std::expm1(changes));
      const double earns = (pending(gap) - price) / gap;
      for (double other = 0.05; other < 6; other += 0.05)
        EXPECT_LE((pending(other) - price) / other, earns + 1e-12) << rate << " " << gap;
    }
}

TEST(LossIndexOnline, FindsOutWhichPagesAreLively) {
  testing::World world;
  for (int i = 0; i < 60; ++i) {
    world.patterns.push_back({.cycle = 24, .rates = std::vector<double>(24, 0.2)});
    world.weights.push_back(1);
  }
  const auto changes = uneven(60, 200, Rng(2));
  testing::Watch options{.hours = 200, .per_period = 6};
  options.tuning.global = true;
  const auto lively = [&](std::string_view name) {
    double count = 0;
    const auto visits = testing::watch(name, world, changes, options);
    for (const auto& period : visits)
      for (const std::size_t page : period) count += page % 2 == 1;
    return std::pair(count / 1200, testing::completeness(world, changes, visits).global);
  };
  const auto [blind, before] = lively("margin-index");
  const auto [learned, after] = lively("loss-index-online");
  EXPECT_NEAR(blind, 0.5, 0.02);
  EXPECT_GT(learned, 0.65);
  EXPECT_GT(after, before * 1.1);
}

TEST(CoChanges, NamesThePagesThatSharedEarlierEvents) {
  CoChanges together(10);
  for (const PageId page : {1u, 2u, 3u}) EXPECT_TRUE(together.changed(page, 100 + page).empty());
  EXPECT_TRUE(together.changed(1, 102).empty());  // the same event again is no news
  EXPECT_TRUE(together.changed(7, 500).empty());  // nothing is known of this page
  const auto likely = together.changed(2, 1000);
  std::set<PageId> pages;
  for (const auto& [page, chance] : likely) {
    pages.insert(page);
    EXPECT_DOUBLE_EQ(chance, 0.5);
  }
  EXPECT_EQ(pages, (std::set<PageId>{1, 3}));
  EXPECT_EQ(together.event_at(1009), 1000);
  EXPECT_EQ(together.event_at(1011), 1011);
}

TEST(CoChanges, CountSharesAsADirectCountDoes) {
  Rng rng(3);
  for (int round = 0; round < 200; ++round) {
    CoChanges together(1);
    std::vector<std::set<PageId>> events;          // in the order of time
    std::vector<std::vector<std::size_t>> own(6);  // by page
    for (int event = 0; event < 12; ++event) {
      events.emplace_back();
      for (PageId page = 0; page < 6; ++page) {
        if (rng.below(2) == 0) continue;
        const auto likely = together.changed(page, 100.0 * event);
        std::vector<double> chance(6, 0);
        for (const std::size_t earlier : own[page])
          for (const PageId other : events[earlier])
            if (other != page && events[earlier].size() >= 3)
              chance[other] += 1 / static_cast<double>(own[page].size() + 1);
        std::vector<double> found(6, 0);
        for (const auto& each : likely) found[each.page] = each.chance;
        for (PageId other = 0; other < 6; ++other) ASSERT_NEAR(found[other], chance[other], 1e-12);
        events.back().insert(page);
        own[page].push_back(events.size() - 1);
        if (own[page].size() > 4) own[page].erase(own[page].begin());
      }
    }
  }
}

// Half of the pages change together, dated; the others never.
TEST(LossIndexEvents, VisitsTheRestOfAGroupOnceOneOfItChanged) {
  const std::size_t pages = 40;
  double captured[2] = {0, 0};
  for (const int form : {0, 1}) {
    auto strategy = make_strategy(form == 0 ? "loss-index-online" : "loss-index-events").value();
    const Duration hour = 3600;
    strategy->expect({.start = 0, .period = hour, .per_period = 3, .until = 1200 * hour});
    for (PageId id = 0; id < pages; ++id) strategy->learn({.id = id, .rate = 1 / (100 * hour)});
    Rng rng(4);
    std::vector<Time> events;
    for (Time at = 0; at < 1200 * hour; at += rng.exponential(1 / (12 * hour)))
      events.push_back(at + 1);
    std::vector<Time> known(pages, -1);
    for (int k = 1; k <= 1200; ++k) {
      const Time now = k * hour;
      const auto last = std::upper_bound(events.begin(), events.end(), now) - 1;
      for (int m = 0; m < 3; ++m) {
        const auto visit = strategy->next({.now = now});
        const bool moves = visit->page % 2 == 0;
        const bool fresh = moves && known[visit->page] < *last;
        const bool first = known[visit->page] < 0;
        Seen seen{.visit = *visit,
                  .sent = now,
                  .received = now,
                  .outcome = first   ? Outcome::First
                             : fresh ? Outcome::Changed
                                     : Outcome::Same};
        seen.last_modified = moves ? *last : 0;
        captured[form] += fresh;
        known[visit->page] = now;
        strategy->observe(seen);
      }
    }
  }
  EXPECT_GT(captured[1], 1.05 * captured[0]);
}

}  // namespace
}  // namespace asof::schedule
