#include <gtest/gtest.h>

#include <string_view>

#include "noise/noise.h"

namespace asof::noise {
namespace {

struct Row {
  std::string_view address;
  std::string_view expected;
};
constexpr Row kRows[] = {
    {"http://a.example/x", "http://a.example/x"},
    {"http://a.example/x#part", "http://a.example/x"},
    {"http://a.example/#!/inbox", "http://a.example/#!/inbox"},
    {"http://a.example/x?utm_source=a&utm_medium=b", "http://a.example/x"},
    {"http://a.example/x?id=7&utm_source=a&page=2", "http://a.example/x?id=7&page=2"},
    {"http://a.example/x?fbclid=IwAR0", "http://a.example/x"},
    {"http://a.example/x?gclid=1&b=2", "http://a.example/x?b=2"},
    {"http://a.example/x;jsessionid=0A1B2C?q=1", "http://a.example/x?q=1"},
    {"http://a.example/x;jsessionid=0A1B2C/y", "http://a.example/x/y"},
    {"http://a.example/x?PHPSESSID=abcdef", "http://a.example/x"},
    {"http://a.example/(S(abc123def))/x.aspx", "http://a.example/x.aspx"},
    {"http://a.example/viewtopic.php?t=123&sid=0123456789abcdef0123456789abcdef",
     "http://a.example/viewtopic.php?t=123"},
    {"http://a.example/article.pl?sid=26/11/16/1015",
     "http://a.example/article.pl?sid=26/11/16/1015"},
    {"http://a.example/style.css?v=123", "http://a.example/style.css"},
    {"http://a.example/style.css?ver=6.2.1", "http://a.example/style.css"},
    {"http://a.example/style.css?1699999999", "http://a.example/style.css"},
    {"http://a.example/style.css?3f2a9c1b", "http://a.example/style.css"},
    {"http://a.example/x?_=1699999999123", "http://a.example/x"},
    {"http://a.example/x?t=1699999999", "http://a.example/x"},
    {"http://v.example/watch?v=dQw4w9WgXcQ", "http://v.example/watch?v=dQw4w9WgXcQ"},
    {"http://a.example/topic?12345", "http://a.example/topic?12345"},
    {"http://a.example/x?", "http://a.example/x"},
    {"http://a.example/x?&&a=1", "http://a.example/x?a=1"},
    {"data:image/png;base64,AAAA", "data:image/png;base64,AAAA"},
    {"", ""},
    {"mailto:a@b.example", "mailto:a@b.example"},
};

TEST(CleanAddress, LeavesOutWhatSaysWhoAskedAndWhen) {
  for (const Row& row : kRows) EXPECT_EQ(clean_address(row.address), row.expected) << row.address;
}

TEST(CleanAddress, IsDoneOnce) {
  for (const Row& row : kRows) {
    const std::string once = clean_address(row.address);
    EXPECT_EQ(clean_address(once), once) << row.address;
  }
}

TEST(Advertisement, IsKnownByHostPatternMarkAndSize) {
  const std::string_view page = "http://www.news.example/";
  struct Case {
    Suspect suspect;
    std::string_view rule;
  };
  const Case cases[] = {
      {{.address = "https://ad.doubleclick.net/x", .page = page}, "host"},
      {{.address = "//cdn.taboola.com/x.js", .page = page}, "host"},
      {{.address = "http://notdoubleclick.net/x", .page = page}, ""},
      {{.address = "http://www.news.example/ads/banner1.gif", .page = page}, "pattern"},
      {{.address = "http://www.news.example/Ads/x.gif", .page = page}, "pattern"},
      {{.address = "http://www.news.example/downloads/x.gif", .page = page}, ""},
      {{.address = "http://x.example/a.gif", .marks = "box ad-slot", .page = page}, "mark"},
      {{.address = "http://x.example/a.gif", .marks = "adContainer", .page = page}, "mark"},
      {{.address = "http://x.example/a.gif", .marks = "Advertisement", .page = page}, "mark"},
      {{.address = "http://x.example/a.gif", .marks = "header shadow load", .page = page}, ""},
      {{.address = "http://x.example/a.gif", .width = 728, .height = 90, .page = page}, "size"},
      {{.address = "http://img.news.example/a.gif", .width = 728, .height = 90, .page = page}, ""},
      {{.address = "/a.gif", .width = 728, .height = 90, .page = page}, ""},
      {{.address = "http://x.example/a.gif", .width = 640, .height = 480, .page = page}, ""},
      {{.address = "", .page = page}, ""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(advertisement(c.suspect), c.rule) << c.suspect.address << ' ' << c.suspect.marks;
  }
}

TEST(Advertisement, FollowsTheRulesItIsGiven) {
  AdRules rules;
  const Suspect suspect{.address = "https://ad.doubleclick.net/x", .marks = "promo"};
  EXPECT_EQ(advertisement(suspect, rules), "");
  rules.marks = {"promo"};
  EXPECT_EQ(advertisement(suspect, rules), "mark");
}

}  // namespace
}  // namespace asof::noise
