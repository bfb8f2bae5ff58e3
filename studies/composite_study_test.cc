#include "studies/composite_study.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace asof::studies {
namespace {

// Pages published together now and then, and a few alone.
lab::History site() {
  lab::History history{.name = "site", .from = 0, .until = 60 * 86400.0};
  Rng rng(4);
  history.pages.resize(24);
  for (lab::HistoryPage& page : history.pages) page.versions.push_back({.at = 0, .content = 1});
  std::uint32_t content = 2;
  for (Time at = 86400; at < history.until; at += rng.uniform(1, 3) * 86400) {
    const bool all = rng.below(2) == 0;
    for (std::size_t p = 0; p < history.pages.size(); ++p)
      if (all || p % 8 == 0) history.pages[p].versions.push_back({.at = at, .content = content});
    ++content;
  }
  return history;
}

TEST(CompositeStudy, PartsChosenForOneInstantAreNeverMoreViolative) {
  const auto rows =
      composite_study(site(), {.mean_gap = 48 * 3600.0, .seeds = 2, .pages = 10, .composites = 60});
  ASSERT_EQ(rows.size(), 5U);
  const CompositeRow& nearest = rows[0];
  const CompositeRow& snapshot = rows[4];
  EXPECT_EQ(snapshot.policy, "snapshot");
  const auto violative = static_cast<std::size_t>(navigate::Composite::Violative);
  EXPECT_LE(snapshot.states[violative].mean, nearest.states[violative].mean / 2);
  EXPECT_LE(snapshot.apart.mean, nearest.apart.mean);
  for (const CompositeRow& row : rows) {
    double sum = 0;
    for (const lab::Estimate& state : row.states) sum += state.mean;
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_GE(row.elsewhen.mean, row.apart.mean);
  }
}

}  // namespace
}  // namespace asof::studies
