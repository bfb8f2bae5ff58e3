// Pages and sheets made to take forever, to overflow or to crash: each ends in a bounded page, and
// where something had to be left out the page says so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <string>

#include "base/random.h"
#include "layout/layout.h"

namespace asof::layout {
namespace {

std::string times(std::size_t count, std::string_view text) {
  std::string out;
  out.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) out.append(text);
  return out;
}

std::string numbered(std::size_t count, const std::function<std::string(std::size_t)>& make) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out.append(make(i));
  return out;
}

Limits small_limits() {
  Limits limits;
  limits.nodes = 5'000;
  limits.html = 4'000'000;
  limits.style_bytes = 1'000'000;
  limits.matches = 2'000'000;
  return limits;
}

Page page_of(const std::string& html, const Resources& resources = {}) {
  LayoutOptions options;
  options.limits = small_limits();
  return lay_out({.html = html, .url = "http://site.test/"}, resources, options);
}

void expect_bounded(const Page& page) {
  ASSERT_FALSE(page.nodes.empty());
  EXPECT_LE(page.nodes.size(), small_limits().nodes + 10);
  std::vector<std::size_t> depths(page.nodes.size());
  for (NodeId id = 0; id < page.nodes.size(); ++id) {
    const Node& node = page.nodes[id];
    depths[id] = node.parent == kNoNode ? 1 : depths[node.parent] + 1;
    ASSERT_LE(depths[id], small_limits().depth + 30);
    ASSERT_LE(node.attributes.size(), small_limits().attributes);
    ASSERT_LE(std::abs(node.box.left), 1'000'000);
    ASSERT_LE(std::abs(node.box.top), 1'000'000);
    ASSERT_LE(std::abs(node.box.width), 2'000'000);
    ASSERT_LE(std::abs(node.box.height), 2'000'000);
  }
}

struct HostileCase {
  const char* rule;
  std::string html;
  const char* reason;  // one of the page's, or empty where nothing is left out
};

const char* const kDeep = "elements nested deeper than 200 were melted";
const char* const kMany = "only the first 5000 elements and texts";
const char* const kBoxes = "boxes nested too deeply in each other: some were not laid out";
const char* const kTable = "a table was too large for columns";

