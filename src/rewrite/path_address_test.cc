#include "rewrite/path_address.h"

#include <gtest/gtest.h>

#include <string>

namespace asof::rewrite {
namespace {

struct Case {
  const char* target;
  PathForm form;
  const char* digits;
  const char* modifier;
  const char* url;
  const char* at;  // of captures
};

constexpr Case kGood[] = {
    {"/web/20160301102030/http://a.org/x?b=c&d", PathForm::Capture, "20160301102030", "",
     "http://a.org/x?b=c&d", "20160301102030"},
    {"/web/20160301102030im_/https://a.org/", PathForm::Capture, "20160301102030", "im_",
     "https://a.org/", "20160301102030"},
    {"/web/2016/a.org", PathForm::Capture, "2016", "", "http://a.org", "20161231235959"},
    {"/web/201602id_/a.org/x", PathForm::Capture, "201602", "id_", "http://a.org/x",
     "20160229235959"},
    {"/web/2016030110/http:/a.org/x", PathForm::Capture, "2016030110", "", "http://a.org/x",
     "20160301105959"},
    {"/web/2/HTTPS:/a.org/x", PathForm::Capture, "2", "", "https://a.org/x", "29991231235959"},
    {"/web/20161/http://a.org/", PathForm::Capture, "20161", "", "http://a.org/", "20161231235959"},
    {"/web/2016/http://a.org/2017/http://b.org/", PathForm::Capture, "2016", "",
     "http://a.org/2017/http://b.org/", "20161231235959"},
    {"/web/*/http://a.org/x?y", PathForm::Calendar, "", "", "http://a.org/x?y", nullptr},
    {"/web/http://a.org/x", PathForm::TimeGate, "", "", "http://a.org/x", nullptr},
    {"/web/https:/a.org", PathForm::TimeGate, "", "", "https://a.org", nullptr},
    {"/web/a.org/x/y", PathForm::TimeGate, "", "", "http://a.org/x/y", nullptr},
    {"/web//a.org/x/y", PathForm::TimeGate, "", "", "http://a.org/x/y", nullptr},
    {"/web/2016x/y", PathForm::TimeGate, "", "", "http://2016x/y", nullptr},
};

TEST(PathAddress, ReadsEveryForm) {
  for (const auto& [target, form, digits, modifier, url, at] : kGood) {
    const auto address = parse_path_address(target);
    ASSERT_TRUE(address) << target << ": " << address.error().what;
    EXPECT_EQ(address->collection, "web");
    EXPECT_EQ(address->form, form) << target;
    EXPECT_EQ(address->digits, digits) << target;
    EXPECT_EQ(address->modifier, modifier) << target;
    EXPECT_EQ(address->url, url) << target;
    EXPECT_FALSE(address->prefix);
    if (at != nullptr) {
      EXPECT_EQ(digits14(address->at()), at) << target;
    }
    const auto again = parse_path_address(address->text());
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *address) << target;
  }
}

TEST(PathAddress, ListsUrlsBelowOne) {
  const auto address = parse_path_address("/web/*/a.org/x*");
  ASSERT_TRUE(address);
  EXPECT_TRUE(address->prefix);
  EXPECT_EQ(address->url, "http://a.org/x");
  EXPECT_EQ(address->text(), "/web/*/http://a.org/x*");
}

TEST(PathAddress, RefusesWhatIsNone) {
  for (auto target : {"", "web", "/", "/web", "/web/", "//2016/a.org", "/web/20161301/a.org",
                      "/web/20160230/a.org", "/web/2016030125/a.org", "/web/201603011060/a.org",
                      "/web/20160301102060/a.org", "/web/201603011020301/a.org", "/web/2016/",
                      "/web/2016/http://", "/web/2016/http://a b/", "/web/*/", "/web/ftp://a.org/",
                      "/web/mailto:x"}) {
    EXPECT_FALSE(parse_path_address(target)) << target;
  }
}

TEST(PathAddress, RecognisesOtherArchives) {
  const auto inner = inner_wayback("https://web.archive.org/web/20160301id_/http://x.org/a?b");
  ASSERT_TRUE(inner);
  EXPECT_EQ(inner->url, "http://x.org/a?b");
  EXPECT_EQ(inner->collection, "web");
  EXPECT_EQ(inner->modifier, "id_");
  EXPECT_EQ(digits14(inner->at()), "20160301235959");
  const auto second = inner_wayback("https://arquivo.pt/noFrame/replay/2016/https:/x.org");
  ASSERT_TRUE(second);
  EXPECT_EQ(second->collection, "noFrame/replay");
  EXPECT_EQ(second->url, "https://x.org");
  const auto twice =
      inner_wayback("http://a.example/2015/https://web.archive.org/web/2016/http://x.org/");
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice->digits, "2015");
  EXPECT_EQ(inner_wayback(twice->url)->url, "http://x.org/");
  for (auto url : {"http://x.org/", "http://x.org", "http://x.org/page/2/http://y.org/",
                   "http://x.org/?u=/2016/http://y.org/", "http://x.org/2016/y.org",
                   "http://x.org/20161301/http://y.org/", "http://x.org/2016#/2016/http://y.org/",
                   "mailto:x", "", "http:/"}) {
    EXPECT_FALSE(inner_wayback(url)) << url;
  }
}

}  // namespace
}  // namespace asof::rewrite
