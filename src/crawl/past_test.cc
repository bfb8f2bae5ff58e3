#include "crawl/past.h"

#include <gtest/gtest.h>

namespace asof::crawl {
namespace {

constexpr std::int64_t kDay = 86'400'000;  // milliseconds
constexpr Instant kNow{20'000 * kDay};

TEST(Past, TakesASitemapsWordForPagesItNeverSaw) {
  Past past(nullptr, kNow);
  const double unknown = past.rate("https://example.org/none", 1);
  past.take_hint("https://example.org/old", Instant{kNow.ms - 2000 * kDay});
  past.take_hint("https://example.org/new", Instant{kNow.ms - kDay});
  EXPECT_LT(past.rate("https://example.org/old", 1), unknown / 10);
  EXPECT_GT(past.rate("https://example.org/new", 1), unknown * 2);
  EXPECT_EQ(past.rate("https://example.org/other", 1), unknown);
}

TEST(Past, DoesNotBelieveChangesYetToCome) {
  Past past(nullptr, kNow);
  const double unknown = past.rate("https://example.org/none", 1);
  past.take_hint("https://example.org/future", Instant{kNow.ms + kDay});
  EXPECT_EQ(past.rate("https://example.org/future", 1), unknown);
}

}  // namespace
}  // namespace asof::crawl
