#include "crawl/frontier.h"

#include <gtest/gtest.h>

#include "crawl/reply.h"

namespace asof::crawl {
namespace {

Reply redirect_to(const std::string& target) {
  Reply reply{.kind = ReplyKind::Response};
  reply.answer.status = 302;
  reply.answer.links.add({capture::LinkKind::Redirect, "http/location", target});
  return reply;
}

Reply page_with(const std::string& sha256, const std::vector<std::string>& links) {
  Reply reply{.kind = ReplyKind::Response};
  reply.answer.status = 200;
  reply.answer.sha256 = sha256;
  for (const std::string& link : links)
    reply.answer.links.add({capture::LinkKind::Hyperlink, "a/@href", link});
  return reply;
}

class FrontierTest : public testing::Test {
 protected:
  FrontierTest() { frontier.know("http://a.example/", true); }

  void visit(PageNumber page, const Reply& reply) {
    settle(frontier, frontier.site_of(page), {.page = frontier.id_of(page)}, reply, now += 1);
  }

  const Settings settings{.seeds = {"http://a.example/"}};
  Frontier frontier{settings, scope::Scope::make(settings.scope, settings.seeds).value(), {}};
  Time now = 0;
};

// Every page is visited, and visited again, and each time leads to one that nobody knows.
TEST_F(FrontierTest, RedirectsThatLeadElsewhereEachTimeComeToAnEnd) {
  int next = 0;
  for (PageNumber page = 0; page < frontier.size(); ++page) {
    ASSERT_LT(frontier.size(), 1000u);
    for (int again = 0; again < 2; ++again)
      visit(page, redirect_to("http://a.example/" + std::to_string(next++)));
  }
  EXPECT_EQ(frontier.size(), 41u);
  EXPECT_GT(frontier.skipped().at("redirects").count, 0u);
}

TEST_F(FrontierTest, ARowOfRedirectsIsFollowedAsFarAsBrowsersDo) {
  for (PageNumber page = 0; page < frontier.size(); ++page)
    visit(page, redirect_to("http://a.example/" + std::to_string(page)));
  EXPECT_EQ(frontier.size(), 21u);
}

// Pages that each lead to one place, as those of a site that moved, do not count for one another.
TEST_F(FrontierTest, RedirectsOfManyPagesAreAllFollowed) {
  std::vector<std::string> links;
  for (int i = 0; i < 100; ++i) links.push_back("http://a.example/" + std::to_string(i));
  visit(0, page_with("one", links));
  for (PageNumber page = 1; page <= 100; ++page)
    visit(page, redirect_to("http://a.example/new/" + std::to_string(page)));
  EXPECT_EQ(frontier.size(), 201u);
}

TEST_F(FrontierTest, WhatAPageStillSaysIsNotCountedAgain) {
  const std::vector<std::string> links = {"http://other.example/"};
  visit(0, page_with("one", links));
  visit(0, page_with("one", links));
  EXPECT_EQ(frontier.skipped().at("outside").count, 1u);
  visit(0, page_with("two", links));
  EXPECT_EQ(frontier.skipped().at("outside").count, 2u);
}

TEST_F(FrontierTest, ARefusalIsCountedOnce) {
  frontier.refuse(0, "robots.txt refuses it");
  frontier.refuse(0, "robots.txt refuses it");
  EXPECT_EQ(frontier.skipped().at("robots").count, 1u);
}

}  // namespace
}  // namespace asof::crawl
