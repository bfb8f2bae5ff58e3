// The CDX API of asof serve. Expected is what pywb's manual says of its CDXJ Server API; where
// asof answers otherwise, docs/replay.md says so.
#include <gtest/gtest.h>

#include "serve_world.h"

namespace asof::test {
namespace {

class ServeCdx : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<ServeWorld>();
    world->start();
  }
  static void TearDownTestSuite() { world.reset(); }

  static HttpReply cdx(const std::string& query) { return world->ask("/archive/cdx?" + query); }
  // The times and URLs of the lines: "20200101 http://example.org/".
  static std::vector<std::string> lines(const std::string& query) {
    const HttpReply reply = cdx(query + "&output=text&fl=timestamp,url");
    EXPECT_EQ(reply.status, 200) << query << "\n" << reply.body;
    std::vector<std::string> found;
    for (const std::string_view line : split(reply.body, '\n'))
      if (!line.empty()) found.emplace_back(line);
    return found;
  }
  // The same of captures of one URL: their times alone.
  static std::string times(const std::string& query) {
    std::string found;
    for (const std::string& line : lines(query)) found += line.substr(0, 8) + " ";
    return found;
  }
  static std::vector<std::string> paths(const std::string& query) {
    std::vector<std::string> found;
    for (const std::string& line : lines(query)) found.push_back(line.substr(22));
    return found;
  }
  using List = std::vector<std::string>;

  static std::unique_ptr<ServeWorld> world;
};
std::unique_ptr<ServeWorld> ServeCdx::world;

TEST_F(ServeCdx, ListsTheCapturesOfAUrl) {
  const std::string all = "20200101 20200601 20210101 20220305 ";
  EXPECT_EQ(times("url=http://example.org/"), all);
  EXPECT_EQ(times("url=example.org"), all);
  EXPECT_EQ(times("url=http%3A%2F%2Fexample.org%2F&matchType=exact"), all);
  EXPECT_EQ(times("url=http://example.org/never"), "");
  EXPECT_EQ(cdx("").status, 400);
  EXPECT_EQ(cdx("url=").status, 400);
}

TEST_F(ServeCdx, TimesArePaddedToTheirEnds) {
  EXPECT_EQ(times("url=example.org&from=2020&to=2020"), "20200101 20200601 ");
  EXPECT_EQ(times("url=example.org&from=202006&to=2021"), "20200601 20210101 ");
  EXPECT_EQ(times("url=example.org&from=20200601120000&to=20200601120000"), "20200601 ");
  EXPECT_EQ(times("url=example.org&from=20200601120001"), "20210101 20220305 ");
  EXPECT_EQ(times("url=example.org&from=2030"), "");
  for (const char* wrong : {"20201301", "20200230", "2020010125", "x", "123456789012345678"}) {
    EXPECT_EQ(cdx(std::string("url=example.org&from=") + wrong).status, 400) << wrong;
    EXPECT_EQ(cdx(std::string("url=example.org&sort=closest&closest=") + wrong).status, 400);
  }
}

TEST_F(ServeCdx, MatchesAPrefixAHostOrADomain) {
  const List below = {"http://example.org/path/", "http://example.org/path/a.php"};
  const auto urls = [](const std::string& query) {
    List found;
    for (const std::string& line : lines(query))
      if (found.empty() || found.back() != line.substr(15)) found.push_back(line.substr(15));
    return found;
  };
  EXPECT_EQ(urls("url=http://example.org/path/*"), below);
  EXPECT_EQ(urls("url=http://example.org/path/&matchType=prefix"), below);
  EXPECT_EQ(urls("url=example.org/path*").size(), 3u);
  // The path is ignored.
  EXPECT_EQ(urls("url=http://example.org/path/&matchType=host").size(), 10u);
  EXPECT_EQ(urls("url=*.example.org"), urls("url=example.org&matchType=domain"));
  EXPECT_EQ(urls("url=*.example.org").size(), 11u);
  EXPECT_EQ(urls("url=*.example.org").back(), "http://sub.example.org/x");
  EXPECT_EQ(cdx("url=example.org&matchType=near").status, 400);
}

