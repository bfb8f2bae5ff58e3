#include "crawl/watching.h"

#include <gtest/gtest.h>

#include "crawl/byte_budget.h"
#include "crawl/host.h"
#include "support/result.h"

namespace asof::crawl {
namespace {

TEST(Watching, CollectionsAreReadBackAsTheyWereWritten) {
  const std::vector<WatchedPages> collections = {{"a b", 1.5, {"http://a/", "http://b/"}},
                                                 {"c", 1, {"http://c/"}}};
  const auto read = test::must(parse_collections(to_text(collections)));
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].name, "a b");
  EXPECT_EQ(read[0].weight, 1.5);
  EXPECT_EQ(read[0].urls, collections[0].urls);
  EXPECT_EQ(read[1].urls, collections[1].urls);
}

TEST(Watching, NamesTheLineThatIsWrong) {
  for (const char* text : {"http://a/\n", "[a] 0\n", "[a] x\n", "[a\n"})
    EXPECT_NE(parse_collections(text).error().what.find("line 1"), std::string::npos) << text;
}

TEST(Watching, GroupsAreCollectionsOnlyWhereThoseAreCapturedWhole) {
  Watching watch;
  watch.period = 3600;
  watch.set_collections({{"a", 1, {"http://a/"}}, {"b", 3, {"http://b/"}}});
  EXPECT_EQ(watch.group_of("http://b/"), 0u);
  watch.whole_collections = 1;
  EXPECT_EQ(watch.group_of("http://b/"), 1u);
  EXPECT_EQ(watch.weight_of("http://b/"), 3);
}

TEST(Watching, AHostIsLeftAloneOnceItsBudgetIsSpent) {
  Settings settings;
  settings.delay = 1;
  settings.watch.period = 100;
  settings.watch.host_budget = 2;
  Host host(settings);
  for (const Time at : {210.0, 220.0}) {
    EXPECT_TRUE(host.polite(at));
    host.began();
    host.ended(at, 0);
  }
  EXPECT_EQ(host.next(), 300);
  EXPECT_FALSE(host.polite(299));
  EXPECT_TRUE(host.polite(300));
}

TEST(Watching, BytesAreCountedByPeriod) {
  ByteBudget budget(100, 10);
  budget.spend(3, 60);
  EXPECT_LT(budget.next(), 3);
  budget.spend(4, 60);
  EXPECT_EQ(budget.next(), 10);
  budget.spend(12, 60);
  EXPECT_LT(budget.next(), 12);
  ByteBudget none(0, 10);
  none.spend(3, 1 << 30);
  EXPECT_LT(none.next(), 3);
}

}  // namespace
}  // namespace asof::crawl
