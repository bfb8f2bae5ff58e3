#include "watch/news.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "watch/teller.h"

namespace asof::watch {
namespace {

News news_of(const std::string& url, std::int64_t at, double matters) {
  return {
      .url = url, .at = {at}, .before = Instant{at - 1000}, .matters = matters, .importance = 0.25};
}

TEST(News, IsReadBackFromItsLine) {
  const News news = news_of("https://a.example/?x=\"1\"", 1'700'000'000'000, 0.75);
  EXPECT_EQ(test::must(parse_news(to_json(news, {}))), news);
}

TEST(News, SaysWhereBothVersionsCanBeCompared) {
  const News news = news_of("https://a.example/", 1'700'000'000'000, 0.75);
  EXPECT_EQ(where_to_look(news, {}), "asof diff https://a.example/ 20231114221319 20231114221320");
  EXPECT_EQ(where_to_look(news, {.reader = "http://127.0.0.1:8080/read/archive/"}),
            "http://127.0.0.1:8080/read/archive/20231114221320/https://a.example/");
}

TEST(News, FeedHasTheNewestFirstAndEscapesNames) {
  const News all[] = {news_of("https://a.example/?a&b<c>", 1000, 0.9),
                      news_of("https://b.example/", 2000, 0.9)};
  const std::string feed = atom_feed(all, {});
  EXPECT_LT(feed.find("https://b.example/"), feed.find("https://a.example/"));
  EXPECT_EQ(feed.find("a&b<c>"), std::string::npos);
  EXPECT_NE(feed.find("a&amp;b&lt;c&gt;"), std::string::npos);
  EXPECT_EQ(feed, atom_feed(all, {}));
}

TEST(News, DigestHoldsADayAndTheMostImportantFirst) {
  constexpr std::int64_t kDay = 86'400'000;
  const News all[] = {news_of("https://old.example/", 1000, 0.9),
                      news_of("https://small.example/", kDay + 5000, 0.6),
                      news_of("https://large.example/", kDay + 4000, 0.9)};
  const std::string page = digest_page(all, {}, {kDay + 6000});
  EXPECT_EQ(page.find("old.example"), std::string::npos);
  EXPECT_LT(page.find("large.example"), page.find("small.example"));
  EXPECT_NE(page.find("2 changes that matter were kept"), std::string::npos);
}

TEST(Teller, TellsOnceAndRemembersAfterARestart) {
  const test::TempDir here;
  const std::string log = (here / "news.jsonl").string(), out = (here / "told").string();
  const Telling tell{.command = "cat >> " + out, .feed = (here / "feed.atom").string()};
  const SystemClock clock;
  const News news = news_of("https://a.example/", 1'700'000'000'000, 0.75);
  for (int start = 0; start < 2; ++start) {
    auto teller = test::must(
        Teller::open(tell, log, clock, [](const std::string& text) { ADD_FAILURE() << text; }));
    teller->tell(news);
    teller->tell(news_of("https://small.example/", 1'700'000'000'000, 0.1));
  }
  EXPECT_EQ(test::must(read_whole(out, 1 << 20)), to_json(news, tell) + "\n");
  EXPECT_NE(test::must(read_whole(tell.feed, 1 << 20)).find("https://a.example/"),
            std::string::npos);
}

TEST(Teller, ReportsACommandThatFails) {
  EXPECT_EQ(run_command("exit 3", "", 10).error().what, "the command \"exit 3\" ended with 3");
  EXPECT_EQ(run_command("sleep 100", "", 0.1).error().what,
            "the command \"sleep 100\" was ended after 0 s");
  EXPECT_TRUE(run_command("true", "unread", 10).has_value());
}

}  // namespace
}  // namespace asof::watch
