#include "weight/likeness.h"

#include <gtest/gtest.h>

#include <cmath>

namespace asof::weight {
namespace {

// Manning, Raghavan and Schütze, "Introduction to Information Retrieval" (2008), Example 6.4: the
// query "best car insurance" and a text with car, auto, insurance, insurance; a million texts, of
// which 5,000 have auto, 50,000 best, 10,000 car, 1,000 insurance. They print 0.8.
TEST(Likeness, AgreesWithTheTextbook) {
  const Keywords keywords("best car insurance");
  const PageTerms page = terms_of(keywords, "Car, auto: insurance! (insurance)");
  EXPECT_EQ(page.counts, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_NEAR(page.length, 1.92, .005);
  const double with[] = {50'000, 10'000, 1'000};
  EXPECT_NEAR(likeness(keywords, page, 1e6, with), .8, .005);
  // .5203 * .5216 + .6770 * .7808, worked by hand.
  EXPECT_NEAR(likeness(keywords, page, 1e6, with), .8000, .0001);
}

TEST(Likeness, IsHighForTheSameWordsAndZeroForOthers) {
  const Keywords keywords("flood rescue");
  const PageTerms pages[] = {terms_of(keywords, "Rescue flood"), terms_of(keywords, "sun and wind"),
                             terms_of(keywords, "flood, wind, sun, rain, snow, ice"),
                             terms_of(keywords, "")};
  const auto near = likeness(keywords, pages);
  EXPECT_GT(near[0], .95);
  EXPECT_EQ(near[1], 0);
  EXPECT_GT(near[2], 0);
  EXPECT_LT(near[2], near[0]);
  EXPECT_EQ(near[3], 0);
}

TEST(Likeness, CountsRareKeywordsMore) {
  const Keywords keywords("news flood");
  const PageTerms pages[] = {terms_of(keywords, "news sun"), terms_of(keywords, "flood sun"),
                             terms_of(keywords, "news wind"), terms_of(keywords, "news rain")};
  const auto near = likeness(keywords, pages);
  EXPECT_GT(near[1], near[0]);
}

TEST(Likeness, OfNoKeywordsIsZero) {
  const Keywords none(" ,; ");
  EXPECT_TRUE(none.empty());
  const PageTerms page = terms_of(none, "flood");
  EXPECT_EQ(likeness(none, std::span(&page, 1))[0], 0);
}

}  // namespace
}  // namespace asof::weight
