#include "robots/sitemap.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "codec/gzip.h"

namespace asof::robots {
namespace {

using Kind = Sitemap::Kind;

constexpr std::string_view kUrl = "http://a.example/maps/sitemap.xml";

std::string urlset(std::string_view inside) {
  return "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">" +
         std::string(inside) + "</urlset>";
}

std::vector<std::string> addresses(const Sitemap& sitemap) {
  std::vector<std::string> out;
  for (const SitemapEntry& entry : sitemap.entries) out.push_back(entry.url);
  return out;
}

std::vector<std::string> addresses(std::string_view document) {
  return addresses(parse_sitemap(document, kUrl));
}

struct FileCase {
  const char* file;
  Kind kind;
  std::size_t entries;
  const char* first;
  const char* last;
};
constexpr FileCase kFiles[] = {
    {"atom.xml", Kind::Feed, 1, "http://example.org/2003/12/13/atom03",
     "http://example.org/2003/12/13/atom03"},
    {"do-not-visit.txt", Kind::Text, 1, "http://www.example.com/do-not-visit-here",
     "http://www.example.com/do-not-visit-here"},
    {"sitemap-with-bom.txt", Kind::Text, 2, "http://www.domain.com/page1.html",
     "http://www.domain.com/page2.html"},
    {"sitemap.badns.xml", Kind::Pages, 2, "http://www.example.com/1", "http://www.example.com/2"},
    {"sitemap.index.xml", Kind::Index, 15,
     "https://example.com/sitemap.jss?portalCode=10260&lang=en",
     "https://example.com/sitemap.jss?portalCode=10570&lang=en"},
    {"sitemap.ns.xml", Kind::Pages, 2, "http://www.example.com/1", "http://www.example.com/2"},
    {"sitemap.txt", Kind::Text, 2, "http://www.domain.com/page1.html",
     "http://www.domain.com/page2.html"},
    {"sitemap.txt.gz", Kind::Text, 5, "http://www.example.com/",
     "http://www.example.com/catalog?item=83&desc=vacation_usa"},
    {"xmlSitemap.gz", Kind::Pages, 5, "http://www.example.com/",
     "http://www.example.com/catalog?item=83&desc=vacation_usa"},
    {"extension/hebdenbridgetimes-articles-sitemap.xml", Kind::Pages, 74,
     "http://www.hebdenbridgetimes.co.uk/news/local/"
     "video-tour-de-yorkshire-in-calderdale-1-7242580",
     nullptr},
    {"extension/pagemaps-sitemap.xml", Kind::Pages, 2, "http://www.example.com/foo",
     "http://www.example.com/bar"},
    {"extension/shinpaideshou-news-sitemap.xml", Kind::Pages, 3,
     "https://shinpaideshou.wordpress.com/2017/04/25/"
     "job-opening-reischauer-policy-research-fellow/",
     nullptr},
    {"extension/sitemap-images.xml", Kind::Pages, 1,
     "http://www.example.com/images/some_image_landing_page.html", nullptr},
    {"extension/sitemap-links.xml", Kind::Pages, 3, "http://www.example.com/english/",
     "http://www.example.com/schweiz-deutsch/"},
    {"extension/sitemap-mobile.xml", Kind::Pages, 3, "http://www.example.com/mobile-friendly-1/",
     "http://www.example.com/no-mobile/"},
    {"extension/sitemap-news.xml", Kind::Pages, 2, "http://www.example.org/business/article55.html",
     "http://www.example.org/empty_news_name.html"},
    {"extension/sitemap-videos-tvshow.xml", Kind::Pages, 1, "https://example.org/my-tv-show/23/13/",
     nullptr},
    {"extension/sitemap-videos.xml", Kind::Pages, 3,
     "http://www.example.com/videos/some_video_landing_page.html",
     "http://www.example.com/videos/some_video_landing_page-3.html"},
};

TEST(SitemapCorpus, EveryFileIsRead) {
  std::filesystem::path directory = ASOF_SHARED "/corpora/sitemaps";
  if (!std::filesystem::exists(directory)) GTEST_SKIP() << directory << " is not there";
  std::set<std::string> unread;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) {
      unread.insert(std::filesystem::relative(entry.path(), directory).string());
    }
  }
  for (const auto& [file, kind, entries, first, last] : kFiles) {
    SCOPED_TRACE(file);
    std::ifstream in(directory / file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    Sitemap sitemap = parse_sitemap(bytes, kUrl);
    EXPECT_EQ(sitemap.kind, kind);
    ASSERT_EQ(sitemap.entries.size(), entries);
    EXPECT_EQ(sitemap.entries.front().url, first);
    if (last != nullptr) {
      EXPECT_EQ(sitemap.entries.back().url, last);
    }
    EXPECT_EQ(sitemap.passed_over, 0u);
    EXPECT_FALSE(sitemap.cut);
    unread.erase(file);
  }
  EXPECT_EQ(unread, std::set<std::string>{}) << "files without a case";
}

struct DocumentCase {
  const char* rule;
  const char* inside;   // of a urlset
  const char* address;  // the only one; empty for none
};
constexpr DocumentCase kDocuments[] = {
    {"white space around it", "<url><loc>\n http://b/1 \n</loc></url>", "http://b/1"},
    {"references", "<url><loc>http://b/?a=1&amp;b=&#50;&#x33;</loc></url>", "http://b/?a=1&b=23"},
    {"a bare ampersand", "<url><loc>http://b/?a=1&copy=2&lt</loc></url>",
     "http://b/?a=1&copy=2&lt"},
    {"CDATA", "<url><loc><![CDATA[http://b/?a&b]]></loc></url>", "http://b/?a&b"},
    {"comments", "<!-- <url><loc>http://no/</loc></url> --><url><loc>http://b/</loc></url>",
     "http://b/"},
    {"a relative address", "<url><loc>../x y</loc></url>", "http://a.example/x%20y"},
    {"a fragment is dropped", "<url><loc>http://b/#c</loc></url>", "http://b/"},
    {"an address that is none", "<url><loc>http://</loc></url>", ""},
    {"another scheme", "<url><loc>mailto:a@b</loc></url>", ""},
    {"no address", "<url><lastmod>2020</lastmod></url>", ""},
    {"capitals", "<URL><LOC>http://b/</LOC></URL>", "http://b/"},
    {"an image's address is not the page's",
     "<url><image:image><image:loc>http://no/</image:loc></image:image><loc>http://b/</loc></url>",
     "http://b/"},
    {"nor is one of another vocabulary",
     "<url><PageMap><loc>http://no/</loc></PageMap><loc>http://b/</loc></url>", "http://b/"},
    {"no end tag of the address", "<url><loc>http://b/<lastmod>2020</lastmod></url>", "http://b/"},
    {"a start tag in place of the end tag", "<url><loc>http://b/<loc></url>", "http://b/"},
    {"no end tag of the entry", "<url><loc>http://b/</loc>", "http://b/"},
    {"a text in place of elements", "<url> http://b/ </url>", "http://b/"},
    {"an end tag without a start", "</x><url></y><loc>http://b/</loc></url>", "http://b/"},
    {"an attribute with a bracket", "<url a='>'><loc b=\"/>\">http://b/</loc></url>", "http://b/"},
    {"UTF-8", "<url><loc>http://b/\xC3\xA9</loc></url>", "http://b/%C3%A9"},
};

TEST(Sitemap, FindsTheAddressWhateverSurroundsIt) {
  for (const auto& [rule, inside, address] : kDocuments) {
    std::vector<std::string> expected;
    if (*address != 0) expected.emplace_back(address);
    Sitemap sitemap = parse_sitemap(urlset(inside), kUrl);
    EXPECT_EQ(addresses(sitemap), expected) << rule;
    EXPECT_EQ(sitemap.kind, Kind::Pages) << rule;
    EXPECT_EQ(sitemap.passed_over, expected.empty() ? 1u : 0u) << rule;
  }
}

TEST(Sitemap, KeepsWhatIsClaimed) {
  Sitemap sitemap = parse_sitemap(
      urlset("<url><loc>http://b/1</loc><lastmod>2015-05-03T18:51:50+01:00</lastmod>"
             "<changefreq> Daily </changefreq><priority>0.8</priority></url>"
             "<url><loc>http://b/2</loc><lastmod>2005-01-02</lastmod><priority>7</priority>"
             "<changefreq>often</changefreq></url>"
             "<url><loc>http://b/3</loc><lastmod>2005-03</lastmod><priority>high</priority></url>"
             "<url><loc>http://b/4</loc><lastmod>yesterday</lastmod></url>"),
      kUrl);
  ASSERT_EQ(sitemap.entries.size(), 4u);
  EXPECT_EQ(iso8601_seconds(sitemap.entries[0].last_modified.value()), "2015-05-03T17:51:50Z");
  EXPECT_EQ(sitemap.entries[0].change_frequency, "daily");
  EXPECT_EQ(sitemap.entries[0].priority, 0.8);
  EXPECT_EQ(iso8601_seconds(sitemap.entries[1].last_modified.value()), "2005-01-02T00:00:00Z");
  EXPECT_EQ(sitemap.entries[1].change_frequency, "");
  EXPECT_EQ(sitemap.entries[1].priority, std::nullopt);
  EXPECT_EQ(iso8601_seconds(sitemap.entries[2].last_modified.value()), "2005-03-01T00:00:00Z");
  EXPECT_EQ(sitemap.entries[2].priority, std::nullopt);
  EXPECT_EQ(sitemap.entries[3].last_modified, std::nullopt);
}

struct DateCase {
  const char* text;
  const char* instant;  // empty: none
};
constexpr DateCase kDates[] = {
    {"2004", "2004-01-01T00:00:00Z"},
    {"2004-12", "2004-12-01T00:00:00Z"},
    {"2004-12-23", "2004-12-23T00:00:00Z"},
    {"2004-12-23T18:00Z", "2004-12-23T18:00:00Z"},
    {"2004-12-23T18:00:15+00:00", "2004-12-23T18:00:15Z"},
    {"2004-12-23T18:00:15.5-0130", "2004-12-23T19:30:15Z"},
    {"2004-12-23 18:00:15+02", "2004-12-23T16:00:15Z"},
    {"2004-12-23T18:00:15", "2004-12-23T18:00:15Z"},
    {"Thu, 23 Dec 2004 18:00:15 GMT", "2004-12-23T18:00:15Z"},
    {"2004-13-01", ""},
    {"2004-12-23T18:00:15+99:00", ""},
    {"soon", ""},
    {"", ""},
};

TEST(Sitemap, ReadsDatesOfAnyZone) {
  for (const auto& [text, instant] : kDates) {
    Sitemap sitemap = parse_sitemap(
        urlset("<url><loc>/</loc><lastmod>" + std::string(text) + "</lastmod></url>"), kUrl);
    ASSERT_EQ(sitemap.entries.size(), 1u);
    auto modified = sitemap.entries[0].last_modified;
    EXPECT_EQ(modified ? iso8601_seconds(*modified) : "", instant) << text;
  }
}

TEST(Sitemap, ReadsAnIndex) {
  Sitemap sitemap = parse_sitemap(
      "<!DOCTYPE sitemapindex [<!ENTITY a \"b>\">]>\n<sitemapindex><sitemap><loc>/1.xml</loc>"
      "<lastmod>2020-01-01</lastmod></sitemap><sitemap><loc>2.xml.gz</loc></sitemap>"
      "</sitemapindex>",
      kUrl);
  EXPECT_EQ(sitemap.kind, Kind::Index);
  EXPECT_EQ(addresses(sitemap),
            (std::vector<std::string>{"http://a.example/1.xml", "http://a.example/maps/2.xml.gz"}));
}

TEST(Sitemap, ReadsFeeds) {
  EXPECT_EQ(addresses("<rss version='2.0'><channel><title>t</title><link>http://b/</link>"
                      "<item><title>1</title><link>http://b/1</link><guid>http://b/?p=1</guid>"
                      "<pubDate>Sun, 15 Nov 2026 09:30:00 GMT</pubDate></item>"
                      "<item><guid>http://b/2</guid></item>"
                      "<item><atom:link href='http://no/' rel='self'/><link>http://b/3</link>"
                      "</item></channel></rss>"),
            (std::vector<std::string>{"http://b/1", "http://b/2", "http://b/3"}));
  EXPECT_EQ(addresses("<rdf:RDF><channel rdf:about='http://b/'><link>http://b/</link></channel>"
                      "<item rdf:about='http://b/1'><link>http://b/1</link></item>"
                      "<item rdf:about='http://b/2'></item></rdf:RDF>"),
            (std::vector<std::string>{"http://b/1", "http://b/2"}));
  EXPECT_EQ(addresses("<feed><link href='http://b/'/><entry><link rel='edit' href='http://no/'/>"
                      "<link href='/1'/><id>urn:1</id></entry></feed>"),
            (std::vector<std::string>{"http://a.example/1"}));
  Sitemap sitemap = parse_sitemap(
      "<feed><entry><link href='/1'/><published>2020-01-01T00:00:00Z</published>"
      "<updated>2021-01-01T00:00:00Z</updated></entry></feed>",
      kUrl);
  EXPECT_EQ(iso8601_seconds(sitemap.entries.at(0).last_modified.value()), "2021-01-01T00:00:00Z");
}

TEST(Sitemap, ReadsOtherEncodings) {
  std::string latin =
      "<?xml version='1.0' encoding='ISO-8859-1'?><urlset><url><loc>http://b/\xE9</loc></url>"
      "</urlset>";
  EXPECT_EQ(addresses(latin), std::vector<std::string>{"http://b/%C3%A9"});
  std::string claims =
      "<?xml version='1.0' encoding='UTF-16'?><urlset><url><loc>http://b/</loc>"
      "</url></urlset>";
  EXPECT_EQ(addresses(claims), std::vector<std::string>{"http://b/"});
  for (bool big : {false, true}) {
    std::string wide;
    for (char c : claims) {
      if (big) wide += '\0';
      wide += c;
      if (!big) wide += '\0';
    }
    EXPECT_EQ(addresses(wide), std::vector<std::string>{"http://b/"}) << big;
    EXPECT_EQ(addresses((big ? "\xFE\xFF" : "\xFF\xFE") + wide),
              std::vector<std::string>{"http://b/"})
        << big;
  }
}

TEST(Sitemap, OtherThingsAreNone) {
  for (std::string_view document :
       {"", " ", "<html><body><url><loc>http://b/</loc></url></body></html>", "not found",
        "see http://b/ for more\nand more\n", "{\"url\": \"http://b/\"}", "<", "<?xml", "\x1F\x8B",
        "http://b/\nthis is\nprose\n"}) {
    Sitemap sitemap = parse_sitemap(document, kUrl);
    EXPECT_EQ(sitemap.kind, Kind::None) << document;
    EXPECT_TRUE(sitemap.entries.empty()) << document;
  }
}

TEST(Sitemap, ALineThatIsNoAddressIsPassedOver) {
  Sitemap sitemap = parse_sitemap("HTTP://b/1\r\n\r\nhttps://b/2\rftp://b/3\n", kUrl);
  EXPECT_EQ(sitemap.kind, Kind::Text);
  EXPECT_EQ(addresses(sitemap), (std::vector<std::string>{"http://b/1", "https://b/2"}));
  EXPECT_EQ(sitemap.passed_over, 1u);
}

TEST(Sitemap, AWarningBeforeTheXmlDoesNotHideIt) {
  EXPECT_EQ(addresses("Warning: x in <b>y</b>\n" + urlset("<url><loc>http://b/</loc></url>")),
            std::vector<std::string>{"http://b/"});
}

TEST(Sitemap, LimitsHoldAndAreSaid) {
  std::string inside;
  for (int i = 0; i < 100; ++i) {
    inside += "<url><loc>http://b/" + std::to_string(i) + "</loc></url>";
  }
  Sitemap few = parse_sitemap(urlset(inside), kUrl, {.entries = 10});
  EXPECT_EQ(few.entries.size(), 10u);
  EXPECT_TRUE(few.cut);
  EXPECT_FALSE(parse_sitemap(urlset(inside), kUrl, {.entries = 100}).cut);

  // Wherever it is cut, no half address is taken for a whole one.
  std::string whole = urlset(inside);
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    Sitemap sitemap = parse_sitemap(whole, kUrl, {.bytes = bytes});
    EXPECT_TRUE(sitemap.cut);
    for (std::size_t i = 0; i < sitemap.entries.size(); ++i) {
      ASSERT_EQ(sitemap.entries[i].url, "http://b/" + std::to_string(i)) << bytes;
    }
  }
  Sitemap text = parse_sitemap("http://b/1\nhttp://b/234\n", kUrl, {.bytes = 20});
  EXPECT_EQ(addresses(text), std::vector<std::string>{"http://b/1"});
}

