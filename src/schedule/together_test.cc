#include "schedule/together.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/random.h"
#include "schedule/registry.h"

namespace asof::schedule {
namespace {

struct Made {
  PageId page = 0;
  Purpose purpose = Purpose::Capture;
  Time at = 0;
};

// Pages 0 to n-1, all known; `set_of` names the set of some.
std::vector<Made> run(std::string_view name, PageId n,
                      const std::map<PageId, std::uint32_t>& set_of, const Tuning& tuning = {}) {
  auto strategy = with_sets(make_strategy(name, tuning).value());
  strategy->expect({.pages = n});
  Rng rng(1);
  for (PageId id = 0; id < n; ++id) {
    Page page{.id = id, .depth = id, .rate = std::exp(rng.uniform(-9, -3))};
    if (const auto found = set_of.find(id); found != set_of.end()) page.set = found->second;
    strategy->learn(page);
  }
  std::vector<Made> made;
  std::vector<int> seen(n, 0);
  for (Time now = 0; strategy->wants(now) <= now && made.size() < 1000; ++now) {
    const auto visit = strategy->next({.now = now});
    if (!visit) break;
    made.push_back({visit->page, visit->purpose, now});
    strategy->observe({.visit = *visit,
                       .sent = now,
                       .received = now,
                       .outcome = seen[visit->page]++ == 0 ? Outcome::First : Outcome::Same,
                       .last_modified = now - 1e6});
  }
  return made;
}

const std::map<PageId, std::uint32_t> kTwoSets = {{1, 1}, {6, 1}, {9, 1}, {3, 2}, {4, 2}};

// Visits of a set are never interrupted by those of others.
TEST(Together, EveryStrategyVisitsSetsInARow) {
  for (const char* name :
       {"breadth-first", "breadth-first+revisit", "depth-first", "random+revisit", "sharc-offline",
        "sharc-online", "sharc-nested", "sharc-threshold", "sharc-revisits", "sharc-dated",
        "sharc-dated-known", "sharc-bounded", "sharc-unified", "sharc-multi"}) {
    SCOPED_TRACE(name);
    const auto made = run(name, 12, kTwoSets);
    std::map<PageId, int> visits;
    for (std::size_t i = 0; i < made.size(); ++i) {
      ++visits[made[i].page];
      const auto member = kTwoSets.find(made[i].page);
      if (member == kTwoSets.end()) continue;
      // The row it is in holds each page of the set once.
      const std::size_t size = member->second == 1 ? 3 : 2;
      std::size_t first = i;
      while (first > 0 && kTwoSets.contains(made[first - 1].page) &&
             kTwoSets.at(made[first - 1].page) == member->second)
        --first;
      std::size_t last = i;
      while (last + 1 < made.size() && kTwoSets.contains(made[last + 1].page) &&
             kTwoSets.at(made[last + 1].page) == member->second)
        ++last;
      EXPECT_EQ((last - first + 1) % size, 0u) << "visit " << i;
    }
    EXPECT_EQ(visits.size(), 12u);
    EXPECT_EQ(visits[1], visits[6]);
    EXPECT_EQ(visits[1], visits[9]);
    EXPECT_EQ(visits[3], visits[4]);
  }
}

TEST(Together, WithoutSetsNothingChanges) {
  for (const char* name : {"breadth-first+revisit", "sharc-dated", "sharc-bounded"}) {
    auto plain = make_strategy(name).value();
    plain->expect({.pages = 5});
    for (PageId id = 0; id < 5; ++id) plain->learn({.id = id, .depth = id, .rate = 0.01 * id});
    auto wrapped = with_sets(plain->clone());
    for (Time now = 0; plain->wants(now) <= now; ++now) {
      const auto one = plain->next({.now = now});
      const auto other = wrapped->next({.now = now});
      ASSERT_EQ(one.has_value(), other.has_value());
      if (!one) break;
      ASSERT_EQ(one->page, other->page);
      const Seen seen{.visit = *one, .sent = now, .received = now};
      plain->observe(seen);
      wrapped->observe(seen);
    }
    EXPECT_EQ(wrapped->wants(1000), kNever);
  }
}

TEST(Together, RevisitsAreRevisits) {
  const auto made = run("sharc-nested", 12, kTwoSets);
  std::map<PageId, int> before;
  for (const Made& visit : made)
    EXPECT_EQ(visit.purpose == Purpose::Revisit, before[visit.page]++ > 0) << visit.page;
}

// As when a crawl goes on: a fresh one that is told the same does the same.
TEST(Together, CloneGoesOnAlike) {
  auto strategy = with_sets(make_strategy("sharc-dated").value());
  strategy->expect({});
  for (PageId id = 0; id < 8; ++id)
    strategy->learn({.id = id, .depth = id, .set = id % 3 == 0 ? 1u : 0u});
  for (Time now = 0; now < 5; ++now) {
    const auto visit = strategy->next({.now = now});
    ASSERT_TRUE(visit);
    strategy->observe({.visit = *visit, .sent = now, .received = now});
  }
  auto copy = strategy->clone();
  for (Time now = 5; strategy->wants(now) <= now; ++now) {
    const auto one = strategy->next({.now = now});
    const auto other = copy->next({.now = now});
    ASSERT_EQ(one.has_value(), other.has_value());
    if (!one) break;
    EXPECT_EQ(one->page, other->page);
    const Seen seen{.visit = *one, .sent = now, .received = now};
    strategy->observe(seen);
    copy->observe(seen);
  }
}

}  // namespace
}  // namespace asof::schedule
