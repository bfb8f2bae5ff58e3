#include "quality/completeness.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"

namespace asof::quality {
namespace {

// DEXA Example 5.11, Figure 4.
PageTrack first_page() {
  return {.changes = {{1, .1}, {2, .6}, {3, .5}, {4, .2}}, .captures = {2.5, 3.5}};
}
PageTrack second_page() { return {.changes = {{1, .12}, {2, .45}}, .captures = {1.5}}; }

TEST(CompletenessTest, Example511ToTheDigitsThePaperCut) {
  EXPECT_NEAR(*page_completeness(first_page()), .785714, 5e-7);
  EXPECT_NEAR(*page_completeness(second_page()), .210526, 5e-7);
  const SiteTrack site = {first_page(), second_page()};
  EXPECT_NEAR(*site_completeness(site), .498, .0005);
}

TEST(CompletenessTest, AVersionCapturedAgainCountsOnce) {
  PageTrack page = first_page();
  page.captures = {2.1, 2.2, 2.3, 2.4, 2.9};
  EXPECT_NEAR(*page_completeness(page), .429, .0005);
  EXPECT_EQ(captured(page).versions, 1u);
}

TEST(CompletenessTest, TheVersionBeforeTheFirstChangeHasNoWeight) {
  EXPECT_EQ(page_completeness({.changes = {{5, 1}}, .captures = {1, 2}}), 0);
  EXPECT_EQ(page_completeness({.changes = {{5, 1}}, .captures = {1, 5}}), 1);
}

TEST(CompletenessTest, PagesWithNothingToCaptureAreLeftOut) {
  const PageTrack still{.weight = 9, .captures = {1}};
  const PageTrack trifling{.weight = 9, .changes = {{1, 0}}, .captures = {1}};
  EXPECT_EQ(page_completeness(still), std::nullopt);
  EXPECT_EQ(page_completeness(trifling), std::nullopt);
  const SiteTrack site = {still, trifling, first_page()};
  EXPECT_DOUBLE_EQ(*site_completeness(site), *page_completeness(first_page()));
  const SiteTrack nothing = {still, trifling};
  EXPECT_EQ(site_completeness(nothing), std::nullopt);
  const SiteTrack sites[] = {nothing, {second_page()}};
  EXPECT_DOUBLE_EQ(*archive_completeness(sites), *page_completeness(second_page()));
}

TEST(CompletenessTest, APageNeverCapturedCountsZero) {
  PageTrack lost = first_page();
  lost.captures.clear();
  const SiteTrack site = {lost, first_page()};
  EXPECT_DOUBLE_EQ(*site_completeness(site), *page_completeness(first_page()) / 2);
}

TEST(CompletenessTest, ReadingsDifferWherePagesDo) {
  const SiteTrack site = {
      {.weight = 2, .changes = {{1, .5}}, .captures = {1}},
      {.weight = 1, .changes = {{1, 1}, {2, 1}, {3, 1}, {4, 1}}, .captures = {4}}};
  EXPECT_DOUBLE_EQ(*site_completeness(site), (2 * 1 + 1 * .25) / 3);
  EXPECT_DOUBLE_EQ(*global_completeness(site), (1 + 1) / 5.0);
  EXPECT_DOUBLE_EQ(*unweighted_completeness(site), 2.0 / 5);
}

TEST(CompletenessTest, ClippingForgetsWhatHappenedOutside) {
  const PageTrack page{.weight = 3, .changes = {{1}, {2}, {5}, {9}}, .captures = {0, 3, 5, 8, 10}};
  const PageTrack part = clipped(page, {2, 8});
  EXPECT_EQ(part.weight, 3);
  ASSERT_EQ(part.changes.size(), 2u);
  EXPECT_EQ(part.changes[0].at, 2);
  EXPECT_EQ(part.changes[1].at, 5);
  EXPECT_EQ(part.captures, (std::vector<Time>{3, 5, 8}));
}

SiteTrack random_site(Rng& rng) {
  SiteTrack site(rng.below(4));
  for (PageTrack& page : site) {
    page.weight = static_cast<double>(rng.below(4));
    for (std::uint64_t i = 0, n = rng.below(6); i < n; ++i)
      page.changes.push_back(
          {static_cast<double>(rng.below(10)), static_cast<double>(rng.below(3)) / 2});
    for (std::uint64_t i = 0, n = rng.below(6); i < n; ++i)
      page.captures.push_back(static_cast<double>(rng.below(20)) / 2);
    std::stable_sort(page.changes.begin(), page.changes.end(),
                     [](const Change& a, const Change& b) { return a.at < b.at; });
    std::sort(page.captures.begin(), page.captures.end());
  }
  return site;
}

// Marks each change that some capture sees: at or after it, with no later change in between.
std::set<std::size_t> seen(const PageTrack& page) {
  std::set<std::size_t> marked;
  for (const Time capture : page.captures)
    for (std::size_t k = 0; k < page.changes.size(); ++k) {
      const bool last = k + 1 == page.changes.size() || page.changes[k + 1].at > capture;
      if (page.changes[k].at <= capture && last) marked.insert(k);
    }
  return marked;
}

TEST(CompletenessTest, AgreesWithMarkingVersionsOneByOne) {
  Rng rng(1);
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE(round);
    const SiteTrack sites[] = {random_site(rng), random_site(rng)};
    double got = 0, all = 0, count = 0, total = 0, archive = 0, rated_sites = 0;
    for (const SiteTrack& site : sites) {
      double pages = 0, weights = 0;
      for (const PageTrack& page : site) {
        double part = 0, whole = 0;
        for (const std::size_t k : seen(page)) part += page.changes[k].importance;
        for (const Change& change : page.changes) whole += change.importance;
        got += page.weight * part;
        all += page.weight * whole;
        count += static_cast<double>(seen(page).size());
        total += static_cast<double>(page.changes.size());
        EXPECT_EQ(page_completeness(page).has_value(), whole > 0);
        if (whole == 0) continue;
        EXPECT_DOUBLE_EQ(*page_completeness(page), part / whole);
        pages += page.weight * part / whole;
        weights += page.weight;
      }
      EXPECT_EQ(site_completeness(site).has_value(), weights > 0);
      if (weights == 0) continue;
      EXPECT_DOUBLE_EQ(*site_completeness(site), pages / weights);
      archive += pages / weights;
      rated_sites += 1;
    }
    EXPECT_EQ(archive_completeness(sites).has_value(), rated_sites > 0);
    if (rated_sites > 0) {
      EXPECT_DOUBLE_EQ(*archive_completeness(sites), archive / rated_sites);
    }
    EXPECT_EQ(global_completeness(sites).has_value(), all > 0);
    if (all > 0) {
      EXPECT_DOUBLE_EQ(*global_completeness(sites), got / all);
    }
    EXPECT_EQ(unweighted_completeness(sites).has_value(), total > 0);
    if (total > 0) {
      EXPECT_DOUBLE_EQ(*unweighted_completeness(sites), count / total);
    }
  }
}

}  // namespace
}  // namespace asof::quality
