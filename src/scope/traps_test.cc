#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "scope/scope.h"
#include "scope/shape_internal.h"
#include "scope/traps_internal.h"

namespace asof::scope {
namespace {

Scope make(const Options& options) {
  auto scope = Scope::make(options, {"http://a.org/"});
  CHECK(scope.has_value());
  return *std::move(scope);
}

TEST(Traps, PathsThatRepeatThemselves) {
  Scope scope = make({});
  EXPECT_TRUE(scope.judge({"http://a.org/x/y/x/y/x/y/", "L"}).in);
  Verdict said = scope.judge({"http://a.org/x/y/x/y/x/y/x/", "L"});
  EXPECT_EQ(said.reason, Reason::Repeating);
  EXPECT_EQ(said.why, "'x' occurs 4 times in its path, more than 3, so the path looks endless");
  EXPECT_TRUE(scope.judge({"http://a.org/1/1/1/1/1.png", "L"}).in) << "numbers may repeat";
  EXPECT_TRUE(scope.judge({"http://a.org/x//////y", "L"}).in) << "nothing is no segment";
  EXPECT_TRUE(scope.judge({"http://a.org/?p=/x/x/x/x/x", "L"}).in) << "only paths";
  EXPECT_TRUE(make({.most_repeats = 9}).judge({"http://a.org/x/x/x/x/x", "L"}).in);
  EXPECT_TRUE(make({.traps = false}).judge({"http://a.org/x/x/x/x/x", "L"}).in);
}

TEST(Traps, PathsThatAreTooDeepOrLong) {
  Scope scope = make({});
  std::string path;
  for (int i = 0; i < 20; ++i) path += "/s" + std::to_string(i);
  EXPECT_TRUE(scope.judge({"http://a.org" + path, "L"}).in);
  EXPECT_EQ(scope.judge({"http://a.org" + path + "/t", "L"}).why,
            "its path has 21 segments, more than 20");

  std::string longest = "http://a.org/" + std::string(2083 - 13, 'x');
  EXPECT_TRUE(scope.judge({longest, "L"}).in);
  Verdict said = scope.judge({longest + "x", "L"});
  EXPECT_EQ(said.reason, Reason::TooLong);
  EXPECT_EQ(said.why, "the address is 2,084 bytes long, more than 2,083");
  EXPECT_TRUE(scope.judge({longest + "x", ""}).in) << "seeds are as they are";
  EXPECT_FALSE(make({.traps = false}).judge({longest + "x", "L"}).in) << "length is no guess";
}

TEST(Traps, CalendarsEnd) {
  Scope scope = make({.calendar = 10});
  auto day = [](int i) {
    return "http://a.org/events/2026/" + std::to_string(1 + i / 28) + "/" +
           std::to_string(1 + i % 28) + "/";
  };
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(scope.judge({day(i), "L"}).in) << i;
  EXPECT_TRUE(scope.judge({"http://a.org/events/2026/11/15/opening-night", "L"}).in)
      << "a page of its own";
  EXPECT_EQ(scope.explain({day(11), "L"}).reason, Reason::Calendar);
  Verdict said = scope.judge({day(12), "L"});
  EXPECT_EQ(said.reason, Reason::Calendar);
  EXPECT_EQ(said.why,
            "more than 10 addresses differ from this one only in dates, so it looks like an "
            "endless calendar");
  EXPECT_TRUE(scope.judge({"http://a.org/news/2026/11/15/", "L"}).in) << "another calendar";
}

TEST(Traps, SessionsInAddressesEnd) {
  Scope scope = make({.sessions = 5});
  auto page = [](int i) {
    return "http://a.org/shop?item=1&PHPSESSID=" + std::string(31, 'a') + std::to_string(i);
  };
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(scope.judge({page(i), "L"}).in) << i;
  EXPECT_EQ(scope.explain({page(6), "L"}).reason, Reason::Sessions);
  EXPECT_EQ(scope.judge({page(7), "L"}).reason, Reason::Sessions);
  EXPECT_TRUE(scope.judge({"http://a.org/shop?item=2&PHPSESSID=" + std::string(32, 'a'), "L"}).in);
}

enum class Shape { Neither, Dates, Sessions };

// Whether two URLs have one shape when dates, or sessions, are taken out.
struct ShapeCase {
  const char* rule;
  const char* a;
  const char* b;
  Shape common;
};
constexpr ShapeCase kShapes[] = {
    {"year and month", "/2026/11/", "/2027/1/", Shape::Dates},
    {"year, month and day", "/c/2026-11-15", "/c/1999-01-02", Shape::Dates},
    {"day, month and year", "/c/15.11.2026", "/c/1.2.1999", Shape::Dates},
    {"eight digits", "/c/20261115", "/c/20260102", Shape::Dates},
    {"eight digits that are no date", "/c/20261315", "/c/20269902", Shape::Neither},
    {"a year alone", "/c/2026", "/c/2027", Shape::Neither},
    {"numbers", "/thread/1999", "/thread/2000", Shape::Neither},
    {"a number after a slash", "/2026/99/", "/2027/98/", Shape::Neither},
    {"dates and something else", "/2026/11/a", "/2026/11/b", Shape::Neither},
    {"a month argument", "/?month=1&v=2", "/?month=12&v=2", Shape::Dates},
    {"a named date", "/?tribe-bar-date=2026-11-15", "/?tribe-bar-date=2026-12", Shape::Dates},
    {"an update is no date", "/?update=1", "/?update=2", Shape::Neither},
    {"a candidate neither", "/?candidate=1", "/?candidate=2", Shape::Neither},
    {"pages are no dates", "/?page=1", "/?page=2", Shape::Neither},
    {"a date in any argument", "/?q=2026-11-15", "/?q=2025-10-14", Shape::Dates},
    {"a date without a name", "/?2026-11-15", "/?2026-11-16", Shape::Dates},
    {"a session in the query", "/?sid=0123456789abcdef&a=1", "/?sid=0123456789abcdee&a=1",
     Shape::Sessions},
    {"a short one is a number", "/?sid=12", "/?sid=13", Shape::Neither},
    {"a session in the path", "/a;jsessionid=0123456789abcdef?x",
     "/a;jsessionid=F123456789ABCDEF0?x", Shape::Sessions},
    {"ASP.NET", "/(S(abcdefghijklmnopqrstuvwx))/a.aspx", "/(S(bbcdefghijklmnopqrstuvwx))/a.aspx",
     Shape::Sessions},
    {"brackets", "/a_(b)/c", "/a_(d)/c", Shape::Neither},
    {"ColdFusion", "/?cfid=12&cftoken=34", "/?cfid=13&cftoken=35", Shape::Sessions},
    {"words are no session", "/?session=2026-spring-term-x y", "/?session=autumn", Shape::Neither},
};

TEST(Traps, ShapesForgetDatesAndSessionsOnly) {
  for (const auto& [rule, a, b, common] : kShapes) {
    std::string first = std::string("http://a.org") + a;
    std::string second = std::string("http://a.org") + b;
    std::string buffer;
    Shapes one = shapes_of(*read_address(first, buffer));
    Shapes other = shapes_of(*read_address(second, buffer));
    bool dates = one.without_dates && one.without_dates == other.without_dates;
    bool sessions = one.without_sessions && one.without_sessions == other.without_sessions;
    EXPECT_EQ(dates, common == Shape::Dates) << rule;
    EXPECT_EQ(sessions, common == Shape::Sessions) << rule;
  }
}

TEST(Traps, WhatIsRememberedIsBoundedAndTheFrequentStays) {
  ShapeCounts counts;
  for (int i = 0; i < 100; ++i) counts.add(1);
  for (std::uint64_t shape = 2; shape < 300'000; ++shape) {
    counts.add(shape);
    ASSERT_LE(counts.size(), ShapeCounts::kMost);
  }
  EXPECT_EQ(counts.of(1), 100u);
  EXPECT_EQ(counts.of(299'999), 1u);
  EXPECT_EQ(counts.of(2), 0u);
}

}  // namespace
}  // namespace asof::scope
