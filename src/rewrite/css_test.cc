#include "rewrite/css.h"

#include <gtest/gtest.h>

#include <string>

#include "rewrite/mappers_for_tests_internal.h"

namespace asof::rewrite {
namespace {

std::string by_host(std::string_view sheet) {
  return rewrite_css(sheet, HostLike(),
                     {.base = *url::parse("https://own.org/css/x.css"), .charset = {}})
      .text;
}
std::string by_path(std::string_view sheet) {
  return rewrite_css(sheet, PathLike(),
                     {.base = *url::parse("https://own.org/css/x.css"), .charset = {}})
      .text;
}

struct Case {
  const char* sheet;
  const char* host;
  const char* path;
};

constexpr Case kCases[] = {
    {"a{b:url(http://x/y)}", "a{b:url(R://x/y)}", "a{b:url(/im/http://x/y)}"},
    {"a{b:url( 'http://x/y' )}", "a{b:url( 'R://x/y' )}", "a{b:url( '/im/http://x/y' )}"},
    {"a{b:URL(\"//x/y\")}", "a{b:URL(\"R://x/y\")}", "a{b:URL(\"/im/https://x/y\")}"},
    {"a{b:url(../i.png)}", "a{b:url(../i.png)}", "a{b:url(/im/https://own.org/i.png)}"},
    {"a{b:url(/i.png)}", "a{b:url(/i.png)}", "a{b:url(/im/https://own.org/i.png)}"},
    {"a{b:url(http://x/\\28 y\\))}", "a{b:url(R://x/\\(y\\))}", "a{b:url(/im/http://x/\\(y\\))}"},
    {"a{b:url('http://x/it\\'s')}", "a{b:url('R://x/it\\'s')}", "a{b:url('/im/http://x/it\\'s')}"},
    {"a{b:\\75rl(http://x/y)}", "a{b:\\75rl(R://x/y)}", "a{b:\\75rl(/im/http://x/y)}"},
    {"@import 'http://x/y';", "@import 'R://x/y';", "@import '/cs/http://x/y';"},
    {"@import url(http://x/y) print;", "@import url(R://x/y) print;",
     "@import url(/cs/http://x/y) print;"},
    {"a{b:image-set('http://x/y' 1x, url(//x/z) 2x)}",
     "a{b:image-set('R://x/y' 1x, url(R://x/z) 2x)}",
     "a{b:image-set('/im/http://x/y' 1x, url(/im/https://x/z) 2x)}"},
    {"a{b:url(#f)}c{d:url(data:x,y)}", "a{b:url(#f)}c{d:url(data:x,y)}",
     "a{b:url(#f)}c{d:url(data:x,y)}"},
    {"/* url(http://x/y) */ a{content:'url(http://x/y)'}",
     "/* url(http://x/y) */ a{content:'url(http://x/y)'}",
     "/* url(http://x/y) */ a{content:'url(http://x/y)'}"},
    {"@namespace url(http://x/y);", "@namespace url(http://x/y);", "@namespace url(http://x/y);"},
    {"a{b:url(http://x/y#z)}", "a{b:url(R://x/y#z)}", "a{b:url(/im/http://x/y#z)}"},
    {"a{b:url(http://x/a b)}", "a{b:url(http://x/a b)}", "a{b:url(http://x/a b)}"},
    {"a{b:url('http://x/a b')}", "a{b:url('R://x/a%20b')}", "a{b:url('/im/http://x/a%20b')}"},
    {"\xEF\xBB\xBF@import'//x/y'", "\xEF\xBB\xBF@import'R://x/y'",
     "\xEF\xBB\xBF@import'/cs/https://x/y'"},
    {"", "", ""},
};

TEST(RewriteCss, MapsReferencesAndNothingElse) {
  for (const auto& [sheet, host, path] : kCases) {
    EXPECT_EQ(by_host(sheet), host);
    EXPECT_EQ(by_path(sheet), path);
    EXPECT_EQ(
        rewrite_css(sheet, Identity(), {.base = *url::parse("http://o/"), .charset = {}}).text,
        sheet);
  }
}

TEST(RewriteCss, ReadsPathsInTheSheetsEncoding) {
  const CssOptions options{.base = *url::parse("http://own.org/"), .charset = "windows-1252"};
  EXPECT_EQ(rewrite_css("a{b:url('http://x/\xE9?\xE9')}", HostLike(), options).text,
            "a{b:url('R://x/%C3%A9?%E9')}");
  EXPECT_EQ(rewrite_css("@charset \"windows-1252\";a{b:url('http://x/\xE9')}", HostLike(),
                        {.base = options.base, .charset = {}})
                .text,
            "@charset \"windows-1252\";a{b:url('R://x/%C3%A9')}");
}

TEST(RewriteCss, ConvertsUtf16) {
  std::string sheet = "\xFF\xFE";
  for (char c : std::string_view("a{b:url(//x/y)}")) sheet += {c, '\0'};
  const auto result =
      rewrite_css(sheet, HostLike(), {.base = *url::parse("http://o/"), .charset = {}});
  EXPECT_TRUE(result.charset_changed);
  EXPECT_EQ(result.text, "a{b:url(R://x/y)}");
  EXPECT_EQ(result.mapped, 1u);
}

}  // namespace
}  // namespace asof::rewrite
