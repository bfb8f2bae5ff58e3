#include "importance/importance.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/random.h"
#include "delta/tree_test_world.h"

namespace asof::importance {
namespace {

using block::BlockTree;
using delta::test::tree_of;

Estimate estimated(const char* old, const char* fresh, const EstimateOptions& options = {}) {
  const BlockTree a = tree_of(old);
  const BlockTree b = tree_of(fresh);
  return estimate(a, b, delta::compare(a, b), options);
}

constexpr EstimateOptions kUniform{.model = "uniform"};
constexpr EstimateOptions kPaper{.weight = OperationWeight::ByElement, .model = "uniform"};
constexpr EstimateOptions kPaperThree{
    .count = OperationCount::Three, .weight = OperationWeight::ByElement, .model = "uniform"};

// Four elements: the text loses one of its four words and gains one (distance 2 of 5 distinct
// words), a link comes (five elements then), an image goes. Two blocks of weight 1/2; the other
// stays.
constexpr const char* kOld =
    "page\n  a: alpha beta gamma delta | [one](http://x/1) | ![p](http://x/p.png) | steady words\n"
    "  b: another block with other words\n";
constexpr const char* kNew =
    "page\n  a: alpha beta gamma epsilon | [one](http://x/1) | [two](http://x/2) | steady words\n"
    "  b: another block with other words\n";

TEST(Importance, FollowsTheFormulaOfTheConferencePaperByHand) {
  // update 2/5 x 1/4, insert 1 x 1/4, delete 1 x 1/4, three kinds of operation: both readings
  // agree.
  const double sum = .4 / 4 + 1.0 / 4 + 1.0 / 4;
  EXPECT_NEAR(estimated(kOld, kNew, kPaper).value, .5 * sum / 3, 1e-12);
  EXPECT_NEAR(estimated(kOld, kNew, kPaperThree).value, .5 * sum / 3, 1e-12);
}

TEST(Importance, ReadsTheNumberOfOperationsInTwoWays) {
  const char* old = "page\n  a: alpha beta\n  b: other words here\n";
  const char* fresh = "page\n  a: gamma delta\n  b: other words here\n";
  // One update of the only element, nothing shared: the block is rewritten.
  EXPECT_NEAR(estimated(old, fresh, kPaper).value, .5, 1e-12);
  EXPECT_NEAR(estimated(old, fresh, kPaperThree).value, .5 / 3, 1e-12);
}

TEST(Importance, WeighsKindsOfOperationsWhereAsked) {
  EstimateOptions options{.weight = OperationWeight::ByKind, .model = "uniform"};
  options.insert = 1;
  options.update = .8;
  options.erase = .2;
  // DEXA: one update, one insert, one delete of four elements each.
  EXPECT_NEAR(estimated(kOld, kNew, options).value, .5 * (.8 / 4 + 1.0 / 4 + .2 / 4) / 3, 1e-12);
}

TEST(Importance, IsZeroForIdenticalPagesAndOneForPagesWhollyReplaced) {
  for (const WeightModel& model : weight_models()) {
    const EstimateOptions options{.model = model.name};
    EXPECT_EQ(estimated(kOld, kOld, options).value, 0) << model.name;
    EXPECT_NEAR(
        estimated(kOld, "page\n  x: wholly new things | are here\n  y: and there\n", options).value,
        1, 1e-12)
        << model.name;
  }
}

TEST(Importance, IsOneForAPageEmptied) {
  const char* page =
      "page\n  a: A story of the day\n  b: Last updated 3 May 2026\n  nav: [Home](http://x/)\n";
  EXPECT_EQ(estimated(page, "page\n").value, 1);
  EXPECT_EQ(estimated("page\n", page).value, 1);
}

TEST(Importance, IsTheLargerOfWhatCameAndWhatWent) {
  const char* small = "page\n  a: one thing\n";
  const char* large = "page\n  a: one thing\n  b: a second thing came\n  c: and a third as well\n";
  EXPECT_NEAR(estimated(small, large, kUniform).value, 2.0 / 3, 1e-12);
  EXPECT_NEAR(estimated(large, small, kUniform).value, 2.0 / 3, 1e-12);
}

TEST(Importance, IsSmallForDatesAndAdvertisements) {
  EXPECT_NEAR(estimated("page\n  a: Last updated 3 May 2026\n",
                        "page\n  a: Last updated 4 May 2026\n", kUniform)
                  .value,
              .02, 1e-12);
  EXPECT_NEAR(estimated("page\n  a: ![](http://ads.doubleclick.net/1.png)\n",
                        "page\n  a: ![](http://ads.doubleclick.net/2.png)\n", kUniform)
                  .value,
              .1, 1e-12);
}

TEST(Importance, CountsAMoveALittle) {
  const Estimate moved =
      estimated("page\n  a: one thing here\n  b: another thing there at last\n",
                "page\n  b: another thing there at last\n  a: one thing here\n", kUniform);
  EXPECT_NEAR(moved.value, .05, 1e-12);
  ASSERT_FALSE(moved.blocks.empty());
  EXPECT_EQ(moved.blocks.front().name, "a");
}

TEST(Importance, CountsNeitherSplitNorMerge) {
  const char* one = "page\n  a: rain falls in the north | sun shines in the south\n";
  const char* two = "page\n  b: rain falls in the north\n  c: sun shines in the south\n";
  EXPECT_EQ(estimated(one, two, kUniform).value, 0);
  EXPECT_EQ(estimated(two, one, kUniform).value, 0);
}

TEST(Importance, TakesWordsThatOnlyStandElsewhereForNoNews) {
  // Plain text became a list of links: the same words.
  const char* old = "page\n  a: read the guide | and the manual of the house\n";
  const char* fresh =
      "page\n  a: read | [the guide](http://x/g) | and | [the manual](http://x/m) | of the house\n";
  EXPECT_LT(estimated(old, fresh, kUniform).value, .25);
  EXPECT_GT(estimated(old, fresh, kPaper).value, .4);
}

TEST(Importance, CountsNumbersAndAddressesLess) {
  EXPECT_NEAR(
      estimated("page\n  a: podlings 45 of 300\n", "page\n  a: podlings 46 of 300\n", kUniform)
          .value,
      .1, 1e-12);
  EXPECT_NEAR(estimated("page\n  a: [guide](http://x/old)\n", "page\n  a: [guide](http://x/new)\n",
                        kUniform)
                  .value,
              .2, 1e-12);
  // A version is not a number.
  EXPECT_GT(estimated("page\n  a: Release 1.14.4\n", "page\n  a: Release 1.14.5\n", kUniform).value,
            .2);
}

TEST(TextDistance, IsTheShareOfDistinctWords) {
  const struct {
    const char* a;
    const char* b;
    double distance;
  } cases[] = {
      {"", "", 0},       {"a b", "", 1},
      {"a b", "b a", 0}, {"a b c", "a b d", .5},
      {"A b", "a B", 0}, {"a a a b", "a c", 2.0 / 3},
  };
  for (const auto& row : cases) {
    EXPECT_NEAR(text_distance(row.a, row.b), row.distance, 1e-12) << row.a << " / " << row.b;
  }
}

TEST(Weights, SumToOneWhateverThePage) {
  Rng rng(3);
  for (int round = 0; round < 100; ++round) {
    std::string text = "page\n";
    for (std::size_t i = 0, n = 1 + rng.below(8); i < n; ++i) {
      text += "  b" + std::to_string(i) + ":";
      for (std::size_t k = 0, m = rng.below(3); k < m; ++k) text += k == 0 ? " word" : " | [l](u)";
      text += "\n";
    }
    const BlockTree tree = tree_of(text);
    for (const WeightModel& model : weight_models()) {
      const auto weights = block_weights(tree, model.name);
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-9) << model.name;
    }
  }
}

TEST(Weights, GiveNavigationAndFooterLittle) {
  const BlockTree tree = tree_of(
      "page\n  nav: [Home](http://x/) | [About](http://x/a) | [Contact](http://x/c)\n"
      "  main: The minister has resigned after a long night of talks in the capital\n"
      "  footer: Imprint and legal notice and a word about the house and its history\n");
  const auto weights = block_weights(tree, "reader");
  EXPECT_LT(weights[0], .05);
  EXPECT_GT(weights[1], .9);
  EXPECT_LT(weights[2], .05);
}

}  // namespace
}  // namespace asof::importance
