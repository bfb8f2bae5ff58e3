#include "pattern/indexing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace asof::pattern {
namespace {

TEST(Indexing, ThresholdIsTheMeanOfThePattern) {
  // JCDL Example 3.2.1.
  Pattern pattern;
  for (const double omega : {0.1, 0.3, 0.6, 0.42, 0.37, 0.83})
    pattern.rates.push_back(-std::log1p(-omega));
  EXPECT_NEAR(index_threshold(pattern), 0.436667, 5e-7);
}

TEST(Indexing, TheTwoReadingsDifferOnSmallChanges) {
  const std::vector<double> importance = {0.3, 0.3, 0.3, 0, 0, 0.3, 0.3};
  EXPECT_EQ(indexed_versions(importance, 0.5), (std::vector<std::size_t>{1, 5}));
  EXPECT_EQ(indexed_versions(importance, 0.5, IndexReading::Printed),
            (std::vector<std::size_t>{2}));
}

TEST(Indexing, ALargeChangeIsIndexedAtOnceInBothReadings) {
  const std::vector<double> importance = {0.1, 0.9, 0.1};
  EXPECT_EQ(indexed_versions(importance, 0.5), (std::vector<std::size_t>{1}));
  EXPECT_EQ(indexed_versions(importance, 0.5, IndexReading::Printed),
            (std::vector<std::size_t>{1}));
}

TEST(Indexing, AThresholdFitsABudget) {
  const double importance[] = {.1, .5, .3, .3, .9, 0, 0, .2, .3, .4};
  const auto reach = [&](double share) {
    const double threshold = budget_threshold(importance, share);
    return std::ranges::count_if(importance, [&](double one) { return one >= threshold; });
  };
  EXPECT_EQ(reach(0), 1) << "the largest";
  EXPECT_EQ(reach(.1), 1);
  EXPECT_EQ(reach(.3), 3);
  EXPECT_EQ(reach(.5), 6) << "three are equal, and there is room for two of them";
  EXPECT_EQ(reach(.6), 6);
  EXPECT_EQ(reach(1), 10);
  EXPECT_EQ(budget_threshold({}, .5), 0);
}

// As meant, what is not indexed never adds up to the threshold: no gap between indexed versions
// holds that much, and each indexed version was needed.
TEST(Indexing, UnindexedChangesStayBelowTheThreshold) {
  Rng rng(1);
  for (int round = 0; round < 3000; ++round) {
    std::vector<double> importance(rng.below(30));
    for (double& one : importance) one = rng.uniform() * rng.uniform();
    const double threshold = rng.uniform(0.05, 0.9);
    const auto indexed = indexed_versions(importance, threshold);
    double pending = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < importance.size(); ++i) {
      pending += importance[i];
      const bool kept = next < indexed.size() && indexed[next] == i;
      EXPECT_EQ(kept, pending >= threshold);
      if (kept) pending = 0, ++next;
    }
    EXPECT_EQ(next, indexed.size());
    EXPECT_LE(indexed_versions(importance, threshold, IndexReading::Printed).size(),
              indexed.size());
  }
}

}  // namespace
}  // namespace asof::pattern
