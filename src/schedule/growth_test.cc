#include "schedule/growth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schedule/dry_run.h"
#include "schedule/registry.h"

namespace asof::schedule {
namespace {

// Tells it of visits that find c * x^-a pages each, as whole pages; what is known then.
std::uint64_t grow(Growth& growth, std::uint64_t visits, double c, double a) {
  double sum = 0;
  std::uint64_t known = 1;
  for (std::uint64_t x = 1; x <= visits; ++x) {
    sum += c * std::pow(static_cast<double>(x), -a);
    const auto found = static_cast<std::uint64_t>(sum) - (known - 1);
    growth.visited(found);
    known += found;
  }
  return known;
}

TEST(Growth, FindsWhereAPowerLawEnds) {
  // Visit x finds c * x^-a pages: the site ends where x visits have found x of them.
  struct Case {
    double c, a, end;
  };
  for (const auto& [c, a, end] : {Case{30, .5, 3515}, Case{300, .9, 4058}}) {
    for (const double share : {.5, .7, .9}) {
      Growth growth;
      const auto visits = static_cast<std::uint64_t>(share * end);
      const std::uint64_t known = grow(growth, visits, c, a);
      EXPECT_NEAR(static_cast<double>(growth.pages(known)) / end, 1, .05)
          << a << " after " << share;
    }
  }
}

TEST(Growth, EndsWhereNothingMoreIsFound) {
  Growth growth;
  growth.visited(99);
  for (int i = 0; i < 30; ++i) growth.visited(0);
  EXPECT_EQ(growth.pages(100), 100u);
}

TEST(Growth, KnowsNothingOfAFewVisits) {
  Growth growth;
  EXPECT_EQ(growth.pages(0), 0u);
  EXPECT_EQ(growth.pages(5), 5u);
  growth.visited(40);
  EXPECT_EQ(growth.pages(45), 45u);
}

TEST(Growth, StaysBetweenWhatIsKnownAndTwiceThat) {
  Growth steady;
  std::uint64_t known = 1;
  for (int i = 0; i < 1000; ++i) {
    steady.visited(3);
    known += 3;
    const std::uint64_t pages = steady.pages(known);
    EXPECT_GE(pages, known);
    EXPECT_LE(pages, 2 * known);
  }
  EXPECT_EQ(steady.pages(known), 2 * known);
}

// A chain of lists: each page of a list names two pages and the next list. With half of the site
// still to come the coldest goes first; one who takes what is known for all descends at once.
TEST(Growth, KeepsSharcOnlineAscendingWhileASiteGrows) {
  auto strategy = make_strategy("sharc-online").value();
  strategy->expect({});
  strategy->learn({.id = 0, .rate = 1});
  EveryAllocator allocator;
  DryRunOptions options;
  constexpr PageId kLists = 40;
  for (PageId list = 0; list < kLists; ++list) {
    options.children.resize(3 * list + 1);
    options.children.push_back({});
    auto& found = options.children[3 * list];
    for (PageId i = 1; i <= 3; ++i)
      found.push_back({.id = 3 * list + i, .parent = 3 * list, .rate = i == 3 ? .5 : 2. + i});
    options.children.resize(3 * list + 3);
  }
  const auto visits = dry_run(std::move(strategy), allocator, options);
  ASSERT_EQ(visits.size(), 3 * kLists + 1);
  std::size_t ascending = 0;
  for (std::size_t i = 10; i < kLists; ++i)
    ascending += visits[i].visit.why.starts_with("ascending");
  EXPECT_GE(ascending, 25u);
}

}  // namespace
}  // namespace asof::schedule
