#include "lab/mentions.h"

#include <gtest/gtest.h>

#include <map>

#include "lab/history.h"

namespace asof::lab {
namespace {

std::map<std::string, std::uint64_t> said_in(std::string_view page) {
  const auto base = url::parse("http://s.example/");
  std::map<std::string, std::uint64_t> said;
  for (const Mention& mention : mentions_in(page, html::extract(page).links, *base))
    said[mention.url] = mention.says;
  return said;
}

TEST(Mentions, AreTheWordsFromALinkToTheNext) {
  const auto before = said_in("<ul><li><a href=/a>News</a> of May<li><a href='/b'>Old</a></ul>");
  const auto after =
      said_in("<ul><li><a href=/a class=x>News</a> of <b>June</b><li><a href='/b'>Old</a></ul>");
  const auto marked = said_in("<ol><li><a href=/a><i>News</i></a> of May<p><a href='/b'>Old</a>");
  ASSERT_EQ(before.size(), 2u);
  EXPECT_NE(before.at("http://s.example/a"), after.at("http://s.example/a"));
  EXPECT_EQ(before.at("http://s.example/b"), after.at("http://s.example/b"));
  EXPECT_EQ(before, marked) << "markup says nothing";
}

TEST(Mentions, OfASitemapIncludeTheDateBesideTheAddress) {
  const auto of = [](std::string_view date) {
    return mentions_in_xml(
        "<urlset><url><loc>http://s.example/a</loc><lastmod>" + std::string(date) +
        "</lastmod></url><url><loc>http://s.example/b</loc>" + "</url></urlset>");
  };
  const auto may = of("2022-05-01");
  const auto june = of("2022-06-01");
  ASSERT_EQ(may.size(), 2u);
  EXPECT_EQ(may[0].url, "http://s.example/a");
  EXPECT_EQ(may[1].url, "http://s.example/b");
  EXPECT_NE(may[0].says, june[0].says);
  EXPECT_EQ(may[1].says, june[1].says);
}

TEST(History, NewsAreNewLinksAndOtherWordsBesideThem) {
  History history;
  history.links.resize(3);
  history.sayings = {{}, {{1, 10}, {2, 20}, {4, 40}}, {{1, 10}, {2, 21}, {3, 30}}};
  const Version before{.links = 1};
  const Version after{.links = 2};
  EXPECT_EQ(news_of(history, before, after), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(news_of(history, after, before), (std::vector<std::uint32_t>{2, 4}));
  EXPECT_TRUE(news_of(history, after, after).empty());
  EXPECT_TRUE(news_of({}, before, after).empty()) << "a history that was made up";
}

}  // namespace
}  // namespace asof::lab
