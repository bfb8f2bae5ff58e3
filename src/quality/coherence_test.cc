#include "quality/coherence.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace asof::quality {
namespace {

TEST(CoherenceTest, Example521ByWeightOfTheLargestNumber) {
  // DEXA Figure 6: the first three of five versions share an instant.
  const std::vector<Version> versions = {
      {{0, 6}, .2}, {{2, 7}, .54}, {{4, 9}, .34}, {{7, 9}, .22}, {{9, 12}, .6}};
  const Coherent largest = largest_coherent(versions);
  EXPECT_EQ(largest.count, 3u);
  EXPECT_NEAR(coherence(versions).count, .568421, 5e-7);
  EXPECT_NEAR(coherence(versions).weight, .568421, 5e-7);
}

TEST(CoherenceTest, CountAndWeightDifferAtWorst) {
  // Errata C15: three light versions against one heavy one.
  const std::vector<Version> versions = {
      {{0, 1}, .05}, {{0, 1}, .05}, {{0, 1}, .05}, {{1, 2}, .85}};
  EXPECT_DOUBLE_EQ(coherence(versions).weight, .85);
  EXPECT_NEAR(coherence(versions).count, .15, 1e-12);
}

TEST(CoherenceTest, OfEqualNumbersTheHeaviestIsTaken) {
  const std::vector<Version> versions = {{{0, 1}, 1}, {{2, 3}, 3}, {{4, 5}, 2}};
  EXPECT_EQ(largest_coherent(versions).weight, 3);
  EXPECT_EQ(largest_coherent(versions).at, 2);
}

TEST(CoherenceTest, VersionsThatTouchAreNotCoherent) {
  const std::vector<Version> versions = {{{0, 5}, 1}, {{5, 9}, 1}};
  EXPECT_EQ(heaviest_coherent(versions).count, 1u);
}

TEST(CoherenceTest, WithoutWeightIsCoherent) {
  EXPECT_EQ(coherence({}).weight, 1);
  const std::vector<Version> versions = {{{0, 1}, 0}, {{1, 2}, 0}};
  EXPECT_EQ(coherence(versions).weight, 1);
  EXPECT_EQ(coherence(versions).count, 1);
}

TEST(CoherenceTest, AllCoherentIsExactlyOne) {
  std::vector<Version> versions;
  for (int i = 0; i < 1000; ++i) versions.push_back({{-kNever, 1.0 + i}, .1 * i});
  EXPECT_EQ(coherence(versions).weight, 1);
  EXPECT_EQ(coherence(versions).count, 1);
}

std::vector<Version> random_versions(Rng& rng, std::uint64_t most) {
  std::vector<Version> versions(rng.below(most + 1));
  for (Version& version : versions) {
    const auto from = static_cast<double>(rng.below(8));
    version.valid = {from, from + static_cast<double>(rng.below(5))};
    if (rng.below(8) == 0) version.valid.from = -kNever;
    if (rng.below(8) == 0) version.valid.to = kNever;
    version.weight = static_cast<double>(rng.below(5)) / 4;
  }
  return versions;
}

TEST(CoherenceTest, AgreesWithAllSubsets) {
  Rng rng(1);
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE(round);
    const auto versions = random_versions(rng, 8);
    double heaviest = 0;
    std::pair<std::size_t, double> largest{0, 0};
    for (std::size_t subset = 1; subset < (std::size_t{1} << versions.size()); ++subset) {
      Interval common{-kNever, kNever};
      std::pair<std::size_t, double> size{0, 0};
      for (std::size_t i = 0; i < versions.size(); ++i) {
        if ((subset >> i & 1) == 0) continue;
        common = {std::max(common.from, versions[i].valid.from),
                  std::min(common.to, versions[i].valid.to)};
        size = {size.first + 1, size.second + versions[i].weight};
      }
      if (!(common.from < common.to)) continue;
      heaviest = std::max(heaviest, size.second);
      largest = std::max(largest, size);
    }
    EXPECT_DOUBLE_EQ(heaviest_coherent(versions).weight, heaviest);
    EXPECT_EQ(largest_coherent(versions).count, largest.first);
    EXPECT_DOUBLE_EQ(largest_coherent(versions).weight, largest.second);
  }
}

