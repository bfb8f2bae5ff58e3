#include "crawl/limits.h"

#include <gtest/gtest.h>

namespace asof::crawl {
namespace {

TEST(Limits, WithoutAnyACrawlIsDone) {
  const Settings settings;
  Limits limits(settings, {});
  EXPECT_FALSE(limits.reached(~std::uint64_t{0}, 1e9));
  EXPECT_EQ(limits.reason(), EndReason::Done);
  EXPECT_EQ(limits.why(), "");
}

TEST(Limits, TheFirstThatIsReachedStays) {
  const Settings settings{.most_bytes = 2048, .most_time = 60};
  Limits limits(settings, {});
  EXPECT_FALSE(limits.reached(2047, 59));
  EXPECT_TRUE(limits.reached(2048, 59));
  EXPECT_TRUE(limits.reached(2048, 61));
  EXPECT_EQ(limits.reason(), EndReason::Bytes);
  limits.left_out(3);
  EXPECT_EQ(limits.reason(), EndReason::Bytes);
  EXPECT_NE(limits.why().find("--max-bytes"), std::string::npos) << limits.why();
}

TEST(Limits, TimeCounts) {
  const Settings settings{.most_time = 60};
  Limits limits(settings, {});
  EXPECT_FALSE(limits.reached(0, 59.9));
  EXPECT_TRUE(limits.reached(0, 60));
  EXPECT_EQ(limits.reason(), EndReason::Time);
}

TEST(Limits, AnInterruptGoesBeforeAllOthers) {
  const Settings settings{.most_bytes = 1};
  bool interrupted = false;
  Limits limits(settings, [&] { return interrupted; });
  EXPECT_FALSE(limits.reached(0, 0));
  interrupted = true;
  EXPECT_TRUE(limits.reached(1, 0));
  EXPECT_EQ(limits.reason(), EndReason::Interrupted);
}

TEST(Limits, PagesAreLeftOutOnlyWhereThereAreLinksToThem) {
  const Settings settings{.most_pages = 5};
  Limits limits(settings, {});
  limits.left_out(0);
  EXPECT_FALSE(limits.ended());
  limits.left_out(1);
  EXPECT_EQ(limits.reason(), EndReason::Pages);
  EXPECT_EQ(limits.why(), "--max-pages 5 was reached; 1 link to further pages were not followed");
}

// The reason and the exit code of a crawl that could not go on.
TEST(Limits, AFailureGoesBeforeWhatWasReached) {
  const Settings settings{.most_time = 1};
  Limits limits(settings, {});
  EXPECT_TRUE(limits.reached(0, 2));
  limits.fail(Error{Errc::Io, "the disk failed"});
  EXPECT_EQ(limits.reason(), EndReason::Failed);
  EXPECT_EQ(limits.why(), "the disk failed");
  EXPECT_EQ(exit_code(limits.reason()), 3);
  limits.fail(Error{Errc::Limit, "too little is free"});
  EXPECT_EQ(limits.reason(), EndReason::Disk);
}

}  // namespace
}  // namespace asof::crawl