TEST_F(ServeCdx, LimitsAndSorts) {
  EXPECT_EQ(times("url=example.org&limit=2"), "20200101 20200601 ");
  EXPECT_EQ(times("url=example.org&limit=-2"), "20210101 20220305 ");
  EXPECT_EQ(times("url=example.org&sort=reverse"), "20220305 20210101 20200601 20200101 ");
  EXPECT_EQ(times("url=example.org&sort=reverse&limit=1"), "20220305 ");
  EXPECT_EQ(times("url=example.org&sort=closest&closest=20200701"),
            "20200601 20200101 20210101 20220305 ");
  EXPECT_EQ(times("url=example.org&sort=closest&closest=20200701&limit=1"), "20200601 ");
  EXPECT_EQ(lines("url=example.org/*&sort=reverse&limit=1").front(),
            "20210101000000 http://example.org/text");
  for (const char* wrong : {"limit=0", "limit=x", "sort=closest", "sort=up"})
    EXPECT_EQ(cdx(std::string("url=example.org&") + wrong).status, 400) << wrong;
}

TEST_F(ServeCdx, FiltersAsTheManualSays) {
  const struct {
    const char* filter;
    std::size_t lines;
  } kTable[] = {{"filter=mime:html", 11},      {"filter==mime:text/html", 11},
                {"filter==mime:html", 0},      {"filter=~mime:.*/html$", 11},
                {"filter=~mime:text", 12},     {"filter=~mime:html", 0},
                {"filter=!mime:html", 2},      {"filter=!=mime:text/html", 2},
                {"filter=!~mime:.*/html", 2},  {"filter==mime:text/html&filter=!=status:200", 3},
                {"filter=~url:.*%5C.php$", 1}, {"filter=status:999", 0},
                {"filter=!~status:.*", 0}};
  for (const auto& row : kTable)
    EXPECT_EQ(lines(std::string("url=example.org/*&") + row.filter).size(), row.lines)
        << row.filter;
  for (const char* wrong : {"filter=colour:red", "filter=200", "filter=~url:("})
    EXPECT_EQ(cdx(std::string("url=example.org&") + wrong).status, 400) << wrong;
}

TEST_F(ServeCdx, WritesCdxjJsonOrText) {
  const HttpReply plain = cdx("url=example.org/once");
  EXPECT_TRUE(plain.body.starts_with(
      "org,example)/once 20210505050505 {\"url\": \"http://example.org/once\", \"mime\": "
      "\"text/html\", \"status\": \"200\", \"digest\": "))
      << plain.body;
  EXPECT_EQ(cdx("url=example.org/once&output=cdxj").body, plain.body);
  const std::string line = cdx("url=example.org/once&output=json").body;
  const json::Document document = must(json::parse(line));
  for (const char* name :
       {"urlkey", "timestamp", "url", "mime", "status", "digest", "length", "offset", "filename"})
    EXPECT_TRUE(document.root().at(name)) << name;
  EXPECT_EQ(cdx("url=example.org/once&output=json&fl=urlkey,timestamp").body,
            "{\"urlkey\":\"org,example)/once\",\"timestamp\":\"20210505050505\"}\n");
  EXPECT_EQ(split(cdx("url=example.org/once&output=text").body, ' ').size(), 9u);
  EXPECT_EQ(cdx("url=example.org&fl=colour").status, 400);
  EXPECT_EQ(cdx("url=example.org&output=xml").status, 400);
}

TEST_F(ServeCdx, CountsAndTurnsPages) {
  EXPECT_EQ(cdx("url=example.org&showNumPages=true&pageSize=3").body,
            "{\"blocks\":4,\"pages\":2,\"pageSize\":3}\n");
  EXPECT_EQ(times("url=example.org&pageSize=3"), "20200101 20200601 20210101 ");
  EXPECT_EQ(times("url=example.org&pageSize=3&page=1"), "20220305 ");
  EXPECT_EQ(times("url=example.org&pageSize=3&page=0&limit=2"), "20200101 20200601 ");
  EXPECT_EQ(cdx("url=example.org&pageSize=3&page=2").status, 400);
  const std::string next = cdx("url=example.org&pageSize=3").field("Link");
  EXPECT_EQ(next,
            "<" + world->own() + "/archive/cdx?url=example.org&pageSize=3&page=1>; rel=\"next\"");
  EXPECT_EQ(cdx("url=example.org&pageSize=4").field("Link"), "");
}

}  // namespace
}  // namespace asof::test