TEST(CoherenceTest, TheInstantFoundIsInAllOfThem) {
  Rng rng(2);
  for (int round = 0; round < 1000; ++round) {
    const auto versions = random_versions(rng, 8);
    for (const Coherent& found : {heaviest_coherent(versions), largest_coherent(versions)}) {
      std::size_t standing = 0;
      for (const Version& version : versions)
        standing += version.valid.from <= found.at && found.at < version.valid.to;
      EXPECT_TRUE(found.count == standing || found.count == 0) << "round " << round;
    }
  }
}

SiteTrack small_site() {
  return {{.weight = 1, .changes = {{0, .5}, {6, 1}}, .captures = {1, 7}},
          {.weight = 3, .changes = {{2, 1}, {5, 1}}, .captures = {4}},
          {.weight = 9, .changes = {{0, 1}}},
          {.weight = .5, .changes = {{8, 1}}, .captures = {3}}};
}

TEST(CoherenceTest, AQueryTakesOneVersionOfEachCapturedPage) {
  const auto versions = query_result(small_site(), 4);
  ASSERT_EQ(versions.size(), 3u);
  EXPECT_EQ(versions[0].valid.from, 0);  // captures 1 and 7 are equally near: the earlier
  EXPECT_EQ(versions[0].valid.to, 6);
  EXPECT_EQ(versions[0].weight, .5);
  EXPECT_EQ(versions[1].valid.from, 2);
  EXPECT_EQ(versions[1].weight, 3);
  EXPECT_EQ(versions[2].valid.from, -kNever);  // before its first change: no weight
  EXPECT_EQ(versions[2].weight, 0);
  EXPECT_EQ(query_coherence(small_site(), 4).weight, 1);
  EXPECT_DOUBLE_EQ(query_coherence(small_site(), 4.5).weight, 3.0 / 4);
}

TEST(CoherenceTest, RecentLeavesOutPagesCapturedLater) {
  EXPECT_EQ(query_result(small_site(), 3.5, {.mapping = Mapping::Recent}).size(), 2u);
  EXPECT_EQ(query_result(small_site(), 3.5).size(), 3u);
}

TEST(CoherenceTest, AnIntervalOfTimeIsAnsweredFromWithinIt) {
  const auto versions = query_result(small_site(), Interval{5, 9});
  ASSERT_EQ(versions.size(), 3u);
  EXPECT_EQ(versions[0].valid.from, 6);
  EXPECT_EQ(versions[1].valid.from, 2);
}

TEST(CoherenceTest, TopPagesAreTheMostImportant) {
  EXPECT_EQ(query_result(small_site(), 4, {.top = 1}).size(), 0u);  // it was never captured
  const auto two = query_result(small_site(), 4, {.top = 2});
  ASSERT_EQ(two.size(), 1u);
  EXPECT_EQ(two[0].weight, 3);
  EXPECT_EQ(query_result(small_site(), Interval{5, 9}, 3).size(), 2u);
}

TEST(CoherenceTest, SitesAreMeansOfQueriesAndArchivesMeansOfSites) {
  const std::vector<Time> queries = {4, 4.5};
  const double site = (1 + .75) / 2;
  EXPECT_DOUBLE_EQ(site_coherence(small_site(), queries)->weight, site);
  const SiteTrack sites[] = {small_site(), {}};
  EXPECT_DOUBLE_EQ(archive_coherence(sites, queries)->weight, (site + 1) / 2);
  EXPECT_FALSE(site_coherence(small_site(), {}).has_value());
  EXPECT_FALSE(archive_coherence(sites, {}).has_value());
}

}  // namespace
}  // namespace asof::quality