std::vector<HostileCase> hostile_cases() {
  const auto styled = [](std::string_view css, const std::string& html) {
    return fmt::format("<style>{}</style>{}", css, html);
  };
  return {
      {"nested elements", times(200'000, "<div>"), kDeep},
      {"nested elements with a name each",
       numbered(20'000, [](std::size_t i) { return fmt::format("<x{}>", i); }), kDeep},
      {"formatting nobody closes",
       numbered(20'000, [](std::size_t i) { return fmt::format("<p><b id={}>x</p>", i); }), kMany},
      {"formatting across blocks",
       numbered(20'000, [](std::size_t i) { return fmt::format("<b id={}><p>", i); }), kMany},
      {"a million attributes",
       "<p " + numbered(100'000, [](std::size_t i) { return fmt::format("a{}=b ", i); }) + ">x",
       "elements with more than 64 attributes were cut"},
      {"tables in tables", times(2'000, "<table><tr><td>") + "x",
       "tables nested deeper than 6 were melted"},
      {"tables beside tables in tables", times(9, "<table><tr><td>a<td>") + times(100, "word "),
       ""},
      {"floats in floats", times(100, "<div style='float:left'>") + times(100, "word "), ""},
      {"inline tables in inline tables",
       styled("span{display:inline-table}", times(100, "<span>") + "x"), kBoxes},
      {"more floats than any page has", times(4'000, "<p style='float:left;width:9px'>x"),
       "only the first 1000 floats were floated"},
      {"a table of many rows and many columns",
       "<table><tr>" + times(1'000, "<td>") + times(3'000, "<tr><td>x"), kTable},
      {"cells as wide as can be",
       "<table>" + times(3'000, "<tr><td colspan=1000000000 rowspan=1000000000>x"), kMany},
      {"cells made by style in a crowd",
       styled(".c{display:table-cell}", times(3'000, "<i class=c>a</i><p>b</p>")), kTable},
      {"sizes beyond all numbers",
       times(50, "<div style='font-size:1e9px;width:1e308%;margin:-1e300px;line-height:9e99'>x"),
       ""},
      {"sizes that multiply", times(150, "<div style='font-size:1000%;width:1000%;padding:90em'>"),
       ""},
      {"selectors with many ancestors",
       styled(times(9, "div ") + ".x b{width:1px}", times(150, "<div>") + times(500, "<b>x</b>")),
       ""},
      {"siblings of siblings",
       styled("p~p{width:3px}p:nth-child(2n+1){height:5px}", times(4'900, "<p>x</p>")), ""},
      {"more rules than elements can have",
       styled(times(20'000, "p{width:1px}"), times(1'000, "<p>x")),
       "too many style rules for so many elements: later rules left out"},
      {"brackets nobody closes", styled(times(300'000, "{(["), "x"), ""},
      {"conditions in conditions", styled(times(50'000, "@media all{"), "x"), ""},
      {"a style sheet that never ends", styled(times(200'000, "p{width:1px} "), "<p>x"),
       "style sheets were cut to the limit"},
      {"variables that grow",
       styled(":root{--a:var(--b) var(--b);--b:var(--a) var(--a)}p{width:var(--a)}", "<p>x"), ""},
      {"one long word", "<p>" + std::string(500'000, 'w'), ""},
      {"preformatted lines", "<pre>" + times(60'000, "x\n"), ""},
      {"words", "<p>" + times(100'000, "word\n"), ""},
      {"ideographs", "<p>" + times(200'000, "\xE4\xB8\xAD"), ""},
      {"selects in selects", times(20'000, "<select>") + "x", ""},
      {"zero bytes", std::string(100'000, '\0'), ""},
  };
}

TEST(Hostile, PagesEndBoundedAndSayWhy) {
  for (const auto& [rule, html, reason] : hostile_cases()) {
    SCOPED_TRACE(rule);
    const Page page = page_of(html);
    expect_bounded(page);
    if (*reason == '\0') continue;
    EXPECT_NE(std::find(page.reasons.begin(), page.reasons.end(), reason), page.reasons.end())
        << fmt::format("{}", fmt::join(page.reasons, "; "));
  }
}

TEST(Hostile, SheetsThatImportEachOtherWithoutEndAreCut) {
  std::size_t asked = 0;
  const Page page =
      page_of("<link rel=stylesheet href=0.css><p>x", [&](std::string_view url, auto) {
        ++asked;
        return fmt::format("@import '{0}a.css'; @import '{0}b.css'; p{{width:1px}}",
                           url.substr(url.rfind('/') + 1));
      });
  expect_bounded(page);
  EXPECT_LE(asked, small_limits().style_sheets);
  EXPECT_NE(
      std::find(page.reasons.begin(), page.reasons.end(), "style sheets were cut to the limit"),
      page.reasons.end());
}

TEST(Hostile, RandomBytesAndTagsEndBounded) {
  constexpr std::array<std::string_view, 24> kPieces = {
      "<div>",    "</div>",
      "<p>",      "<b>",
      "</b>",     "<table>",
      "<tr>",     "<td colspan=3>",
      "</table>", "<a href=x>",
      "</a>",     "<li>",
      "<ul>",     "</ul>",
      "<select>", "</select>",
      "<svg>",    "</svg>",
      "<h1>",     "<form>",
      "<button>", "<span style='display:table-cell'>",
      "x y ",     "<p style='float:right;display:inline-table;position:absolute'>"};
  Rng rng(7);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    std::string html;
    for (int i = 0; i < 200; ++i) html.append(kPieces[rng.below(kPieces.size())]);
    for (int i = 0; i < 20; ++i) html[rng.below(html.size())] = static_cast<char>(rng.below(256));
    expect_bounded(page_of(html));
  }
}

}  // namespace
}  // namespace asof::layout
