#include "replay/memento.h"

#include <gtest/gtest.h>

#include "base/json_read.h"
#include "http/link.h"
#include "support/result.h"

namespace asof::replay {
namespace {

Instant at(std::string_view text) { return *parse_iso8601(text); }

const Addresses kAddresses{.original = "http://a.org/x?y=1,2",
                           .timegate = "http://h/c/http://a.org/x?y=1,2",
                           .timemap = "http://h/c/timemap/link/http://a.org/x?y=1,2",
                           .memento = "http://h/c/"};

TEST(AcceptDatetime, OnlyTheFormOfRfc1123IsTaken) {
  EXPECT_EQ(parse_accept_datetime("Thu, 31 May 2007 20:35:00 GMT"), at("2007-05-31T20:35:00Z"));
  EXPECT_EQ(parse_accept_datetime(" Thu, 31 May 2007 20:35:00 GMT "), at("2007-05-31T20:35:00Z"));
  for (const char* wrong :
       {"", "2007", "Thu, 31 may 2007 20:35:00 GMT", "Thu, 31 May 2007 20:35:00 CET",
        "Thursday, 31-May-07 20:35:00 GMT", "Fri, 31 May 2007 20:35:00 GMT",
        "Thu, 31 May 2007 25:35:00 GMT", "Thu, 31 Jun 2007 20:35:00 GMT",
        "Thu, 31 May 2007 20:35:00 +0000", "2007-05-31T20:35:00Z", "yesterday"})
    EXPECT_FALSE(parse_accept_datetime(wrong)) << wrong;
}

TEST(LinkField, NamesEachMementoOnceWithAllThatItIs) {
  const Instant first = at("2020-01-01T00:00:00Z"), second = at("2021-01-01T00:00:00Z");
  const auto links = http::parse_links(link_field(
      kAddresses, {.first = first, .last = second, .previous = first, .next = {}}, second));
  ASSERT_EQ(links.size(), 5u);
  EXPECT_EQ(links[0].target, kAddresses.original);
  EXPECT_EQ(links[0].parameter("rel"), "original");
  EXPECT_EQ(links[1].parameter("rel"), "timegate");
  EXPECT_EQ(links[2].parameter("type"), "application/link-format");
  EXPECT_EQ(links[3].parameter("rel"), "first prev memento");
  EXPECT_EQ(links[3].parameter("datetime"), "Wed, 01 Jan 2020 00:00:00 GMT");
  EXPECT_EQ(links[4].parameter("rel"), "last memento");
  EXPECT_EQ(links[4].target, "http://h/c/20210101000000/http://a.org/x?y=1,2");
}

TEST(LinkField, TheOnlyMementoIsFirstAndLast) {
  const Instant only = at("2020-01-01T00:00:00.500Z");
  const auto links = http::parse_links(link_field(kAddresses, {.first = only, .last = only}, only));
  EXPECT_EQ(links.back().parameter("rel"), "first last memento");
  EXPECT_EQ(links.size(), 4u);
}

TEST(LinkField, AnAddressCannotEndItsBrackets) {
  Addresses hostile = kAddresses;
  hostile.original = "http://a.org/>; rel=\"x\"\r\nSet-Cookie: a=b";
  const std::string field = link_field(hostile, {}, std::nullopt);
  EXPECT_EQ(field.find('\r'), std::string::npos);
  EXPECT_EQ(field.find('\n'), std::string::npos);
  EXPECT_EQ(http::parse_links(field).size(), 3u);
}

TEST(TimeMaps, SayTheSameInThreeForms) {
  const Instant first = at("2020-01-01T00:00:00Z"), second = at("2021-01-01T00:00:00Z"),
                third = at("2022-01-01T00:00:00Z");
  const TimeMapRow rows[] = {{first, 200, "text/html", "sha1:A"}, {second, 404, "", ""}};
  const TimeMap map{.addresses = kAddresses,
                    .ends = {.first = first, .last = third},
                    .self = {"http://h/self", first, second},
                    .rows = rows,
                    .others = {{"http://h/other", third, third}}};
  const auto links = http::parse_links(timemap_link(map));
  ASSERT_EQ(links.size(), 6u);
  EXPECT_EQ(links[1].target, "http://h/self");
  EXPECT_EQ(links[1].parameter("from"), "Wed, 01 Jan 2020 00:00:00 GMT");
  EXPECT_EQ(links[1].parameter("until"), "Fri, 01 Jan 2021 00:00:00 GMT");
  EXPECT_EQ(links[3].parameter("rel"), "timemap");
  EXPECT_EQ(links[4].parameter("rel"), "first memento");
  EXPECT_EQ(links[5].parameter("rel"), "memento");

  const auto document = test::must(json::parse(timemap_json(map)));
  const auto list =
      test::must(test::must(test::must(document.root().at("mementos")).at("list")).items());
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(test::must(test::must(list[1].at("uri")).text()), kAddresses.of(second));
  EXPECT_NE(timemap_cdxj(map).find("\n20200101000000 {\"uri\":"), std::string::npos);
}

}  // namespace
}  // namespace asof::replay
