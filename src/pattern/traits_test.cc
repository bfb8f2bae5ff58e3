#include "pattern/traits.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace asof::pattern {
namespace {

TEST(Traits, NumbersAndIdentifiersCollapse) {
  struct Case {
    const char *path, *collapsed;
  };
  for (const Case& one : {
           Case{"/news/2014/09/26/release-0.6.1.html", "/news/#/#/#/release-#.#.#.html"},
           Case{"/111-01.html", "/#-#.html"},
           Case{"/blog/page19/", "/blog/page#/"},
           Case{"/any23.html", "/any#.html"},
           Case{"/a/deadbeef12/x", "/a/#/x"},
           Case{"/facade/accede", "/facade/accede"},
           Case{"/5f5072dc1d1aa9f87cbb", "/#"},
           Case{"", ""},
       })
    EXPECT_EQ(collapsed(one.path), one.collapsed) << one.path;
}

TEST(Traits, PagesOfADirectoryWithOneSuffixAreACluster) {
  EXPECT_EQ(host_of("https://a.example:8080/x?y"), "a.example:8080");
  EXPECT_EQ(cluster_of("https://a.example/news/2014/x.html?y=1"), "a.example/news/#/.html");
  EXPECT_EQ(cluster_of("http://a.example/news/2015/z.html"), "a.example/news/#/.html");
  EXPECT_EQ(cluster_of("http://a.example/news/2015/"), "a.example/news/#/");
  EXPECT_NE(cluster_of("http://b.example/"), cluster_of("http://a.example/"));
}

std::string traits_of(const PageTraits& page) {
  std::string traits;
  for (const GroupName& group : groups_of(page)) {
    const auto line = group.name.rfind('\n');
    traits += traits.empty() ? "" : " ";
    traits += line == std::string::npos ? "all" : group.name.substr(line + 1);
  }
  return traits;
}

TEST(Traits, GroupsGoFromTheSiteToTheNumber) {
  struct Case {
    PageTraits page;
    const char* traits;
  };
  for (const Case& one : {
           Case{{"https://teletext.example/111-01.html", "text/html", 2},
                "all bteletext.example ctext/html f2 g#-#.html h1 i11 j111"},
           Case{{"https://flink.apache.org/news/2014/09/26/release-0.6.1.html",
                 "text/html; charset=utf-8", 9},
                "all bflink.apache.org ctext/html d/news/ e/news/#/#/#/ f3 grelease-#.#.#.html j0"},
           Case{{"http://a.example", "", 0}, "all ba.example f0"},
           Case{{"http://a.example/?q=1", "", 0}, "all ba.example f0"},
           Case{{"http://a.example/b/c#part", "", 1}, "all ba.example d/b/ f1"},
           Case{{"plain", "", 1}, "all bplain f1"},
       })
    EXPECT_EQ(traits_of(one.page), one.traits) << one.page.url;
}

TEST(Traits, EachGroupsNameBeginsWithItsParents) {
  const auto groups = groups_of(
      {.url = "https://h.example/a/b/2020/x-1234-5.html", .mime = "text/html", .depth = 4});
  ASSERT_LE(groups.size(), kTraits);
  for (std::size_t i = 1; i < groups.size(); ++i) {
    EXPECT_EQ(groups[i].name.compare(0, groups[i - 1].name.size(), groups[i - 1].name), 0);
    EXPECT_GT(groups[i].name.size(), groups[i - 1].name.size());
  }
}

}  // namespace
}  // namespace asof::pattern
