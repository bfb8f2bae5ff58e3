#include "crawl/earlier_captures.h"

#include <gtest/gtest.h>

namespace asof::crawl {
namespace {

constexpr std::int64_t kDay = 86'400'000;  // milliseconds
constexpr Instant kNow{20'000 * kDay};

TEST(EarlierCaptures, TakesASitemapsWordForPagesItNeverSaw) {
  EarlierCaptures earlier(nullptr, kNow);
  const double unknown = earlier.rate("https://example.org/none", 1);
  earlier.take_hint("https://example.org/old", Instant{kNow.ms - 2000 * kDay});
  earlier.take_hint("https://example.org/new", Instant{kNow.ms - kDay});
  EXPECT_LT(earlier.rate("https://example.org/old", 1), unknown / 10);
  EXPECT_GT(earlier.rate("https://example.org/new", 1), unknown * 2);
  EXPECT_EQ(earlier.rate("https://example.org/other", 1), unknown);
}

TEST(EarlierCaptures, DoesNotBelieveChangesYetToCome) {
  EarlierCaptures earlier(nullptr, kNow);
  const double unknown = earlier.rate("https://example.org/none", 1);
  earlier.take_hint("https://example.org/future", Instant{kNow.ms + kDay});
  EXPECT_EQ(earlier.rate("https://example.org/future", 1), unknown);
}

}  // namespace
}  // namespace asof::crawl
