#include "navigate/snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "navigate/coherence.h"

namespace asof::navigate {
namespace {

std::vector<Page> random_site(Rng& rng) {
  std::vector<Page> pages(1 + rng.below(4));
  for (Page& page : pages) {
    page.changes.cycle = 12;
    for (int k = 0; k < 3; ++k)
      page.changes.rates.push_back(rng.below(5) == 0 ? 0 : rng.exponential(1));
    Time at = rng.uniform(0, 10);
    const std::size_t count = rng.below(6);
    for (std::size_t i = 0; i < count; ++i) {
      page.captures.push_back({at, rng.below(3), {}});
      if (rng.below(3) == 0) page.captures.back().last_modified = at - rng.uniform(0, 3);
      at += rng.uniform(0.5, 8);
    }
  }
  return pages;
}

// The definition: every run of every page.
double score_at(const std::vector<Page>& pages, const std::vector<double>& weights, Time u) {
  double score = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto runs = runs_of(pages[i].captures);
    double best = 0;
    for (std::size_t r = 0; r < runs.size(); ++r)
      best = std::max(best, probability_valid(version_of(pages[i], runs, r), u));
    score += weights[i] * best;
  }
  return score;
}

TEST(Snapshot, NoInstantOfAFineGridIsBetter) {
  Rng rng(5);
  for (int i = 0; i < 1000; ++i) {
    const std::vector<Page> pages = random_site(rng);
    std::vector<double> weights;
    for (std::size_t k = 0; k < pages.size(); ++k) weights.push_back(rng.uniform(0, 2));
    const Time at = rng.uniform(0, 30);
    const Duration window = rng.below(4) == 0 ? 0 : rng.uniform(0, 9);
    const Snapshot found = snapshot({pages, weights}, at, window);
    ASSERT_NEAR(found.score, score_at(pages, weights, found.at), 1e-9) << i;
    ASSERT_LE(std::abs(found.at - at), window + 1e-9);
    for (int k = -100; k <= 100; ++k)
      ASSERT_LE(score_at(pages, weights, at + window * k / 100), found.score + 1e-9) << i;
    double all = 0;
    for (const double w : weights) all += w;
    ASSERT_NEAR(found.damage, all - found.score, 1e-9);
    for (std::size_t k = 0; k < pages.size(); ++k)
      ASSERT_EQ(found.versions[k].capture.has_value(), !pages[k].captures.empty());
  }
}

TEST(Snapshot, MovesToTheInstantWhereEverythingIsProven) {
  Page one{.captures = {{0, 1, {}}, {10, 1, {}}, {20, 2, {}}},
           .changes = {.cycle = 24, .rates = {24}}};
  Page other{.captures = {{5, 1, {}}, {16, 2, {}}}, .changes = {.cycle = 24, .rates = {24}}};
  const std::vector<Page> pages = {one, other};
  const Snapshot found = snapshot({pages, {}}, 9, 6);
  EXPECT_EQ(found.at, 5);
  EXPECT_EQ(found.damage, 0);
  EXPECT_EQ(found.versions[0].capture, 0U);
  EXPECT_LT(snapshot({pages, {}}, 9, 0).score, 1.5);
}

}  // namespace
}  // namespace asof::navigate
