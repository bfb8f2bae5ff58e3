#include "html/links.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace asof::html {
namespace {

// "kind place reference" per link, separated by '|'.
std::string links_of(std::string_view page, const ExtractOptions& options = {}) {
  std::string out;
  std::string place;
  for (const auto& link : extract(page, options).links) {
    link.place(place);
    out += out.empty() ? "" : "|";
    out.append(name_of(link.kind)).append(" " + place + " ").append(link.reference);
    if (link.nofollow) out += " nofollow";
  }
  return out;
}

struct Case {
  const char* rule;
  const char* page;
  const char* links;
};

constexpr Case kKinds[] = {
    {"a", "<A HREF=' x '>", "anchor a/@href x"},
    {"references are decoded", "<a href='?a=1&amp;b=2&c=3'>", "anchor a/@href ?a=1&b=2&c=3"},
    {"nofollow, ugc, sponsored", "<a href=x rel='me UGC'>", "anchor a/@href x nofollow"},
    {"a ping", "<a ping='x y'>", "ping a/@ping x|ping a/@ping y"},
    {"area", "<area href=x>", "area area/@href x"},
    {"img", "<img src=x lowsrc=y longdesc=z>",
     "image img/@src x|image img/@lowsrc y|cite img/@longdesc z"},
    {"srcset", "<img srcset='a 1x, b,c 2x ,d'>",
     "image-set img/@srcset a|image-set img/@srcset b,c|image-set img/@srcset d"},
    {"picture", "<picture><source srcset=x></picture>", "image-set source/@srcset x"},
    {"video and audio", "<video src=x poster=y><audio src=z><source src=u><track src=v>",
     "media video/@src x|image video/@poster y|media audio/@src z|media source/@src u|"
     "media track/@src v"},
    {"script", "<script src=x></script>", "script script/@src x"},
    {"frames", "<iframe src=x></iframe><frame src=y>", "frame iframe/@src x|frame frame/@src y"},
    {"srcdoc", "<iframe srcdoc=\"<img src='x'><a href=y>\"></iframe>",
     "image iframe/@srcdoc x|anchor iframe/@srcdoc y"},
    {"object with codebase", "<object codebase=b data=x archive='y /z'>",
     "object object/@data b/x|object object/@archive b/y|object object/@archive /z"},
    {"applet", "<applet codebase=b/ code=x.class archive='y,z'>",
     "object applet/@code b/x.class|object applet/@archive b/y|object applet/@archive b/z"},
    {"embed and param", "<embed src=x><param name=Movie value=y><param name=q value=z>",
     "embed embed/@src x|embed param/@value y"},
    {"forms", "<form action=x><input type=image src=y formaction=z><button formaction=u>",
     "form form/@action x|image input/@src y|form input/@formaction z|form button/@formaction u"},
    {"backgrounds", "<body background=x><table background=y><td background=z>",
     "background body/@background x|background table/@background y|background td/@background z"},
    {"cite", "<q cite=x><blockquote cite=y><ins cite=z><del cite=u>",
     "cite q/@cite x|cite blockquote/@cite y|cite ins/@cite z|cite del/@cite u"},
    {"link kinds",
     "<link rel='Alternate StyleSheet' href=a><link rel='shortcut icon' href=b><link rel=manifest "
     "href=c><link rel=preload href=d><link rel=alternate type=application/rss+xml href=e><link "
     "rel=alternate hreflang=de href=f><link rel=next href=g><link rel=preconnect href=h>",
     "style link/@href a|icon link/@href b|manifest link/@href c|prefetch link/@href d|"
     "feed link/@href e|alternate link/@href f|related link/@href g|hint link/@href h"},
    {"imagesrcset", "<link rel=preload imagesrcset='x 1x'>", "image-set link/@imagesrcset x"},
    {"refresh", "<meta http-equiv=Refresh content=\"0; URL='x y'\">", "refresh meta/@content x y"},
    {"refresh of the page itself", "<meta http-equiv=refresh content=5>", ""},
    {"og:image", "<meta property=og:image content=x>", "speculative meta/@content x"},
    {"html manifest, head profile", "<html manifest=x><head profile=y>",
     "manifest html/@manifest x|cite head/@profile y"},
    {"style element", "<style>@import 'a'; b { c: url(d) }</style>",
     "import style/@text a|css-url style/@text d"},
    {"style attribute", "<p style=\"background:url(&quot;x&quot;)\">", "css-url p/@style x"},
    {"svg", "<svg><use href=a /><image xlink:href=b /><a xlink:href=c></a></svg>",
     "svg-reference use/@href a|image image/@xlink:href b|anchor a/@xlink:href c"},
    {"svg style", "<svg><style>a{b:url(c)}</style></svg>", "css-url style/@text c"},
    {"lazy loading", "<img data-src=x data-srcset='y 1x'>",
     "speculative img/@data-src x|speculative img/@data-srcset y"},
    {"what cannot be fetched is left out",
     "<a href='JavaScript:x()'><img src=data:x><a href=mailto:x><a href=''>", ""},
    {"noscript and template are looked at", "<noscript><img src=x></noscript><template><img src=y>",
     "image img/@src x|image img/@src y"},
    {"comments and scripts are not", "<!--<a href=x>--><script>'<a href=y>'</script>", ""},
    {"the first of two attributes counts", "<a href=x href=y>", "anchor a/@href x"},
};

TEST(Links, FindsEveryKind) {
  for (const auto& [rule, page, links] : kKinds) EXPECT_EQ(links_of(page), links) << rule;
}

TEST(Links, LeavesGuessesOutWhenAsked) {
  EXPECT_EQ(links_of("<img src=a data-src=b>", {.speculative = false}), "image img/@src a");
}

TEST(Links, KnowsWhereTheReferenceStands) {
  const std::string page =
      "<a href='x&amp;y'><img srcset=\"a 1x\"><style>p{b:url( 'q.png' )}</style><i src=>";
  std::string raw;
  for (const auto& link : extract(page).links) {
    raw.append(link.reference).append("=" + page.substr(link.begin, link.end - link.begin) + "|");
  }
  EXPECT_EQ(raw, "x&y=x&amp;y|a=a 1x|q.png=q.png|");
}

TEST(Links, ReadsWhatThePageSaysOfItself) {
  const auto page = extract(
      "<!doctype html><html lang=de><title> A\n &amp; B </title><title>no</title>"
      "<base href=/b/><base href=/c/><meta charset=UTF-8><link rel=canonical href=/k>"
      "<meta name=ROBOTS content='noarchive, NONE'><meta name=description content=' d '>"
      "<svg><title>no</title></svg>");
  EXPECT_EQ(page.title, "A & B");
  EXPECT_EQ(page.base_href, "/b/");
  EXPECT_EQ(page.charset_meta, "UTF-8");
  EXPECT_EQ(page.canonical, "/k");
  EXPECT_EQ(page.lang, "de");
  EXPECT_EQ(page.description, "d");
  EXPECT_TRUE(page.robots.noindex && page.robots.nofollow && page.robots.noarchive);
  EXPECT_FALSE(page.cut);
}

TEST(Links, FindsTheLabelInAContentType) {
  EXPECT_EQ(extract("<meta http-equiv=content-type content='text/html; Charset = x-sjis; a'>")
                .charset_meta,
            "x-sjis");
}

constexpr struct {
  const char* rule;
  const char* page;
  const char* text;
} kTexts[] = {
    {"white space is folded", " a \n\t b ", "a b"},
    {"blocks are lines", "<p>a</p><p>b<br>c</p><div>d", "a\nb\nc\nd"},
    {"inline elements are not", "a<b>b</b>c <i> d</i>", "abc d"},
    {"cells are separated", "<tr><td>a</td><td>b</td></tr><tr><td>c", "a b\nc"},
    {"references are decoded", "a&nbsp;&amp;&#32;b&lt;", "a & b<"},
    {"no-break spaces fold", "a\xC2\xA0 \xC2\xA9", "a \xC2\xA9"},
    {"what is not read is left out",
     "a<script>b</script><style>c</style><noscript>d</noscript><template>e<template>f</template>g"
     "</template><title>h</title><textarea>i</textarea><!--j-->k<svg><style>l</style></svg>m",
     "akm"},
    {"a decoded reference is not markup", "&lt;p&gt;&amp;amp;", "<p>&amp;"},
};

TEST(Links, CollectsTheTextInTheSamePass) {
  for (const auto& [rule, page, text] : kTexts) {
    EXPECT_EQ(extract(page, {.text = true}).text, text) << rule;
  }
  EXPECT_EQ(extract("<p>a").text, "");
}

// Who wants links alone passes over most tags without taking them apart; the same must be found.
TEST(Links, FindsTheSameWhenItPassesOverTags) {
  constexpr std::string_view kParts[] = {
      "<p>",
      "</p>",
      "</P>",
      "<br/>",
      "<br />",
      "<b class=\"x\">",
      "<i title=\"a<b\">",
      "</b<title>",
      "<td colspan=\"2\" style=\"a:b\">",
      "<td style=\"a:url(c)\">",
      "<u style=\"a:url&#40;d)\">",
      "<span href=\"e\">",
      "<div class='<a href=f>'>",
      "<div class=\"<a href=g>\">",
      "<p class=\"",
      "<a href=h>",
      "</a>",
      "<title>",
      "</title>",
      "</TITLE >",
      "<style>",
      "</style>",
      "</Style>",
      "<svg>",
      "</svg>",
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "<![CDATA[",
      "]]>",
      "a{b:url(i)}",
      "<em\tid=\"x\">",
      "<em id = \"x\">",
      "<em ID=\"x\" >",
      "</ b>",
      "</>",
      "<",
      ">",
      "\"",
      "text",
      "<td background=\"j\">",
      "<p data-src=\"k\">",
      "<q cite=\"l\">",
      "<b =\"m\">",
      "<b/ id=\"\">",
      "<img src=\"n\">",
      "a longer text in which there is no tag at all, to fill a block or two. "};
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string page;
    for (auto parts = random() % 24; parts > 0; --parts)
      page += kParts[random() % std::size(kParts)];
    EXPECT_EQ(links_of(page), links_of(page, {.text = true})) << page;
    EXPECT_EQ(extract(page).title, extract(page, {.text = true}).title) << page;
    if (HasFailure()) break;
  }
}

