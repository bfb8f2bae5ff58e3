#include "certificate/page.h"

#include <gtest/gtest.h>

#include "certificate/evidence_test_world.h"
#include "certificate/summary.h"

namespace asof::certificate {
namespace {

constexpr double kNoon = 1'794'916'800;  // 2026-11-17T12:00:00Z

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

PageEvidence numbered(std::size_t number, std::vector<Sighting> sightings) {
  for (Sighting& sighting : sightings) {
    sighting.sent.ms += static_cast<std::int64_t>(kNoon * 1000);
    sighting.received.ms += static_cast<std::int64_t>(kNoon * 1000);
  }
  return page(std::move(sightings), "http://a.example/" + std::to_string(number));
}

Certificate newspaper(std::size_t proven) {
  Evidence evidence{.crawl = "a.example-20261117120000", .strategy = "sharc-unified"};
  evidence.files = {{"x.warc.gz", 1, std::string(64, 'f'), false}};
  for (std::size_t i = 0; i < proven; ++i)
    evidence.pages.push_back(numbered(i, {whole(0.2, 1.4, "a"), whole(80.9, 82, "a")}));
  evidence.pages.push_back(numbered(proven, {whole(5, 6, "b"), whole(70.5, 71, "c")}));
  evidence.pages.push_back(numbered(proven + 1, {whole(0, 1, "d")}));
  evidence.pages.push_back(numbered(proven + 2, {failed(4, 5)}));
  return certify(evidence);
}

TEST(Headline, SaysHowManyAndAsOfWhen) {
  EXPECT_EQ(headline(newspaper(1200)),
            "1,200 of 1,202 pages proven as of 2026-11-17 12:00:02 to 12:01:20 UTC; 1 likely; 1 "
            "changed during the crawl; also 1 never answered");
  EXPECT_EQ(headline(newspaper(0)).substr(0, 51),
            "Nothing is proven; 2 of 2 pages are only likely as ");
  EXPECT_EQ(headline(certify(Evidence{})), "No page was requested");
}

TEST(Headline, CallsOnlyWhatWasThereAPage) {
  auto moved = [](double sent) {
    auto sighting = whole(sent, sent + 1, "m");
    sighting.content.status = 301;
    sighting.content.location = "/new";
    return sighting;
  };
  auto broken = whole(3, 4, "e");
  broken.content.status = 503;
  const Evidence evidence{.pages = {numbered(0, {whole(0, 1, "a"), whole(80, 81, "a")}),
                                    numbered(1, {gone(0, 1, "g"), gone(80, 81, "g")}),
                                    numbered(2, {gone(0, 1, "g"), gone(80, 81, "g")}),
                                    numbered(3, {moved(0), moved(80)}), numbered(4, {broken}),
                                    numbered(5, {failed(2, 3)}),
                                    numbered(6, {whole(0, 1, "x"), gone(80, 81, "g")})}};
  const auto certificate = certify(evidence);
  EXPECT_EQ(certificate.as_of.of(Grade::Proven).pages, 4U);
  EXPECT_EQ(headline(certificate),
            "1 of 2 pages proven as of 2026-11-17 12:00:01 to 12:01:20 UTC; 1 changed "
            "during the crawl; also 1 redirect, 2 without a page (404 or 410), 1 answered with an "
            "error, 1 never answered");
  const auto html = page(certificate);
  EXPECT_NE(html.find("● proven</span><b>1</b>"), std::string::npos);
  EXPECT_NE(html.find("<td>no page there (404 or 410)</td><td class='number' data-is='addresses'>2"
                      "</td><td class='number' data-is='proven'>2</td>"),
            std::string::npos);
}

TEST(Describe, RoundsSoThatNothingFalseIsSaid) {
  const auto from = [](double a, double b) { return seconds(kNoon + a, kNoon + b); };
  EXPECT_EQ(describe(from(1.4, 80.9)), "2026-11-17 12:00:02 to 12:01:20 UTC");
  EXPECT_EQ(describe(from(1.4, 80.9), Rounding::Outwards), "2026-11-17 12:00:01 to 12:01:21 UTC");
  EXPECT_EQ(describe(from(1.25, 1.75)), "2026-11-17 12:00:01.250 to 12:00:01.750 UTC");
  EXPECT_EQ(describe(from(1, 1)), "2026-11-17 12:00:01 UTC");
  EXPECT_EQ(describe(from(0, 86400)), "2026-11-17 12:00:00 to 2026-11-18 12:00:00 UTC");
}

TEST(Summary, NamesWhatChangedAndTheAssumption) {
  const auto text = summary(newspaper(3));
  EXPECT_NE(
      text.find(
          "changed at some time from 2026-11-17 12:00:05 to 12:01:11 UTC: http://a.example/3"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("assumes that no page changed and changed back"), std::string::npos);
  EXPECT_NE(text.find("  proven: received before and after that time"), std::string::npos);
}

TEST(Summary, CallsNothingLikelyWhereNothingSaysHowLikely) {
  const auto once = [](std::size_t pages) {
    Evidence evidence;
    for (std::size_t i = 0; i < pages; ++i)
      evidence.pages.push_back(numbered(i, {whole(double(i), double(i) + 1, "a")}));
    return certify(evidence);
  };
  EXPECT_EQ(headline(once(2)),
            "Nothing is proven, because each of the 2 pages was captured only once");
  EXPECT_EQ(headline(once(1)), "Nothing is proven, because the page was captured only once");
  for (const std::string& text : {summary(once(3)), page(once(3))}) {
    EXPECT_EQ(text.find("likely as of"), std::string::npos) << text;
    EXPECT_EQ(text.find("○ likely"), std::string::npos);
    EXPECT_NE(text.find("cannot be known"), std::string::npos);
  }
}

TEST(Summary, SaysWhatBlurCountsAndWhatItIsMadeOf) {
  const auto certificate = newspaper(9);
  const auto text = summary(certificate);
  for (const char* said :
       {"changes, on average, between the site at a random moment of the crawl and the "
        "captures nearest to that moment, all pages together\n",
        "estimated from 10 revisits, which found 1 change\n",
        "of it is due to the changes that were "
        "seen, the rest to changes that nobody saw",
        "with one visit per page, in the order of links and over the same time, it would be "
        "about "})
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
  const auto html = page(certificate);
  // The same figures in both.
  for (const char* before : {"  blur: ", "it would be about "}) {
    const auto at = text.find(before) + std::string_view(before).size();
    const auto figure = text.substr(at, text.find_first_of(" \n", at) - at);
    EXPECT_NE(html.find(figure), std::string::npos) << figure;
  }
}

TEST(Page, ShowsWhateverAServerSaysAsText) {
  auto certificate = newspaper(1);
  certificate.pages[0].evidence.url = "http://a.example/<script>alert('1')</script>\"&";
  certificate.pages[0].evidence.sightings[0].validators.etag = "'><img src=x onerror=alert(1)>";
  certificate.crawl = "</title><script>";
  certificate.strategy = "<script>";
  certificate.pages[1].evidence.sightings[0].content.location = "<b>";
  const auto html = page(certificate);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_EQ(html.find("<b>http"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;"),
            std::string::npos);
}

TEST(Page, NamesTheSiteTheSoftwareAndTheManners) {
  auto certificate = newspaper(2);
  certificate.software = "asof/1.2.3";
  certificate.robots = "obey";
  const auto honoured = page(certificate);
  EXPECT_NE(honoured.find("<title>Certificate of http://a.example/0 and 4 more, 2026-11-17<"),
            std::string::npos);
  EXPECT_NE(honoured.find("asof/1.2.3"), std::string::npos);
  EXPECT_NE(honoured.find("robots.txt</th><td>the crawl obeyed it where a site has one"),
            std::string::npos);
  certificate.robots = "ignore";
  EXPECT_NE(page(certificate).find("robots.txt</th><td>the crawl ignored it"), std::string::npos);
  for (PageVerdict& verdict : certificate.pages) verdict.evidence.depth = 1;
  EXPECT_NE(page(certificate).find("<title>Certificate of a.example-20261117120000, "),
            std::string::npos);
}

TEST(Page, SaysWhatWasLeftOut) {
  auto certificate = newspaper(2);
  EXPECT_NE(page(certificate).find("The crawl does not say."), std::string::npos);
  certificate.left_out = LeftOut{.known = certificate.pages.size()};
  EXPECT_NE(page(certificate).find("<p>Nothing: every link"), std::string::npos);
  certificate.left_out = LeftOut{.known = certificate.pages.size() + 1203,
                                 .refused = 3,
                                 .links = {{"outside", 17}, {"<b>", 1}}};
  const auto html = page(certificate);
  for (const char* said :
       {"before the crawl ended</td><td class='number'>1,200<",
        "robots.txt forbids</td><td class='number'>3<",
        "lead out of the scope of the crawl</td><td class='number'>17<", "&lt;b&gt;"})
    EXPECT_NE(html.find(said), std::string::npos) << said;
}

TEST(Page, PutsDoubtFirstAndEndsSomewhere) {
  const auto html = page(newspaper(5000));
  EXPECT_EQ(count_of(html, "<details>"), kListedPages);
  EXPECT_NE(html.find("and 3,003 more pages, all proven or better"), std::string::npos);
  EXPECT_LE(count_of(html, "<g><title>"), kDrawnPages);
  const auto table = html.substr(html.find("<h2>Pages</h2>"));
  EXPECT_LT(table.find("✕ changed"), table.find("? unknown"));
  EXPECT_LT(table.find("? unknown"), table.find("○ likely"));
  EXPECT_LT(table.find("○ likely"), table.find("● proven"));
  EXPECT_LT(html.size(), std::size_t{4} << 20);
}

TEST(Page, NeedsNothingFromElsewhere) {
  const auto html = page(newspaper(5));
  for (const char* foreign : {"src=", "href=", "@import", "url("})
    EXPECT_EQ(html.find(foreign), std::string::npos) << foreign;
}

}  // namespace
}  // namespace asof::certificate
