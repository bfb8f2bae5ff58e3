#include "studies/navigate_study.h"

#include <gtest/gtest.h>

#include "studies/navigate_world.h"

namespace asof::studies {
namespace {

TEST(NavigateStudy, TheFigureHasTheOrderAndTheCalibrationClaimed) {
  const NavigationTable table = navigation_figure(12);
  ASSERT_EQ(table.rows.size(), 5U);
  const NavigationRow& all = table.rows.back();
  ASSERT_EQ(all.coherent.size(), table.columns.size());
  EXPECT_GT(all.likelihood_over_pattern.low(), 0);
  EXPECT_GT(all.pattern_over_nearest.mean, 0);
  EXPECT_GT(all.nearest_over_recent.low(), 0);
  EXPECT_GE(all.coherent[7].mean, all.coherent[6].mean);  // Last-Modified helps
  EXPECT_GE(all.coherent[8].mean, all.coherent[7].mean);  // nothing beats the oracle
  EXPECT_LT(table.digests.worst(), 0.06);
  EXPECT_EQ(table.digests.certain.happened, 1);
}

TEST(NavigateStudy, ASnapshotGainsByMovingItsInstant) {
  const SnapshotTable table = snapshot_figure(5);
  ASSERT_EQ(table.coherence.size(), 6U);
  EXPECT_GT(table.coherence[2].mean, table.coherence[1].mean);
  EXPECT_GT(table.coherence[4].mean, table.coherence[2].mean);
  EXPECT_LE(table.coherence[4].mean, table.coherence[5].mean);
}

// A site whose pages are all published together, now and then.
lab::History published_together() {
  lab::History history{.name = "together", .from = 0, .until = 14 * 86400.0};
  history.links.push_back({0, 1, 2, 3, 4, 5, 6, 7});
  Rng rng(3);
  std::vector<Time> events;
  for (Time t = rng.uniform(0, 2e5); t < history.until; t += rng.uniform(1e5, 4e5))
    events.push_back(t);
  for (std::uint32_t p = 0; p < 8; ++p) {
    lab::HistoryPage page{.name = std::to_string(p)};
    page.versions.push_back({.at = 0, .content = 1, .links = 1});
    for (std::uint32_t e = 0; e < events.size(); ++e)
      page.versions.push_back({.at = events[e], .content = e + 2, .links = 1});
    history.pages.push_back(std::move(page));
  }
  return history;
}

TEST(NavigateStudy, OnASiteThatPublishesTogetherLikelihoodLeadsAndIsNotFooled) {
  const RealNavigation result = navigate_history(
      published_together(), {.mean_gap = 48 * 3600.0, .seeds = 2, .links = 30, .questions = 30});
  ASSERT_EQ(result.columns.size(), result.coherent.size());
  EXPECT_GT(result.likelihood_over_nearest.mean, 0);
  EXPECT_GT(result.joint_share.at_once + result.joint_share.in_slot, 0.5);
  EXPECT_EQ(result.joint.certain.happened, 1);
  EXPECT_LE(result.coherent[4].mean, result.coherent[5].mean);
}

}  // namespace
}  // namespace asof::studies
