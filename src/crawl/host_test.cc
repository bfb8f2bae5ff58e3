#include "crawl/host.h"

#include <gtest/gtest.h>

namespace asof::crawl {
namespace {

Host asked_at(const Settings& settings, Time at) {
  Host host(settings);
  host.began();
  host.ended(at, 0);
  return host;
}

TEST(Host, CrawlDelayHoldsFromTheAnswerThatStatedIt) {
  const Settings settings{.delay = 1, .crawl_delay = 30};
  Host host = asked_at(settings, 100);
  EXPECT_EQ(host.next(), 101);
  host.set_rules("http://a.org", robots::Rules::parse("User-agent: *\nCrawl-delay: 4\n", "asof"));
  EXPECT_EQ(host.next(), 104);
  host.set_rules("https://a.org",
                 robots::Rules::parse("User-agent: *\nCrawl-delay: 999\n", "asof"));
  EXPECT_EQ(host.next(), 130);
}

TEST(Host, RulesWithoutCrawlDelayChangeNothing) {
  const Settings settings{.delay = 1};
  Host host = asked_at(settings, 100);
  host.set_rules("http://a.org", robots::Rules());
  EXPECT_EQ(host.next(), 101);
}

TEST(Host, APageThatFailsAgainAndAgainWaitsTwiceAsLongEachTime) {
  const Settings settings{.delay = 0, .longest_wait = 60};
  const Host host(settings);
  const Duration expected[] = {5, 10, 20, 40, 60, 60};
  for (unsigned failures = 1; failures <= std::size(expected); ++failures)
    EXPECT_EQ(host.pause_after(failures), expected[failures - 1]) << failures;
  EXPECT_EQ(host.pause_after(100), 60);
}

}  // namespace
}  // namespace asof::crawl
