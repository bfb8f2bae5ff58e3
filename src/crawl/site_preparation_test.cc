#include "crawl/site_preparation.h"

#include <gtest/gtest.h>

namespace asof::crawl {
namespace {

std::string message_with(std::string_view body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         std::string(body);
}

Reply answered(int status) {
  Reply reply{.kind = ReplyKind::Response};
  reply.answer.status = status;
  return reply;
}

class SitePreparationTest : public testing::Test {
 protected:
  SitePreparationTest() { frontier.know("http://a.example/", true); }

  Task next() {
    auto task = tasks.take_due(0, now);
    EXPECT_TRUE(task);
    return task ? std::move(*task) : Task{};
  }
  // Answers the robots.txt that was asked for.
  bool read_rules(std::string_view rules) {
    return preparation.end_robots(next(), answered(200), message_with(rules), "", now);
  }
  Task visit(const std::string& path) { return {.url = "http://a.example" + path}; }

  Settings settings{.seeds = {"http://a.example/"}};
  Frontier frontier{settings, scope::Scope::make(settings.scope, settings.seeds).value(),
                    [](std::string_view, std::uint32_t) { return 1.0; }};
  EarlierCaptures earlier{nullptr, Instant{}};
  Host host{settings};
  TaskQueue tasks;
  SitePreparation preparation{{.settings = settings,
                               .frontier = frontier,
                               .earlier = earlier,
                               .host = host,
                               .tasks = tasks}};
  Time now = 1000;
};

TEST_F(SitePreparationTest, BeginsWithRobotsTxt) {
  EXPECT_TRUE(preparation.begin());
  const Task task = next();
  EXPECT_EQ(task.kind, Task::Kind::Robots);
  EXPECT_EQ(task.url, "http://a.example/robots.txt");
  EXPECT_TRUE(preparation.end_robots(task, answered(404), "", "", now));
  EXPECT_TRUE(preparation.end_one());
  EXPECT_FALSE(preparation.refusal("http://a.example/x"));
}

TEST_F(SitePreparationTest, NothingIsPreparedWhereRobotsTxtIsIgnored) {
  settings.robots = false;
  EXPECT_FALSE(preparation.begin());
  Task task = visit("/x");
  EXPECT_FALSE(preparation.park(task, now));
  EXPECT_EQ(tasks.size(), 0u);
}

TEST_F(SitePreparationTest, SaysWhichLineRefuses) {
  preparation.begin();
  EXPECT_TRUE(read_rules("User-agent: *\nDisallow: /x?y\n"));
  const auto refusal = preparation.refusal("http://a.example/x?y=1");
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->status, capture::kRefusedByRobots);
  EXPECT_NE(refusal->reason.find("line 2"), std::string::npos) << refusal->reason;
  EXPECT_FALSE(preparation.refusal("http://a.example/x"));
}

TEST_F(SitePreparationTest, WithoutRulesNothingIsAllowed) {
  struct {
    int status;
    std::string message, failure, reason;
  } const cases[] = {{0, "", "refused", "robots.txt cannot be reached: refused"},
                     {503, "", "", "robots.txt answers 503"},
                     {429, "", "", "robots.txt answers 429"},
                     {200, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nUser", "",
                      "robots.txt was cut off in transfer"}};
  for (const auto& [status, message, failure, reason] : cases) {
    const Task task{.kind = Task::Kind::Robots,
                    .url = "http://a.example/robots.txt",
                    .origin = "http://a.example"};
    EXPECT_TRUE(preparation.end_robots(task, answered(status), message, failure, now));
    const auto refusal = preparation.refusal("http://a.example/");
    ASSERT_TRUE(refusal) << reason;
    EXPECT_EQ(refusal->reason, "not requested, because robots.txt could not be read: " + reason);
  }
}

TEST_F(SitePreparationTest, FollowsFiveRedirectsOfRobotsTxt) {
  preparation.begin();
  Reply redirect = answered(301);
  redirect.answer.links.add(
      {capture::LinkKind::Redirect, "http/location", "http://me:secret@b.example/robots.txt"});
  for (unsigned redirects = 1; redirects <= 5; ++redirects) {
    EXPECT_FALSE(preparation.end_robots(next(), redirect, "", "", now));
  }
  const Task last = next();
  EXPECT_EQ(last.url, "http://b.example/robots.txt");
  EXPECT_EQ(last.origin, "http://a.example");
  EXPECT_TRUE(preparation.end_robots(last, redirect, "", "", now));
}

TEST_F(SitePreparationTest, VisitsWaitForTheRulesOfTheirOrigin) {
  preparation.begin();
  Task first = visit("/1"), second = visit("/2"), secure{.url = "https://a.example/3"};
  EXPECT_TRUE(preparation.park(first, now));
  EXPECT_TRUE(preparation.park(second, now));
  EXPECT_TRUE(preparation.park(secure, now));
  EXPECT_EQ(tasks.size(), 2u);  // one robots.txt for each origin
  EXPECT_EQ(next().url, "https://a.example/robots.txt");
  EXPECT_TRUE(read_rules(""));
  EXPECT_EQ(next().url, "http://a.example/1");
  EXPECT_EQ(next().url, "http://a.example/2");
  EXPECT_EQ(tasks.size(), 0u);
}

TEST_F(SitePreparationTest, RulesAreReadAgainAfterADay) {
  preparation.begin();
  EXPECT_TRUE(read_rules(""));
  Task task = visit("/1");
  EXPECT_FALSE(preparation.park(task, now + 86400));
  EXPECT_TRUE(preparation.park(task, now + 86401));
  EXPECT_EQ(next().kind, Task::Kind::Robots);
}

TEST_F(SitePreparationTest, ASiteIsPreparedWhenItsSitemapsAreRead) {
  preparation.begin();
  EXPECT_TRUE(read_rules("Sitemap: /index.xml\nSitemap: http://b.example/no.xml\n"));
  EXPECT_FALSE(preparation.end_one());
  const Task index = next();
  EXPECT_EQ(index.kind, Task::Kind::Sitemap);
  EXPECT_EQ(index.url, "http://a.example/index.xml");
  preparation.take_sitemap(
      index.url, message_with("<sitemapindex><sitemap><loc>http://a.example/map.xml</loc></sitemap>"
                              "<sitemap><loc>http://a.example/index.xml</loc></sitemap>"
                              "</sitemapindex>"));
  EXPECT_FALSE(preparation.end_one());
  const Task map = next();
  EXPECT_EQ(map.url, "http://a.example/map.xml");
  EXPECT_EQ(tasks.size(), 0u);  // none is asked for twice, none of another host
  preparation.take_sitemap(
      map.url, message_with("<urlset><url><loc>http://a.example/page</loc></url></urlset>"));
  EXPECT_TRUE(preparation.end_one());
  EXPECT_TRUE(frontier.number_of("http://a.example/page"));
}

TEST_F(SitePreparationTest, ASiteThatHasJoinedReadsNoMoreSitemaps) {
  preparation.begin();
  frontier.begin(0);
  EXPECT_TRUE(read_rules("Sitemap: /map.xml\n"));
  EXPECT_EQ(tasks.size(), 0u);
}

}  // namespace
}  // namespace asof::crawl
