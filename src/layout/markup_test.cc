#include <gtest/gtest.h>

#include "layout/markup_internal.h"

namespace asof::layout {
namespace {

struct MarkupCase {
  const char* rule;
  const char* written;
  const char* body;
};
constexpr MarkupCase kMarkup[] = {
    {"every element is closed", "<div><p>a<b>b", "<div><p>a<b>b</b></p></div>"},
    {"paragraphs end where blocks begin", "<p>a<p>b<div>c", "<p>a</p><p>b</p><div>c</div>"},
    {"items end each other", "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>",
     "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>"},
    {"so do terms", "<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"},
    {"cells and rows too", "<table><tr><td>a<td>b<tr><td>c</table>",
     "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"},
    {"an inner table stays inside", "<table><td><table><td>a</table>b</table>",
     "<table><td><table><td>a</td></table>b</td></table>"},
    {"cells outside a table are none", "<td>a<tr>b", "ab"},
    {"links do not nest", "<a href=x>a<a href=y>b", "<a href=\"x\">a</a><a href=\"y\">b</a>"},
    {"a block outlives formatting that began before it", "<b><div>a</b>b</div>c",
     "<b><div>ab</div>c</b>"},
    {"end tags of nothing", "</div>a</p></b></table>", "a"},
    {"end tags close what is inside", "<div><span>a</div>b", "<div><span>a</span></div>b"},
    {"headings end headings", "<h1>a<h2>b</h3>c", "<h1>a</h1><h2>b</h2>c"},
    {"references are written anew", "a &lt;b&gt; &nbsp;&#65;&amp;",
     "a &lt;b&gt; \xC2\xA0"
     "A&amp;"},
    {"white space is folded", "a \t b\n\n  c", "a b\nc"},
    {"but not in preformatted text", "<pre>a \t b\n\n  c</pre>", "<pre>a \t b\n\n  c</pre>"},
    {"the first of equal attributes counts", "<p title=a TITLE=b>x", "<p title=\"a\">x</p>"},
    {"odd names of attributes are left out", "<p a'b=c \"=d e=f>x", "<p e=\"f\">x</p>"},
    {"odd names of elements are spans", "<a@b>x</a@b>", "<span>x</span>"},
    {"spans are bounded", "<table><td colspan=99999999999 rowspan=x>a",
     "<table><td colspan=\"100\" rowspan=\"1\">a</td></table>"},
    {"sizes are bounded", "<img width=99999999999 height=50%>",
     "<img width=\"20000\" height=\"50%\">"},
    {"styles are cleaned", "<p style='color:red;width:1e9px'>x",
     "<p style=\"width:20000px;\">x</p>"},
    {"boxes that hold something else are empty", "<svg><p>a</svg><video>b</video>c",
     "<svg></svg><video></video>c"},
    {"ill-formed bytes are replaced", "<p title='\xFF'>\xC3(",
     "<p title=\"\xEF\xBF\xBD\">\xEF\xBF\xBD(</p>"},
};

std::string body_of(std::string_view html, const LayoutOptions& options = {}) {
  const Markup markup = clean_markup({.html = html, .url = "http://site.test/"}, options);
  const std::size_t begin = markup.html.find("<body");
  const std::size_t inner = markup.html.find('>', begin) + 1;
  return markup.html.substr(inner,
                            markup.html.size() - inner - std::string_view("</body></html>").size());
}

TEST(Markup, IsBalanced) {
  for (const auto& [rule, written, body] : kMarkup) EXPECT_EQ(body_of(written), body) << rule;
}

TEST(Markup, IsItsOwnCleanForm) {
  for (const auto& [rule, written, body] : kMarkup) EXPECT_EQ(body_of(body), body) << rule;
}

TEST(Markup, TellsWhatTheHeadHolds) {
  const Markup markup = clean_markup(
      {.html =
           "<html lang=de><title>A</title><base href=/b/><link rel='x STYLESHEET' href=a.css "
           "media=print><link rel='alternate stylesheet' href=b.css><style media=all>p{}</style>"
           "<body class=c><script>12345</script><script src=x></script>",
       .url = "http://site.test/page"},
      {});
  EXPECT_EQ(markup.title, "A");
  EXPECT_EQ(markup.base, "http://site.test/b/");
  ASSERT_EQ(markup.sheets.size(), 2);
  EXPECT_EQ(markup.sheets[0].href, "a.css");
  EXPECT_EQ(markup.sheets[0].media, "print");
  EXPECT_EQ(markup.sheets[1].text, "p{}");
  EXPECT_EQ(markup.scripts, 2);
  EXPECT_EQ(markup.script_bytes, 5);
  EXPECT_NE(markup.html.find("<html lang=\"de\">"), std::string::npos);
  EXPECT_NE(markup.html.find("<body class=\"c\">"), std::string::npos);
}

TEST(Markup, StaysWithinItsLimits) {
  LayoutOptions options;
  options.limits.depth = 3;
  EXPECT_EQ(body_of("<div><div><div><div>a</div>b</div>c", options),
            "<div><div><div>ab</div>c</div></div>");
  options = {};
  options.limits.nodes = 2;
  EXPECT_EQ(body_of("<p>a<p>b<p>c", options), "<p>a</p>");
  options = {};
  options.limits.attributes = 1;
  EXPECT_EQ(body_of("<p a=1 b=2>x", options), "<p a=\"1\">x</p>");
}

}  // namespace
}  // namespace asof::layout