TEST(Links, GuessesReferencesInScripts) {
  const auto found = script_references(
      "a('https://x/y'); b = \"/img/z.png\"; c('a.b'); d = 'text/html'; e = '//h/p'; "
      "f = 'https:\\/\\/q\\/r'; '<a href=s.html>'; g='/x y.js' // 'it''s");
  EXPECT_EQ(found, (std::vector<std::string>{"https://x/y", "/img/z.png", "//h/p", "https://q/r"}));
}

TEST(Links, BoundsWhatAPageCanMakeItKeep) {
  std::string page;
  for (int i = 0; i < 100; ++i) page += "<a href=x>abc</a>";
  const auto bounded = extract(page, {.text = true, .most_links = 10, .text_limit = 20});
  EXPECT_EQ(bounded.links.size(), 10U);
  EXPECT_LE(bounded.text.size(), 20U);
  EXPECT_TRUE(bounded.cut);
}

// Text is looked at eight bytes at a time; where something stands in them must not matter.
TEST(Text, FoldsAlikeWhereverSomethingStands) {
  struct Folded {
    std::string_view raw, text;
  };
  constexpr Folded kFolded[] = {{" ", " "},      {"  ", " "},      {"\n", " "},
                                {" \t ", " "},   {"&amp;", "&"},   {" &amp; ", " & "},
                                {"\u00A0", " "}, {" \u00A0", " "}, {"\u00A9", "\u00A9"},
                                {"<br>", "\n"},  {" <b> ", " "},   {"\x01", " "}};
  for (const auto& [raw, text] : kFolded) {
    for (std::size_t before = 1; before < 20; ++before) {
      for (std::size_t after = 1; after < 20; ++after) {
        const std::string left = std::string("x y z x y z x y z x y z").substr(0, before);
        const std::string right(after, 'w');
        std::string expected = left;
        // A space before a separator is part of it.
        if (left.back() == ' ' && (text.front() == ' ' || text.front() == '\n'))
          expected.pop_back();
        expected += std::string(text) + right;
        EXPECT_EQ(extract(left + std::string(raw) + right, {.text = true}).text, expected)
            << before << ' ' << after << ' ' << raw;
      }
    }
  }
}

}  // namespace
}  // namespace asof::html