TEST(Sitemap, CompressedFilesAreBounded) {
  std::string document = urlset("<url><loc>http://b/</loc></url>");
  codec::MemberDeflater deflater;
  std::string once = deflater.deflate(document);
  EXPECT_EQ(addresses(once), std::vector<std::string>{"http://b/"});
  EXPECT_EQ(addresses(deflater.deflate(once)), std::vector<std::string>{"http://b/"});
  std::string half = deflater.deflate(document.substr(0, 70));
  EXPECT_EQ(addresses(half + deflater.deflate(document.substr(70))),
            std::vector<std::string>{"http://b/"});
  EXPECT_EQ(addresses(once.substr(0, once.size() - 8)), std::vector<std::string>{"http://b/"});

  std::string bomb = deflater.deflate("<urlset>" + std::string(std::size_t{8} << 20, ' '));
  Sitemap sitemap = parse_sitemap(bomb, kUrl, {.bytes = 1'000'000});
  EXPECT_EQ(sitemap.kind, Kind::Pages);
  EXPECT_TRUE(sitemap.cut);
}

TEST(Sitemap, HostileNestingEndsQuickly) {
  std::string deep = "<urlset>";
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  deep += "<url><loc>http://b/</loc></url>";
  EXPECT_EQ(addresses(deep), std::vector<std::string>{"http://b/"});
  std::string open = "<urlset>" + std::string(500'000, '<');
  EXPECT_TRUE(addresses(open).empty());
  std::string references = "<urlset><url><loc>http://b/";
  for (int i = 0; i < 200'000; ++i) references += '&';
  EXPECT_TRUE(addresses(references).empty());
}

}  // namespace
}  // namespace asof::robots
