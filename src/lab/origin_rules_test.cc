#include <gtest/gtest.h>

#include <cmath>

#include "lab/origin_clock.h"
#include "lab/origin_faults.h"
#include "lab/origin_rewrite.h"
#include "support/result.h"

namespace asof::lab {
namespace {

TEST(OriginClock, StandsInLockstepUntilToldAndNeverGoesBack) {
  OriginClock clock(100, 200, 120, 0);
  EXPECT_EQ(clock.now(), 120);
  EXPECT_TRUE(test::is_ok(clock.advance(150.5)));
  EXPECT_TRUE(test::is_ok(clock.advance(130)));
  EXPECT_EQ(clock.now(), 150.5);
  EXPECT_TRUE(test::is_ok(clock.advance(1000)));  // beyond the history nothing changes any more
  EXPECT_EQ(clock.now(), 1000);
  EXPECT_TRUE(test::fails_with(clock.advance(1e12), Errc::Invalid, "9999"));
  EXPECT_TRUE(test::fails_with(clock.advance(std::nan("")), Errc::Invalid));
  EXPECT_EQ(clock.json(), "{\"now\":1000,\"speed\":0,\"from\":100,\"until\":200}\n");
}

TEST(OriginClock, RestartsWithinTheHistoryOnly) {
  OriginClock clock(100, 200, 190, 0);
  EXPECT_TRUE(test::is_ok(clock.restart(110)));
  EXPECT_EQ(clock.now(), 110);
  EXPECT_TRUE(test::fails_with(clock.restart(99), Errc::Invalid));
  EXPECT_TRUE(test::fails_with(clock.restart(201), Errc::Invalid));
  EXPECT_EQ(clock.now(), 110);
}

TEST(OriginClock, RunsByItselfAndCannotBeMoved) {
  OriginClock clock(100, 1e9, 100, 1e9);
  while (clock.now() < 1000) {  // a microsecond
  }
  EXPECT_GE(clock.now(), 1000);
  EXPECT_TRUE(test::fails_with(clock.advance(1e10), Errc::Invalid, "by itself"));
  EXPECT_TRUE(test::fails_with(clock.restart(100), Errc::Invalid, "by itself"));
}

TEST(OriginClock, SpeedsAreWordsOrFactors) {
  EXPECT_EQ(*parse_speed("real"), 1);
  EXPECT_EQ(*parse_speed("lockstep"), 0);
  EXPECT_EQ(*parse_speed("x3600"), 3600);
  EXPECT_EQ(*parse_speed("x0.5"), 0.5);
  for (const char* wrong : {"", "x", "3600", "x0", "x-1", "x1e99", "xnan", "fast", "x2 "})
    EXPECT_TRUE(test::fails_with(parse_speed(wrong), Errc::Invalid)) << wrong;
}

TEST(OriginFaults, ListsNameSharesAndPages) {
  const auto faults = test::must(parse_faults("no-validators:0.3, lying,slow:0,trap,redirects", 7));
  EXPECT_EQ(faults.no_validators, 0.3);
  EXPECT_EQ(faults.lying, 1);
  EXPECT_EQ(faults.slow, 0);
  EXPECT_TRUE(faults.trap);
  EXPECT_TRUE(faults.redirects);
  EXPECT_FALSE(faults.bomb);
  EXPECT_EQ(faults.seed, 7u);
  EXPECT_TRUE(test::is_ok(parse_faults("", 1)));
  const std::pair<const char*, const char*> wrong[] = {
      {"evil", "evil"},         {"lying:2", "0 to 1"},    {"lying:-1", "0 to 1"},
      {"lying:", "0 to 1"},     {"lying:0.1x", "0 to 1"}, {"lying:nan", "0 to 1"},
      {"trap:0.5", "no share"}, {"trap,,bomb", "only by"}};
  for (const auto& [list, says] : wrong)
    EXPECT_TRUE(test::fails_with(parse_faults(list, 1), Errc::Invalid, says)) << list;
}

TEST(OriginFaults, AfflictsAboutTheShareAskedForAndAlwaysTheSamePages) {
  int count = 0, both = 0, other_seed = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::string path = "/" + std::to_string(i);
    const bool lies = afflicted(1, "lying", path, 0.1);
    EXPECT_EQ(lies, afflicted(1, "lying", path, 0.1));
    count += lies;
    both += lies && afflicted(1, "slow", path, 0.1);
    other_seed += lies && afflicted(2, "lying", path, 0.1);
    EXPECT_TRUE(!lies || afflicted(1, "lying", path, 0.2)) << "a larger share holds a smaller one";
  }
  // Within five standard deviations of 1,000 and, of what is independent, 100.
  EXPECT_NEAR(count, 1000, 150);
  EXPECT_NEAR(both, 100, 50);
  EXPECT_NEAR(other_seed, 100, 50);
}

TEST(OriginRewrite, RelocatesReferencesToTheSiteAndNothingElse) {
  const Relocation where{.scheme = "https", .host = "news.example", .base = "http://[::1]:9"};
  const std::pair<const char*, const char*> cases[] = {
      {"", ""},
      {"<a href=\"https://news.example/a\">", "<a href=\"http://[::1]:9/a\">"},
      {"<a href='https://news.example'>", "<a href='http://[::1]:9'>"},
      {"<a href=https://news.example/a>", "<a href=http://[::1]:9/a>"},
      {"<a href=\"//news.example/a\">", "<a href=\"http://[::1]:9/a\">"},
      {"<a href=\"HTTPS://News.Example:443/a\">", "<a href=\"http://[::1]:9/a\">"},
      {"url(https://news.example/i.png)", "url(http://[::1]:9/i.png)"},
      {"<loc>https://news.example/a</loc>", "<loc>http://[::1]:9/a</loc>"},
      {"srcset=\"https://news.example/1 1x, https://news.example/2 2x\"",
       "srcset=\"http://[::1]:9/1 1x, http://[::1]:9/2 2x\""},
      {"content=\"0;url=https://news.example/a\"", "content=\"0;url=https://news.example/a\""},
      {"content=\"0; url=https://news.example/a\"", "content=\"0; url=http://[::1]:9/a\""},
      {"https://news.example/a", "http://[::1]:9/a"},
      {"<a href=\"(https://news.example/a)\">", "<a href=\"(https://news.example/a)\">"},
      // Another scheme, host or port is another site; inside of another URL it is not ours to
      // touch.
      {"\"http://news.example/a\"", "\"http://news.example/a\""},
      {"\"https://news.example.org/a\"", "\"https://news.example.org/a\""},
      {"\"https://www.news.example/a\"", "\"https://www.news.example/a\""},
      {"\"https://news.example:444/a\"", "\"https://news.example:444/a\""},
      {"\"https://news.example@evil.example/\"", "\"https://news.example@evil.example/\""},
      {"\"https://a.example/https://news.example/a\"",
       "\"https://a.example/https://news.example/a\""},
      {"\"/share?url=https://news.example/a\"", "\"/share?url=https://news.example/a\""},
      {"\"https://a.example//news.example/a\"", "\"https://a.example//news.example/a\""},
      {"xhttps://news.example/", "xhttps://news.example/"},
  };
  for (const auto& [before, after] : cases) EXPECT_EQ(relocated(where, before), after);
  const Relocation odd{.scheme = "http", .host = "h:8080", .base = "B"};
  EXPECT_EQ(relocated(odd, "'http://h:8080/a' 'http://h/a' 'http://h:80801/'"),
            "'B/a' 'http://h/a' 'http://h:80801/'");
}

TEST(OriginRewrite, KnowsWhichBodiesHoldLinks) {
  for (const char* type : {"text/html", "text/css", "application/rss+xml", "image/svg+xml"})
    EXPECT_TRUE(holds_links(type)) << type;
  for (const char* type : {"", "text/plain", "image/png", "application/json", "text/javascript"})
    EXPECT_FALSE(holds_links(type)) << type;
}

}  // namespace
}  // namespace asof::lab
