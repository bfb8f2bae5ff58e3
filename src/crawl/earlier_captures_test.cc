#include "crawl/earlier_captures.h"

#include <gtest/gtest.h>

#include "support/catalog_world.h"

namespace asof::crawl {
namespace {

constexpr std::int64_t kDay = 86'400'000;  // milliseconds
constexpr Instant kNow{20'000 * kDay};

TEST(EarlierCaptures, TakesASitemapsWordForPagesItNeverSaw) {
  EarlierCaptures earlier(nullptr, kNow);
  const double unknown = earlier.rate("https://example.org/none", 1);
  earlier.take_hint("https://example.org/old", Instant{kNow.ms - 2000 * kDay});
  earlier.take_hint("https://example.org/new", Instant{kNow.ms - kDay});
  EXPECT_LT(earlier.rate("https://example.org/old", 1), unknown / 10);
  EXPECT_GT(earlier.rate("https://example.org/new", 1), unknown * 2);
  EXPECT_EQ(earlier.rate("https://example.org/other", 1), unknown);
}

TEST(EarlierCaptures, DoesNotBelieveChangesYetToCome) {
  EarlierCaptures earlier(nullptr, kNow);
  const double unknown = earlier.rate("https://example.org/none", 1);
  earlier.take_hint("https://example.org/future", Instant{kNow.ms + kDay});
  EXPECT_EQ(earlier.rate("https://example.org/future", 1), unknown);
}

// Three captures of 30 news pages, each time other, and of 30 pages that stay; types and depths as
// a crawl records them.
void fill(catalog::Writer& catalog) {
  catalog::SourceFile source{.name = "earlier.warc.gz"};
  std::uint64_t offset = 0;
  for (int round = 0; round < 3; ++round)
    for (int page = 0; page < 60; ++page) {
      const bool news = page < 30;
      const std::string path = (news ? "news/a" : "about/a") +
                               std::string(1, static_cast<char>('a' + page % 26)) +
                               std::string(1, static_cast<char>('a' + page / 26)) + ".html";
      auto capture = catalog::response(path, kNow.ms - (10 - round) * kDay + page, {1, offset++},
                                       news ? std::to_string(round) : "same");
      catalog::Metadata metadata;
      metadata.urlkey = capture.urlkey;
      metadata.url = capture.url;
      metadata.at = capture.at;
      metadata.where = {1, 100'000 + offset};
      metadata.hops = "LL";
      source.captures.push_back(std::move(capture));
      source.metadata.push_back(std::move(metadata));
    }
  for (auto& capture : source.captures)
    capture.where.file = catalog::File{.name = source.name}.id();
  for (auto& row : source.metadata) row.where.file = catalog::File{.name = source.name}.id();
  catalog::import_file(catalog, source, [](const catalog::Step&) { return true; });
}

TEST(EarlierCaptures, PredictsPagesNeverSeenFromPagesLikeThem) {
  const test::TempDir temp;
  auto catalog = catalog::open_new(temp);
  fill(catalog);
  EarlierCaptures earlier(&catalog.reader(), kNow);
  test::must(earlier.learn("example.com"));
  const double news = earlier.rate("http://example.com/news/never-seen.html", 2);
  const double about = earlier.rate("http://example.com/about/never-seen.html", 2);
  EXPECT_GT(news, 10 * about);
  EXPECT_GT(news, .3 / 86400);
  // A page that was seen is believed by its own captures, once.
  EXPECT_GT(earlier.rate("http://example.com/news/aaa.html", 2), .3 / 86400);
  EXPECT_EQ(earlier.returns().chances, 30U);
  EXPECT_EQ(earlier.returns().returned, 0U);
}

}  // namespace
}  // namespace asof::crawl
