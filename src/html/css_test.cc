#include "html/css.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

namespace asof::html {
namespace {

// References separated by '|', imports with a leading '@'.
std::string links_of(std::string_view sheet) {
  std::string out;
  for (const auto& link : css_links(sheet)) {
    out += out.empty() ? "" : "|";
    out += (link.is_import ? "@" : "") + link.reference;
  }
  return out;
}

constexpr struct {
  const char* rule;
  const char* sheet;
  const char* links;
} kCases[] = {
    {"bare url", "a{b:url(x.png)}", "x.png"},
    {"quoted url", "a{b:url( \"x y\" ) URL('z')}", "x y|z"},
    {"import of a string", "@import 'a.css' screen;b{c:url(d)}", "@a.css|d"},
    {"import of a url", "@IMPORT url(a.css) supports(x: url(y));", "@a.css|y"},
    {"imports name one sheet", "@import 'a' layer('b');'c'", "@a"},
    {"strings are not links", "a{content:'b'} @charset 'c';", ""},
    {"namespaces are not links", "@namespace svg url(http://x/);@namespace 'y';a{b:url(z)}", "z"},
    {"comments hide", "/* url(a) */ @import/**/'b';/*'", "@b"},
    {"escapes in a reference", "a{b:url(x\\28 y\\)z\\000041 )}", "x(y)zA"},
    {"escapes in the name", "a{b:u\\72l(x) \\75rl(y)}", "x|y"},
    {"a bad url names nothing", "a{b:url(x y) url(p\"q) url(z)}", "z"},
    {"a name that ends in url", "a{b:myurl(x) -url(y) 1url(z)}", ""},
    {"strings hold parentheses", "a{b:'url(x)' url(')')}", ")"},
    {"a string ends with its line", "a{b:'x\n} c{d:url(e)}", "e"},
    {"a line may be continued", "@import 'a\\\nb';", "@ab"},
    {"image-set", "a{b:image-set('x' 1x, url(y) 2x, 'z' type('w'))}", "x|y|z"},
    {"-webkit-image-set", "a{b:-webkit-image-set('x' 1x)}", "x"},
    {"src()", "@font-face{src:src('x')}", "x"},
    {"the sheet ends in a url", "a{b:url(x", "x"},
    {"empty references", "a{b:url() url('')}", ""},
};

TEST(Css, FindsReferences) {
  for (const auto& [rule, sheet, links] : kCases) EXPECT_EQ(links_of(sheet), links) << rule;
}

TEST(Css, KnowsWhereTheReferenceStands) {
  const std::string sheet = "@import \"a.css\"; p { b: url( c.png ) }";
  const auto links = css_links(sheet);
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(sheet.substr(links[0].begin, links[0].end - links[0].begin), "a.css");
  EXPECT_EQ(sheet.substr(links[1].begin, links[1].end - links[1].begin), "c.png");
}

TEST(Css, StopsAtTheBound) { EXPECT_EQ(css_links("a{b:url(1) url(2) url(3)}", 2).size(), 2U); }

// Sheets that can have no link are passed over; an at-rule in front makes them be read.
TEST(Css, ReadsEverySheetThatMayHaveLinks) {
  constexpr std::array kPieces = {
      "url(a.png)", "URL( 'b' )", "u\\72l(c)", "ur\\6c (d)", "src('e')", "image-set('f' 1x)",
      "rgb(1)",     "a:lang(g)",  "calc(1)",   "(",          ")",        "\"",
      "'",          "\\",         "/*",        "*/",         "{",        "}",
      ";",          " ",          "l",         "c",          "t"};
  std::mt19937 random(3);
  std::size_t found = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string sheet;
    for (std::size_t n = random() % 6; n-- > 0;) sheet += kPieces[random() % kPieces.size()];
    const auto links = css_links(sheet);
    const auto read = css_links("@x;" + sheet);
    ASSERT_EQ(links.size(), read.size()) << sheet;
    for (std::size_t i = 0; i < links.size(); ++i) {
      EXPECT_EQ(links[i].reference, read[i].reference) << sheet;
      EXPECT_EQ(links[i].begin + 3, read[i].begin) << sheet;
    }
    found += links.size();
  }
  EXPECT_GT(found, 1000u);
}

}  // namespace
}  // namespace asof::html
