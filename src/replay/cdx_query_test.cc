#include "replay/cdx_query.h"

#include <gtest/gtest.h>

#include "support/result.h"

namespace asof::replay {
namespace {

using test::must;

cdx::Line line() {
  cdx::Line line;
  line.key = "org,a)/x";
  line.timestamp = "20220601120000";
  line.url = "http://a.org/x";
  line.mime = "text/html";
  line.status = 200;
  line.digest = "sha1:ABC";
  line.length = 10;
  line.offset = 20;
  line.filename = "f.warc.gz";
  return line;
}

CdxQuery parse(std::string_view text) { return must(CdxQuery::parse(Query(text))); }

TEST(CdxQuery, ReadsWhatIsAsked) {
  const CdxQuery query = parse(
      "url=http%3A%2F%2Fa.org%2Fx&from=2021&to=2022&limit=5&filter=%3Dstatus%3A200&fl=url,"
      "timestamp&output=json&sort=closest&closest=20220601");
  EXPECT_EQ(query.url, "http://a.org/x");
  EXPECT_EQ(query.from, *parse_iso8601("2021-01-01T00:00:00Z"));
  EXPECT_EQ(query.to, *parse_iso8601("2022-12-31T23:59:59.999Z"));
  EXPECT_EQ(query.limit, 5u);
  EXPECT_EQ(query.sort, CdxQuery::Sort::Closest);
  std::string out;
  append_line(out, line(), query);
  EXPECT_EQ(out, "{\"url\":\"http://a.org/x\",\"timestamp\":\"20220601120000\"}\n");
}

TEST(CdxQuery, StarsMeanPrefixAndDomain) {
  EXPECT_EQ(parse("url=a.org/x*").match, CdxQuery::Match::Prefix);
  EXPECT_EQ(parse("url=a.org/x*").keys().prefixes.front(), "org,a)/x");
  EXPECT_EQ(parse("url=*.a.org").keys().prefixes, (std::vector<std::string>{"org,a)", "org,a,"}));
  EXPECT_EQ(parse("url=a.org/x&matchType=host").keys().prefixes.front(), "org,a)");
  EXPECT_TRUE(parse("url=a.org/x").keys().whole);
}

TEST(CdxQuery, APrefixThatEndsInASlashIsAFolder) {
  const CdxQuery::Keys folder = parse("url=a.org/x/*").keys();
  for (const char* in : {"org,a)/x", "org,a)/x/y", "org,a)/x?b=1"})
    EXPECT_TRUE(folder.match(folder.prefixes.front(), in)) << in;
  EXPECT_FALSE(folder.match(folder.prefixes.front(), "org,a)/xy"));
  const CdxQuery::Keys any = parse("url=a.org/x*").keys();
  EXPECT_TRUE(any.match(any.prefixes.front(), "org,a)/xy"));
  const CdxQuery::Keys all = parse("url=a.org/*").keys();
  EXPECT_TRUE(all.match(all.prefixes.front(), "org,a)/xy"));
}

TEST(CdxQuery, ALimitBelowZeroMeansTheLastLines) {
  EXPECT_EQ(parse("url=a&limit=-3").sort, CdxQuery::Sort::Last);
  EXPECT_EQ(parse("url=a&limit=-3").limit, 3u);
  EXPECT_EQ(parse("url=a&limit=999999999").limit, kMostCdxLines);
  EXPECT_EQ(parse("url=a&limit=9&pageSize=4&page=2").limit, 4u);
}

TEST(CdxQuery, FiltersContainEqualAndMatch) {
  const struct {
    const char* filter;
    bool passes;
  } kTable[] = {{"status:20", true},     {"=status:20", false},      {"=status:200", true},
                {"!=status:200", false}, {"~url:.*a\\.org.*", true}, {"~url:a", false},
                {"~url:http", true},     {"~mime:.*/html$", true},   {"~mime:.*/htm$", false},
                {"!mime:html", false},   {"statuscode:200", true},   {"!~digest:sha1:.*", false},
                {"mime:image", false}};
  for (const auto& row : kTable)
    EXPECT_EQ(must(CdxFilter::parse(row.filter)).passes(line()), row.passes) << row.filter;
}

TEST(CdxQuery, WhatIsWrongIsRefused) {
  for (const char* wrong : {"",
                            "url=",
                            "url=a&filter=x",
                            "url=a&filter=colour:red",
                            "url=a&filter=~url:(",
                            "url=a&fl=url,colour",
                            "url=a&output=xml",
                            "url=a&matchType=near",
                            "url=a&sort=up",
                            "url=a&sort=closest",
                            "url=a&from=20221301",
                            "url=a&limit=0",
                            "url=a&limit=x",
                            "url=a&limit=-",
                            "url=a&limit=-0",
                            "url=a&limit=-1&sort=reverse",
                            "url=a*&sort=closest&closest=2020",
                            "url=a&page=99999999999",
                            "url=a&page=1&sort=reverse",
                            "url=a&pageSize=0",
                            "url=a&output=link"})
    EXPECT_FALSE(CdxQuery::parse(Query(wrong))) << wrong;
}

TEST(CdxQuery, TextHasAllFieldsInTheirOrder) {
  std::string out;
  append_line(out, line(), parse("url=a&output=text"));
  EXPECT_EQ(out, "org,a)/x 20220601120000 http://a.org/x text/html 200 sha1:ABC 10 20 f.warc.gz\n");
}

TEST(Query, EscapesThatAreNoneStand) {
  const Query query("a=%zz%4&b=%41+%2B&a=2&c");
  EXPECT_EQ(query.get("a"), "%zz%4");
  EXPECT_EQ(query.get("b"), "A +");
  EXPECT_EQ(query.all("a").size(), 2u);
  EXPECT_TRUE(query.has("c"));
  EXPECT_EQ(percent_decoded(percent_encoded("a&b=ü%\n")), "a&b=ü%\n");
}

}  // namespace
}  // namespace asof::replay
