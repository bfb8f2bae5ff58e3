#include "pattern/credibility.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::pattern {
namespace {

std::vector<Observation> watch(Rng& rng, double rate, int visits) {
  std::vector<Observation> seen;
  for (int i = 0; i < visits; ++i) {
    const Duration length = rng.uniform(0.5, 1.5);
    seen.push_back({.length = length, .changed = rng.uniform() < -std::expm1(-rate * length)});
  }
  return seen;
}

// A random tree with pages anywhere in it.
CredibilityTree random_tree(Rng& rng, std::uint64_t groups, std::uint64_t pages) {
  CredibilityTree tree({0.5, 10});
  for (std::uint64_t g = 0; g < groups; ++g) {
    const auto parent = static_cast<std::uint32_t>(rng.below(tree.groups.size()));
    const auto trait = static_cast<std::size_t>(tree.groups[parent].trait) + 1;
    if (trait < kTraits) tree.add_group(parent, static_cast<Trait>(trait));
  }
  for (std::uint64_t p = 0; p < pages; ++p) {
    WatchedPage page = watched_page(watch(rng, rng.gamma(0.7), 1 + static_cast<int>(rng.below(9))));
    page.group = static_cast<std::uint32_t>(rng.below(tree.groups.size()));
    tree.pages.push_back(page);
  }
  return tree;
}

bool within(const CredibilityTree& tree, std::uint32_t inner, std::uint32_t outer) {
  while (inner != outer && inner != 0) inner = tree.groups[inner].parent;
  return inner == outer;
}

TEST(Credibility, EveryGroupPoolsThePagesBelowIt) {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    CredibilityTree tree = random_tree(rng, rng.below(12), 1 + rng.below(25));
    tree.fit();
    for (std::uint32_t g = 1; g < tree.groups.size(); ++g) {
      const auto& group = tree.groups[g];
      const auto& parent = tree.groups[group.parent];
      if (group.same) {
        EXPECT_EQ(group.mean, parent.mean);
        continue;
      }
      double exposure = 0, events = 0;
      for (const WatchedPage& page : tree.pages) {
        if (!within(tree, page.group, g)) continue;
        const double own = 1 / (1 / page.watched + parent.mean / parent.likeness);
        exposure += own;
        events += own * page.changes / page.watched;
      }
      EXPECT_NEAR(group.exposure, exposure, 1e-9 * (1 + exposure));
      EXPECT_NEAR(group.events, events, 1e-9 * (1 + events));
      // The mean lies between the parent's and the group's own.
      if (exposure == 0) continue;
      EXPECT_GE(group.mean, std::min(parent.mean, events / exposure) * (1 - 1e-9));
      EXPECT_LE(group.mean, std::max(parent.mean, events / exposure) * (1 + 1e-9));
    }
  }
}

// Leaving a page out by subtraction is refitting without it, but for the weights its own rate gave
// the others; in a flat tree there are no such weights.
TEST(Credibility, LeavingAPageOutIsPoolingWithoutIt) {
  Rng rng(2);
  for (int round = 0; round < 200; ++round) {
    const bool flat = round % 2 == 0;
    CredibilityTree tree = random_tree(rng, flat ? 0 : 4, flat ? 1 + rng.below(12) : 120);
    tree.fit();
    const std::size_t p = rng.below(tree.pages.size());
    const WatchedPage page = tree.pages[p];
    const Gamma left_out = tree.belief_without(page.group, page);
    CredibilityTree refitted({0.5, 10});
    refitted.groups = tree.groups;
    refitted.pages = tree.pages;
    refitted.leaning = tree.leaning;
    refitted.pages[p] = refitted.pages.back();
    refitted.pages.pop_back();
    refitted.fit_means();
    const Gamma truth = refitted.belief(page.group);
    EXPECT_NEAR(left_out.mean(), truth.mean(), (flat ? 1e-9 : 0.05) * truth.mean());
    EXPECT_NEAR(left_out.shape, truth.shape, (flat ? 1e-9 : 0.05) * truth.shape);
  }
}

TEST(Credibility, CountsChangesHiddenBetweenVisits) {
  const std::vector<Observation> seen = {{.length = 2, .changed = true},
                                         {.length = 2, .changed = false}};
  const WatchedPage page = watched_page(seen);
  const double x = 2 * smoothed_rate(seen, 2);
  EXPECT_DOUBLE_EQ(page.changes, x / (1 - std::exp(-x)));
  EXPECT_EQ(page.changed, 0.5);
  EXPECT_EQ(page.watched, 4);
}

TEST(Credibility, GroupsThatDifferAreBelievedGroupsThatDoNotAreNot) {
  for (const bool differ : {true, false}) {
    Rng rng(3);
    CredibilityTree tree({0.5, 10});
    for (std::uint32_t g = 1; g <= 30; ++g) {
      tree.add_group(0, Trait::Site);
      const double rate = differ ? 0.5 * rng.gamma(0.5) : 0.25;
      for (int p = 0; p < 8; ++p) {
        tree.pages.push_back(watched_page(watch(rng, rate, 12)));
        tree.pages.back().group = g;
      }
    }
    tree.fit();
    const double lean = tree.leaning[static_cast<std::size_t>(Trait::Site)];
    if (differ)
      EXPECT_LE(lean, 1);
    else
      EXPECT_GE(lean, 10);
  }
}

TEST(Credibility, AnEmptyTreeBelievesTheStart) {
  CredibilityTree tree({0.5, 10});
  tree.fit();
  EXPECT_NEAR(tree.belief(0).mean(), 0.05, 1e-12);
  EXPECT_EQ(tree.left_out_score(Trait::All), 0);
}

}  // namespace
}  // namespace asof::pattern
