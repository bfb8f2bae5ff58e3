#include <gtest/gtest.h>

#include "support/captures.h"

namespace asof::schedule {
namespace {

using test::pages_of;
using Order = std::vector<PageId>;

// SHARC Figure 2.
const test::Rates kRatesOfFigure2 = {0, 1, 2, 3, 4, 5};
const Order kParentsOfFigure2 = {kNoPage, 0, 0, 1, 1, 2};

Order found(std::string_view name) {
  return pages_of(
      test::run_found(name, kRatesOfFigure2, kParentsOfFigure2, {}, Outlook{.pages = 6}));
}

TEST(Orders, AreThoseOfTheTablesOfSharc) {
  EXPECT_EQ(found("depth-first"), (Order{0, 1, 3, 4, 2, 5}));    // Table 1
  EXPECT_EQ(found("breadth-first"), (Order{0, 1, 2, 3, 4, 5}));  // Table 2
  EXPECT_EQ(found("sharc-online"), (Order{0, 1, 4, 3, 2, 5}));   // Table 3
  EXPECT_EQ(found("hottest-first"), (Order{0, 2, 5, 1, 4, 3}));
  EXPECT_EQ(found("coldest-first"), (Order{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(found("pipes"), (Order{0, 1, 2, 3, 5, 4}));
}

TEST(Orders, AtRandomAreThoseOfTheirSeed) {
  const auto drawn = [](std::uint64_t seed, std::string_view name = "random") {
    return pages_of(test::run_known(name, test::Rates(30, 1), {.seed = seed}));
  };
  Order order = drawn(1);
  EXPECT_EQ(order, drawn(1));
  EXPECT_NE(order, drawn(2));
  Order twice = drawn(1, "random+revisit");
  EXPECT_EQ(Order(twice.begin(), twice.begin() + 30), order);
  EXPECT_EQ(Order(twice.begin() + 30, twice.end()), order);
  std::sort(order.begin(), order.end());
  for (PageId id = 0; id < order.size(); ++id) EXPECT_EQ(order[id], id);
}

TEST(Orders, RepeatThemselvesInTheFormWithRevisits) {
  EXPECT_EQ(found("hottest-first+revisit"), (Order{0, 2, 5, 1, 4, 3, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(found("depth-first+revisit"), (Order{0, 1, 3, 4, 2, 5, 0, 1, 3, 4, 2, 5}));
}

// A tree known beforehand is walked as if it were found page by page.
TEST(Orders, OfAKnownTreeAreThoseOfAFoundOne) {
  Rng rng(3);
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 1 + rng.below(12);
    Order parents(n, kNoPage);
    std::vector<std::uint32_t> depths(n);
    for (PageId id = 1; id < n; ++id) {
      parents[id] = static_cast<PageId>(rng.below(id));
      depths[id] = depths[parents[id]] + 1;
    }
    const auto rates = test::random_rates(rng, n);
    for (const auto* name : {"breadth-first", "depth-first"}) {
      auto strategy = make_strategy(name).value();
      strategy->expect({});
      for (PageId id = 0; id < n; ++id)
        strategy->learn({.id = id, .parent = parents[id], .depth = depths[id]});
      EveryAllocator allocator;
      const auto known = pages_of(dry_run(std::move(strategy), allocator));
      auto in_tree = pages_of(test::run_found(name, rates, parents));
      ASSERT_EQ(known.size(), n);
      if (name == std::string_view("depth-first")) {
        EXPECT_EQ(known, in_tree);
        continue;
      }
      for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(depths[known[i]], depths[in_tree[i]]);
    }
  }
}

// Depth-first as Table 1 keeps it: a list, new pages in front.
TEST(Orders, DepthFirstAgreesWithAList) {
  Rng rng(4);
  for (int round = 0; round < 1000; ++round) {
    const std::size_t n = 1 + rng.below(15);
    Order parents(n, kNoPage);
    for (PageId id = 1; id < n; ++id) parents[id] = static_cast<PageId>(rng.below(id));
    Order list = {0};
    Order expected;
    while (!list.empty()) {
      const PageId page = list.front();
      list.erase(list.begin());
      expected.push_back(page);
      Order children;
      for (PageId id = 1; id < n; ++id)
        if (parents[id] == page) children.push_back(id);
      list.insert(list.begin(), children.begin(), children.end());
    }
    EXPECT_EQ(pages_of(test::run_found("depth-first", test::Rates(n), parents)), expected);
  }
}

// SHARC Equations 11 to 16 on a sorted list.
Order online_by_list(const test::Rates& rates, const Order& parents, std::uint64_t estimate) {
  std::vector<std::pair<double, PageId>> detected = {{rates[0], 0}};
  Order downloaded;
  while (!detected.empty()) {
    std::sort(detected.begin(), detected.end());
    const auto size =
        static_cast<double>(std::max<std::uint64_t>(estimate, downloaded.size() + detected.size()));
    const auto done = static_cast<double>(downloaded.size());
    const auto seen = static_cast<double>(detected.size());
    std::size_t index = detected.size() - 1;
    if (done + seen <= size / 2)
      index = 0;
    else if (done <= size / 2 && done < seen)
      index = downloaded.size();
    const PageId page = detected[index].second;
    detected.erase(detected.begin() + static_cast<std::ptrdiff_t>(index));
    downloaded.push_back(page);
    for (PageId id = 1; id < rates.size(); ++id)
      if (parents[id] == page) detected.emplace_back(rates[id], id);
  }
  return downloaded;
}

TEST(SharcOnline, AgreesWithASortedListWhateverTheEstimate) {
  Rng rng(5);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t n = 1 + rng.below(20);
    Order parents(n, kNoPage);
    for (PageId id = 1; id < n; ++id) parents[id] = static_cast<PageId>(rng.below(id));
    const auto rates = test::random_rates(rng, n);
    const std::uint64_t estimate = 1 + rng.below(2 * n + 1);
    EXPECT_EQ(
        pages_of(test::run_found("sharc-online", rates, parents, {}, Outlook{.pages = estimate})),
        online_by_list(rates, parents, estimate));
  }
}

TEST(SharcOnline, IsAsGoodAsSharcOfflineWhenAllPagesAreKnown) {
  Rng rng(6);
  for (std::size_t n = 2; n < 60; ++n) {
    const auto rates = test::random_rates(rng, n);
    EXPECT_NEAR(test::expected_blur(rates, test::run_known("sharc-online", rates)),
                test::expected_blur(rates, test::run_known("sharc-offline", rates)), 1e-9);
  }
}

}  // namespace
}  // namespace asof::schedule
