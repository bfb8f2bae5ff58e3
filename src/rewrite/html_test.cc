#include "rewrite/html.h"

#include <gtest/gtest.h>

#include <string>

#include "rewrite/import_map.h"
#include "rewrite/mappers_for_tests_internal.h"

namespace asof::rewrite {
namespace {

HtmlOptions options() {
  return {.base = *url::parse("https://own.org/d/p.html"), .charset = {}, .insert = {}};
}

std::string by_host(std::string_view page) {
  return rewrite_html(page, HostLike(), options()).text;
}
std::string by_path(std::string_view page) {
  return rewrite_html(page, PathLike(), options()).text;
}

struct Case {
  const char* page;
  const char* host;  // nullptr: as the page
  const char* path;  // nullptr: as the page
};

void check(std::span<const Case> cases) {
  for (const auto& [page, host, path] : cases) {
    EXPECT_EQ(by_host(page), host == nullptr ? page : host) << page;
    EXPECT_EQ(by_path(page), path == nullptr ? page : path) << page;
  }
}

TEST(RewriteHtml, MapsAttributes) {
  constexpr Case kCases[] = {
      {"<a href=\"http://x/y\">", "<a href=\"R://x/y\">", "<a href=\"/mp/http://x/y\">"},
      {"<a href='http://x/y'>", "<a href='R://x/y'>", "<a href='/mp/http://x/y'>"},
      {"<a href=http://x/y>", "<a href=R://x/y>", "<a href=/mp/http://x/y>"},
      {"<A HREF=HTTP://X/y/>", "<A HREF=R://x/y/>", "<A HREF=/mp/http://x/y/>"},
      {"<a href=' http://x/y\n'>", "<a href='R://x/y'>", "<a href='/mp/http://x/y'>"},
      {"<a href='ht\ntp://x/y'>", "<a href='R://x/y'>", "<a href='/mp/http://x/y'>"},
      {"<a href='/\t/x/y'>", "<a href='R://x/y'>", "<a href='/mp/https://x/y'>"},
      {"<a href='\\\\x\\y'>", "<a href='R://x/y'>", "<a href='/mp/https://x/y'>"},
      {"<a href='http:\\\\x\\y'>", "<a href='R://x/y'>", "<a href='/mp/http://x/y'>"},
      {"<a href='//x/y'>", "<a href='R://x/y'>", "<a href='/mp/https://x/y'>"},
      {"<a href='../y?q#f'>", nullptr, "<a href='/mp/https://own.org/y?q#f'>"},
      {"<a href='?q'>", nullptr, "<a href='/mp/https://own.org/d/p.html?q'>"},
      {"<a href='/y'>", nullptr, "<a href='/mp/https://own.org/y'>"},
      {"<a href='http://x/?a=1&b=2#c d'>", "<a href='R://x/?a=1&amp;b=2#c%20d'>",
       "<a href='/mp/http://x/?a=1&amp;b=2#c%20d'>"},
      {"<a href=http://x/?a&amp;b>", "<a href=R://x/?a&amp;b>", "<a href=/mp/http://x/?a&amp;b>"},
      {"<a href=http://x/?a=it's>", "<a href=R://x/?a&#61;it%27s>",
       "<a href=/mp/http://x/?a&#61;it%27s>"},
      {"<a href='http://x/it&#39;s'>", "<a href='R://x/it&#39;s'>",
       "<a href='/mp/http://x/it&#39;s'>"},
      {"<a href='&#104;ttp:&sol;/x/y'>", "<a href='R://x/y'>", "<a href='/mp/http://x/y'>"},
      {"<a href=http://x/1 href=http://x/2>", "<a href=R://x/1 href=http://x/2>",
       "<a href=/mp/http://x/1 href=http://x/2>"},
      {"<img src=http://x/y>", "<img src=R://x/y>", "<img src=/im/http://x/y>"},
      {"<script src=http://x/y></script>", "<script src=R://x/y></script>",
       "<script src=/js/http://x/y></script>"},
      {"<iframe src=http://x/y></iframe>", "<iframe src=R://x/y></iframe>",
       "<iframe src=/if/http://x/y></iframe>"},
      {"<link rel=stylesheet href=http://x/y>", "<link rel=stylesheet href=R://x/y>",
       "<link rel=stylesheet href=/cs/http://x/y>"},
      {"<link rel=preload as=script href=//x/y>", "<link rel=preload as=script href=R://x/y>",
       "<link rel=preload as=script href=/js/https://x/y>"},
      {"<video poster=//x/p src=//x/v>", "<video poster=R://x/p src=R://x/v>",
       "<video poster=/im/https://x/p src=/oe/https://x/v>"},
      {"<object data=//x/d archive='//x/a //x/b,c' codebase=//x/q/ code=K.class>",
       "<object data=R://x/d archive='R://x/a R://x/b,c' codebase=R://x/q/ code=K.class>",
       "<object data=/oe/https://x/d archive='/oe/https://x/a "
       "/oe/https://x/b,/oe/https://own.org/d/c'"
       " codebase=/oe/https://x/q/ code=K.class>"},
      {"<object data=d codebase=http://x/q/>", "<object data=d codebase=R://x/q/>",
       "<object data=/oe/http://x/q/d codebase=/oe/http://x/q/>"},
      {"<form action=//x/a><button formaction=//x/b>",
       "<form action=R://x/a><button formaction=R://x/b>",
       "<form action=/mp/https://x/a><button formaction=/mp/https://x/b>"},
      {"<form action=''>", nullptr, nullptr},
      {"<body background=//x/y>", "<body background=R://x/y>", "<body background=/im/https://x/y>"},
      {"<q cite=//x/y><img longdesc=//x/y>", "<q cite=R://x/y><img longdesc=R://x/y>",
       "<q cite=/mp/https://x/y><img longdesc=/mp/https://x/y>"},
      {"<html manifest=//x/y>", "<html manifest=R://x/y>", "<html manifest=/oe/https://x/y>"},
      {"<a href='javascript:x()'><a href='data:,x'><a href=mailto:x><a href=#x><a href=''>",
       nullptr, nullptr},
      {"<a href='http://'><a href='http://a b/'>", nullptr, nullptr},
      {"<img data-src=http://x/y data-srcset='http://x/y 1x'>", nullptr, nullptr},
      {"<p title='http://x/y'>http://x/y", nullptr, nullptr},
      {"<param name=movie value=//x/y>", "<param name=movie value=R://x/y>",
       "<param name=movie value=/oe/https://x/y>"},
  };
  check(kCases);
}

TEST(RewriteHtml, MapsListsStylesAndRefresh) {
  constexpr Case kCases[] = {
      {"<img srcset=' http://x/a 1x,//x/b 2x, c 3x '>",
       "<img srcset=' R://x/a 1x,R://x/b 2x, c 3x '>",
       "<img srcset=' /im/http://x/a 1x,/im/https://x/b 2x, /im/https://own.org/d/c 3x '>"},
      {"<img srcset='http://x/a?b&amp;c 1x, http://x/&eacute; 2x, d&eacute; 3x'>",
       "<img srcset='R://x/a?b&amp;c 1x, R://x/%C3%A9 2x, d&eacute; 3x'>",
       "<img srcset='/im/http://x/a?b&amp;c 1x, /im/http://x/%C3%A9 2x, "
       "/im/https://own.org/d/d%C3%A9 3x'>"},
      {"<link rel=preload imagesrcset='//x/a 1x'>", "<link rel=preload imagesrcset='R://x/a 1x'>",
       "<link rel=preload imagesrcset='/im/https://x/a 1x'>"},
      {"<p style='a:url(//x/y);b:c'>", "<p style='a:url(R://x/y);b:c'>",
       "<p style='a:url(/im/https://x/y);b:c'>"},
      {"<p style=\"content:'&eacute;';a:url(&quot;//x/y?a&amp;b&quot;)\">",
       "<p style=\"content:'&eacute;';a:url(&quot;R://x/y?a&amp;b&quot;)\">",
       "<p style=\"content:'&eacute;';a:url(&quot;/im/https://x/y?a&amp;b&quot;)\">"},
      {"<style>@import '//x/y'</style>", "<style>@import 'R://x/y'</style>",
       "<style>@import '/cs/https://x/y'</style>"},
      {"<meta http-equiv=Refresh content='5; URL=\"http://x/y\"'>",
       "<meta http-equiv=Refresh content='5; URL=\"R://x/y\"'>",
       "<meta http-equiv=Refresh content='5; URL=\"/mp/http://x/y\"'>"},
      {"<meta http-equiv=refresh content=0;http://x/y>",
       "<meta http-equiv=refresh content=0;R://x/y>",
       "<meta http-equiv=refresh content=0;/mp/http://x/y>"},
      {"<meta http-equiv=refresh content=5>", nullptr, nullptr},
      {"<meta name=og:image content=http://x/y>", nullptr, nullptr},
      {"<svg><image xlink:href=//x/y /><use href=#i /><a href=//x/z>",
       "<svg><image xlink:href=R://x/y /><use href=#i /><a href=R://x/z>",
       "<svg><image xlink:href=/im/https://x/y /><use href=#i /><a href=/mp/https://x/z>"},
      {"<svg><style>a{b:url(//x/y?a&amp;b)}<![CDATA[c{d:url(//x/z)}]]></style></svg>",
       "<svg><style>a{b:url(R://x/y?a&amp;b)}<![CDATA[c{d:url(R://x/z)}]]></style></svg>",
       "<svg><style>a{b:url(/im/https://x/y?a&amp;b)}<![CDATA[c{d:url(/im/https://x/z)}]]></"
       "style></svg>"},
      {"<svg><path fill='url(//x/y#z)' stroke='url(#a)'>",
       "<svg><path fill='url(R://x/y#z)' stroke='url(#a)'>",
       "<svg><path fill='url(/im/https://x/y#z)' stroke='url(#a)'>"},
      {"<script type=importmap>{\"imports\":{\"http://x/a\":\"http:\\/\\/x/b\",\"c\":\"d\"},"
       "\"scopes\":{\"//x/\":{\"e\":\"./f\"}},\"integrity\":{\"http://x/g\":\"http://x/h\"}}</"
       "script>",
       "<script type=importmap>{\"imports\":{\"http://x/a\":\"R://x/b\",\"c\":\"d\"},"
       "\"scopes\":{\"R://x/\":{\"e\":\"./f\"}},\"integrity\":{\"R://x/g\":\"http://x/h\"}}</"
       "script>",
       "<script type=importmap>{\"imports\":{\"http://x/a\":\"/js/http://x/b\",\"c\":\"d\"},"
       "\"scopes\":{\"/js/https://x/\":{\"e\":\"/js/https://own.org/d/f\"}},"
       "\"integrity\":{\"/js/http://x/g\":\"http://x/h\"}}</script>"},
  };
  check(kCases);
}

TEST(RewriteHtml, EmptiesWhatWouldLeakOrBlock) {
  constexpr Case kCases[] = {
      {"<a ping='http://x/y' id=z>", "<a ping='' id=z>", "<a ping='' id=z>"},
      {"<a ping=http://x/y id=z>", "<a ping=\"\" id=z>", "<a ping=\"\" id=z>"},
      {"<meta http-equiv=content-security-policy content='default-src *'>",
       "<meta http-equiv=content-security-policy content=''>",
       "<meta http-equiv=content-security-policy content=''>"},
      {"<meta content='x' name=og:image http-equiv=Content-Security-Policy>",
       "<meta content='' name=og:image http-equiv=Content-Security-Policy>",
       "<meta content='' name=og:image http-equiv=Content-Security-Policy>"},
      {"<meta http-equiv=x-dns-prefetch-control content=on>",
       "<meta http-equiv=x-dns-prefetch-control content=off>",
       "<meta http-equiv=x-dns-prefetch-control content=off>"},
      {"<link rel=preconnect href=//x><link rel='DNS-prefetch' href='//x'>",
       "<link rel=preconnect href=\"\"><link rel='DNS-prefetch' href=''>",
       "<link rel=preconnect href=\"\"><link rel='DNS-prefetch' href=''>"},
      {"<link rel='preconnect\tstylesheet' href=/x>", "<link rel='stylesheet' href=/x>",
       "<link rel='stylesheet' href=/cs/https://own.org/x>"},
      {"<link rel=stylesheet integrity=sha256-x href=/x>",
       "<link rel=stylesheet integrity=\"\" href=/x>",
       "<link rel=stylesheet integrity=\"\" href=/cs/https://own.org/x>"},
      {"<script integrity=sha256-x>1</script>", nullptr, nullptr},
      {"<meta name=Referrer content=no-referrer><img referrerpolicy=origin>",
       "<meta name=Referrer content=unsafe-url><img referrerpolicy=\"\">",
       "<meta name=Referrer content=unsafe-url><img referrerpolicy=\"\">"},
      {"<img crossorigin=use-credentials><img crossorigin=anonymous>",
       "<img crossorigin=anonymous><img crossorigin=anonymous>",
       "<img crossorigin=anonymous><img crossorigin=anonymous>"},
      {"<iframe csp='x'></iframe><a attributionsrc='//x'>",
       "<iframe csp=''></iframe><a attributionsrc=''>",
       "<iframe csp=''></iframe><a attributionsrc=''>"},
      {"<script type=SpeculationRules>{\"prefetch\":[]}</script>",
       "<script type=SpeculationRules>{}</script>", "<script type=SpeculationRules>{}</script>"},
      {"<a target=_top><a target='_Parent'><a target=_blank><a target=x><a target>",
       "<a target=_self><a target='_self'><a target=_self><a target=x><a target>",
       "<a target=_self><a target='_self'><a target=_self><a target=x><a target>"},
      {"<button formtarget=_top>", "<button formtarget=_self>", "<button formtarget=_self>"},
  };
  check(kCases);
  auto with = options();
  with.scripts_change = true;
  EXPECT_EQ(rewrite_html("<script integrity=x>1</script>", HostLike(), with).text,
            "<script integrity=\"\">1</script>");
}

TEST(RewriteHtml, LeavesTargetsAsAsked) {
  auto with = options();
  constexpr std::string_view kPage = "<a target=_top><a target=_parent><a target=_blank>";
  with.targets = Targets::Keep;
  EXPECT_EQ(rewrite_html(kPage, HostLike(), with).text, kPage);
  with.targets = Targets::Nested;
  EXPECT_EQ(rewrite_html(kPage, HostLike(), with).text,
            "<a target=_parent><a target=_parent><a target=_self>");
}

TEST(RewriteHtml, ObeysTheBase) {
  constexpr Case kCases[] = {
      {"<a href=1><base href=http://x/y/ target=_top><a href=2><a href=//z/3>",
       "<a href=1><base href=R://x/y/ target=_self><a href=2><a href=R://z/3>",
       "<a href=/mp/http://x/y/1><base href=/mp/http://x/y/ target=_self><a href=/mp/http://x/y/2>"
       "<a href=/mp/http://z/3>"},
      {"<base target=x><base href=/y/><base href=/z/><a href=2>", nullptr,
       "<base target=x><base href=/mp/https://own.org/y/><base href=/mp/https://own.org/z/>"
       "<a href=/mp/https://own.org/y/2>"},
      {"<base href=data:x><a href=2>", nullptr,
       "<base href=data:x><a href=/mp/https://own.org/d/2>"},
      {"<noscript><base href=http://x/></noscript><a href=2>",
       "<noscript><base href=R://x/></noscript><a href=2>",
       "<noscript><base href=/mp/http://x/></noscript><a href=/mp/https://own.org/d/2>"},
      {"<!--<base href=http://x/>--><a href=2>", nullptr,
       "<!--<base href=http://x/>--><a href=/mp/https://own.org/d/2>"},
  };
  check(kCases);
}

TEST(RewriteHtml, ReadsMarkupAsABrowserDoes) {
  constexpr Case kCases[] = {
      {"<!-- <a href=//x/y> --><a href=//x/y>", "<!-- <a href=//x/y> --><a href=R://x/y>",
       "<!-- <a href=//x/y> --><a href=/mp/https://x/y>"},
      {"<script>'<a href=//x/y>'</script>", nullptr, nullptr},
      {"<script><!--<script></script><a href=//x/y></script>", nullptr, nullptr},
      {"<textarea><a href=//x/y></textarea><title><a href=//x/y></title>", nullptr, nullptr},
      {"<xmp><a href=//x/y></xmp><plaintext><a href=//x/y>", nullptr, nullptr},
      {"<iframe><a href=//x/y></iframe>", nullptr, nullptr},
      {"</a href=//x/y>", nullptr, nullptr},
      {"<a href='//x/y", nullptr, nullptr},
      {"<a href=\"//x/y><a href=//x/z>", nullptr, nullptr},
      {"<a/href=//x/y//id=z>", "<a/href=R://x/y//id&#61;z>", "<a/href=/mp/https://x/y//id&#61;z>"},
      {"<a href=\"//x/y\"id=z>", "<a href=\"R://x/y\"id=z>", "<a href=\"/mp/https://x/y\"id=z>"},
      {"<a =href=//x/y href = //x/z>", "<a =href=//x/y href = R://x/z>",
       "<a =href=//x/y href = /mp/https://x/z>"},
      {"<noscript><!-- </noscript><a href=//x/y> -->",
       "<noscript><!-- </noscript><a href=R://x/y> -->",
       "<noscript><!-- </noscript><a href=/mp/https://x/y> -->"},
      {"<noscript><img src=//x/y></noscript>", "<noscript><img src=R://x/y></noscript>",
       "<noscript><img src=/im/https://x/y></noscript>"},
      {"<template><img src=//x/y></template>", "<template><img src=R://x/y></template>",
       "<template><img src=/im/https://x/y></template>"},
      {"<svg><![CDATA[<a href=//x/y>]]></svg><![CDATA[<a href=//x/y>]]>", nullptr, nullptr},
      {"<svg><![CDATA[<a href=//x/y>]]></svg><a href=//x/y>",
       "<svg><![CDATA[<a href=//x/y>]]></svg><a href=R://x/y>",
       "<svg><![CDATA[<a href=//x/y>]]></svg><a href=/mp/https://x/y>"},
      {"<svg><title><img src=//x/y></title>", "<svg><title><img src=R://x/y></title>",
       "<svg><title><img src=/im/https://x/y></title>"},
      {"a < b <3 </> <? x ?> <!x>", nullptr, nullptr},
  };
  check(kCases);
}

TEST(RewriteHtml, RewritesPagesInAttributes) {
  constexpr Case kCases[] = {
      {"<iframe srcdoc='<a href=\"//x/y?a&amp;amp;b\">&amp;lt;'></iframe>",
       "<iframe srcdoc='<a href=\"R://x/y?a&amp;amp;b\">&amp;lt;'></iframe>",
       "<iframe srcdoc='<a href=\"/mp/https://x/y?a&amp;amp;b\">&amp;lt;'></iframe>"},
      {"<iframe srcdoc=\"<iframe srcdoc='<img "
       "src=&amp;quot;//x/y&amp;quot;>'></iframe>\"></iframe>",
       "<iframe srcdoc=\"<iframe srcdoc='<img "
       "src=&amp;quot;R://x/y&amp;quot;>'></iframe>\"></iframe>",
       "<iframe srcdoc=\"<iframe srcdoc='<img "
       "src=&amp;quot;/im/https://x/y&amp;quot;>'></iframe>\">"
       "</iframe>"},
      {"<iframe srcdoc='<base href=//x/><a href=1>'></iframe><a href=2>",
       "<iframe srcdoc='<base href=R://x/><a href=1>'></iframe><a href=2>",
       "<iframe srcdoc='<base href=/mp/https://x/><a href=/mp/https://x/1>'></iframe>"
       "<a href=/mp/https://own.org/d/2>"},
  };
  check(kCases);
  auto with = options();
  with.insert = "<script src=\"/c\"></script>";
  EXPECT_EQ(rewrite_html("<head></head><iframe srcdoc=\"<p>\"></iframe>", HostLike(), with).text,
            "<head><script src=\"/c\"></script></head><iframe "
            "srcdoc=\"<script src=&#34;/c&#34;></script><p>\"></iframe>");
  EXPECT_EQ(rewrite_html("<head></head><iframe srcdoc=a></iframe>", HostLike(), with).text,
            "<head><script src=\"/c\"></script></head><iframe srcdoc="
            "&#60;script&#32;src&#61;&#34;/c&#34;&#62;&#60;/script&#62;a></iframe>");
}

TEST(RewriteHtml, InsertsAtTheStartOfTheHead) {
  auto with = options();
  with.insert = "<i>";
  struct Place {
    const char* page;
    const char* expected;
  };
  constexpr Place kPlaces[] = {
      {"", "<i>"},
      {"text", "<i>text"},
      {"<!doctype html><html><head a=b><title>x</title>",
       "<!doctype html><html><head a=b><i><title>x</title>"},
      {"<!doctype html>\n<!-- c -->\n<title>x", "<!doctype html>\n<!-- c -->\n<i><title>x"},
      {"<html>\n<body><p>", "<html>\n<i><body><p>"},
      {"<p><head>", "<i><p><head>"},
      {"\xEF\xBB\xBFtext", "\xEF\xBB\xBF<i>text"},
      {"\xEF\xBB\xBF\n<head>", "\xEF\xBB\xBF\n<head><i>"},
      {" </head>", " <i></head>"},
      {"<!-- <head> --><html><head>", "<!-- <head> --><html><head><i>"},
      {"<html><frameset>", "<html><i><frameset>"},
  };
  for (const auto& [page, expected] : kPlaces) {
    EXPECT_EQ(rewrite_html(page, HostLike(), with).text, expected) << page;
  }
}

TEST(RewriteHtml, KeepsTheBytesOfOtherEncodings) {
  auto with = options();
  with.charset = "windows-1252";
  EXPECT_EQ(rewrite_html("\xE9<a href=http://x/\xE9?\xE9#\xE9>", HostLike(), with).text,
            "\xE9<a href=R://x/%C3%A9?%E9#%C3%A9>");
  with.charset = "shift_jis";
  EXPECT_EQ(
      rewrite_html("\x83\x5C<p title='\x83\x5C' style='a:url(//x/y)'>", HostLike(), with).text,
      "\x83\x5C<p title='\x83\x5C' style='a:url(R://x/y)'>");
  EXPECT_EQ(rewrite_html("<meta charset=gbk><a href=//x/\xC4\xE3>", HostLike(), options()).text,
            "<meta charset=gbk><a href=R://x/%E4%BD%A0>");
}

TEST(RewriteHtml, ConvertsWhatDoesNotKeepAscii) {
  std::string page = "\xFE\xFF";
  for (char c : std::string_view("<a href=//x/y>")) page += {'\0', c};
  auto result = rewrite_html(page, HostLike(), options());
  EXPECT_TRUE(result.charset_changed);
  EXPECT_EQ(result.text, "<a href=R://x/y>");
  result = rewrite_html("<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B<a href=//x/y>", HostLike(),
                        options());
  EXPECT_TRUE(result.charset_changed);
  EXPECT_EQ(result.text, "<meta charset=iso-2022-jp>\xE3\x81\x82<a href=R://x/y>");
  EXPECT_FALSE(rewrite_html("<p>", HostLike(), options()).charset_changed);
}

TEST(RewriteHtml, Counts) {
  const auto result =
      rewrite_html("<a href=//x ping=//y><img srcset='//x 1x, //y 2x'><style>@import '//z'</style>",
                   HostLike(), options());
  EXPECT_EQ(result.mapped, 4u);
  EXPECT_EQ(result.dropped, 1u);
  EXPECT_FALSE(result.cut);
}

TEST(RewriteHtml, DoesNotGrowWithoutBound) {
  const auto base = url::parse("http://x/" + std::string(100'000, 'a') + "/");
  std::string page;
  for (int i = 0; i < 2000; ++i) page += "<a href=b>";
  const auto result = rewrite_html(page, PathLike(), {.base = *base, .charset = {}, .insert = {}});
  EXPECT_TRUE(result.cut);
  EXPECT_LT(result.text.size(), std::size_t{80} << 20);
}

// What maps to itself changes nothing, however it is written.
TEST(RewriteHtml, ChangesNothingUnderTheIdentity) {
  constexpr std::string_view kPages[] = {
      "<a href='HTTP://X/ y'><img srcset='//x/a 1x , b 2x'><p style='a:url( \"b\" )'>",
      "<base href=//x/><a href=b><iframe srcdoc='<a href=&quot;//x&quot;>'></iframe>",
      "<style>@import'//x'</style><svg><style>a{b:url(&#x2f;x)}</style></svg>",
      "<script type=importmap>{\"imports\":{\"a\":\"/b\"}}</script><noscript><img "
      "src=//x></noscript>",
      "<a href=&#x68;ttp://x><meta http-equiv=refresh content='1;url=//x'><a href='x\0y'>",
      "\xEF\xBB\xBF<p>\x80\xFF<a href=\xFF>",
  };
  for (auto page : kPages) {
    for (bool keeps : {false, true})
      EXPECT_EQ(rewrite_html(page, Identity(keeps), options()).text, page);
  }
}

TEST(ImportMapFor, LeadsTheHostsOfAPageOfModulesToCaptures) {
  EXPECT_EQ(import_map_for("<script type=module>import a from 'https://X.org:8443/a'</script>"
                           "<a href=http://y/z>https:// http://?",
                           HostLike()),
            "<script type=\"importmap\">{\"imports\":{\"http://y/\":\"R://y/\","
            "\"https://x.org:8443/\":\"R://x.org:8443/\"}}</script>");
  // No modules, no hosts, a map of its own.
  EXPECT_EQ(import_map_for("<script>'https://x.org/'</script>", HostLike()), "");
  EXPECT_EQ(import_map_for("<script type=module>import './a'</script>", HostLike()), "");
  EXPECT_EQ(import_map_for("<script type=IMPORTMAP>{}</script>https://x/ module", HostLike()), "");
}

}  // namespace
}  // namespace asof::rewrite
