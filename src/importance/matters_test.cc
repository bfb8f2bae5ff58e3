#include "importance/matters.h"

#include <gtest/gtest.h>

namespace asof::importance {
namespace {

TEST(Matters, IsNothingWhereNothingChanged) { EXPECT_EQ(matters(0, {}), 0); }

TEST(Matters, IsAProbability) {
  for (const double importance : {1e-6, .001, .1, 1.0}) {
    for (const int count : {0, 1, 100, 1'000'000}) {
      const double p = matters(importance, {.words = count,
                                            .numbers = count,
                                            .frame_words = count,
                                            .links = count,
                                            .images = count});
      EXPECT_GE(p, 0);
      EXPECT_LE(p, 1);
    }
  }
}

// One sentence of a very long page: little of the page, and news to whoever reads it.
TEST(Matters, SeesASentenceOfALongPage) {
  EXPECT_GT(matters(.0005, {.words = 12}), .5);
  EXPECT_LT(matters(.0005, {.frame_words = 2}), matters(.0005, {.words = 12}));
}

TEST(Matters, GrowsWithWordsAndImportance) {
  EXPECT_GT(matters(.01, {.words = 5}), matters(.01, {.words = 1}));
  EXPECT_GT(matters(.1, {.words = 5}), matters(.001, {.words = 5}));
}

}  // namespace
}  // namespace asof::importance
