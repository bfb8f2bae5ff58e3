#include "assess/assess.h"

#include <gtest/gtest.h>

#include "assess/show.h"
#include "support/catalog_world.h"

namespace asof::assess {
namespace {

using catalog::add_file;
using catalog::Capture;
using catalog::Locator;
using catalog::open_new;
using certificate::Grade;
using test::must;
using test::TempDir;

constexpr std::int64_t kHour = 3'600'000;
constexpr std::int64_t kDay = 24 * kHour;

// Captures for one crawl; offsets follow from the order.
class CrawlRows final {
 public:
  void add(const std::string& path, std::int64_t at, const std::string& content) {
    captures.push_back(catalog::response(path, at, next(), content));
  }
  void again(const std::string& path, std::int64_t at, const std::string& content) {
    captures.push_back(catalog::revisit(path, at, next(), content));
  }

  std::vector<Capture> captures;

 private:
  Locator next() { return {0, captures.size() + 1, 0}; }
};

Assessment assessd(const std::vector<std::vector<Capture>>& crawls) {
  TempDir directory;
  auto catalog = open_new(directory);
  for (std::size_t i = 0; i < crawls.size(); ++i)
    add_file(catalog, "f" + std::to_string(i), crawls[i],
             "{\"isPartOf\":\"crawl" + std::to_string(i) + "\"}");
  must(catalog.settle());
  return must(assess(catalog.reader()));
}

std::uint64_t pages(const CrawlQuality& crawl, Grade grade) {
  return crawl.coherent.as_of.of(grade).pages;
}

TEST(Assess, AnEmptyArchiveHasNoQuality) {
  const auto assessment = assessd({});
  EXPECT_EQ(assessment.pages, 0u);
  EXPECT_TRUE(assessment.crawls.empty());
  EXPECT_FALSE(assessment.completeness.share().has_value());
  EXPECT_NE(to_text(assessment, 10).find("No page was captured"), std::string::npos);
  EXPECT_NE(to_page(assessment, "a").find("No page was captured"), std::string::npos);
}

TEST(Assess, OneLookAtEachPageProvesNothing) {
  CrawlRows rows;
  for (int i = 0; i < 10; ++i) rows.add("p" + std::to_string(i), i * 1000, "A");
  const auto assessment = assessd({rows.captures});
  ASSERT_EQ(assessment.crawls.size(), 1u);
  const auto& crawl = assessment.crawls[0];
  EXPECT_EQ(crawl.revisited, 0u);
  EXPECT_EQ(crawl.coherent.known(), 0u);
  EXPECT_EQ(pages(crawl, Grade::Likely), 10u);
  EXPECT_GT(crawl.coherent.expected, 9);
  EXPECT_EQ(assessment.seen_once, 10u);
  EXPECT_NE(to_text(assessment, 10).find("proves nothing"), std::string::npos);
}

TEST(Assess, GradesPagesAsCertificatesDo) {
  CrawlRows rows;
  rows.add("equal", 0, "A");
  rows.add("changed", 2000, "B");
  rows.add("once", 4000, "C");
  rows.add("cut", 6000, "D");
  rows.captures.back().truncated = "length";
  rows.add("changed", 14'000, "E");
  rows.again("equal", 20'000, "A");
  rows.add("robots.txt", 0, "R");
  const auto assessment = assessd({rows.captures});
  const auto& crawl = assessment.crawls.at(0);
  EXPECT_EQ(crawl.coherent.pages, 4u) << "robots.txt is no page";
  EXPECT_EQ(pages(crawl, Grade::Proven), 1u);
  EXPECT_EQ(pages(crawl, Grade::Likely) + pages(crawl, Grade::Conflict), 2u);
  EXPECT_EQ(pages(crawl, Grade::Unknown), 1u);
  EXPECT_EQ(crawl.revisited, 2u);
  ASSERT_FALSE(crawl.moved.empty());
  EXPECT_EQ(crawl.moved[0].url, "http://example.com/changed");
  EXPECT_EQ(crawl.moved[0].changes, 1u);
  EXPECT_EQ(assessment.weak_digests, 1u) << "the revisit was compared by SHA-1";
}

TEST(Assess, OtherCrawlsProveWhatOneLookDoesNot) {
  std::vector<std::vector<Capture>> crawls;
  for (int i = 0; i < 3; ++i) {
    CrawlRows rows;
    rows.add("still", i * 7 * kDay, "A");
    rows.add("moving", i * 7 * kDay + 5000, std::string(1, static_cast<char>('B' + i)));
    crawls.push_back(rows.captures);
  }
  const auto assessment = assessd(crawls);
  ASSERT_EQ(assessment.crawls.size(), 3u);
  const auto& middle = assessment.crawls[1];
  EXPECT_EQ(middle.label, "crawl1");
  EXPECT_EQ(pages(middle, Grade::Proven), 1u);
  EXPECT_EQ(pages(middle, Grade::Conflict), 0u) << "it changed weeks ago, not meanwhile";
  EXPECT_EQ(pages(middle, Grade::Likely), 1u);
  // The moving page changed whenever it was looked at.
  const auto share = assessment.completeness.share();
  ASSERT_TRUE(share.has_value());
  EXPECT_TRUE(share->at_most);
  EXPECT_EQ(describe(share),
            "unknown, because each page that changed was different at every capture and may have "
            "changed more often");
}

// A page per letter, each captured twice within the crawl; the second time dated by the server.
std::vector<Capture> dated_changes(int number, std::int64_t date) {
  CrawlRows rows;
  for (int i = 0; i < number; ++i) {
    const auto path = "p" + std::to_string(i);
    rows.add(path, 1000 + i, "A");
    rows.add(path, 2 * kHour + i, "B");
    rows.captures.back().last_modified = Instant{date};
  }
  return rows.captures;
}

TEST(Assess, DatesCountOnceChangesHaveShownThemTrue) {
  const auto attested = [](int changes, std::int64_t date) {
    auto rows = dated_changes(changes, date);
    const auto assessment = assessd({rows});
    return pages(assessment.crawls.at(0), Grade::Attested);
  };
  EXPECT_EQ(attested(25, kHour), 25u) << "known from the date to the second capture";
  EXPECT_EQ(attested(10, kHour), 0u) << "too few tests";
  EXPECT_EQ(attested(25, 0), 0u) << "dated before the old version was seen: wrong";
  EXPECT_EQ(attested(25, 2 * kHour), 0u) << "dated as they were asked for";
}

TEST(Assess, ADateThatMovesWithoutAChangeWithdrawsTrust) {
  auto rows = dated_changes(25, kHour);
  auto touched = catalog::response("still", 1500, {0, 900, 0}, "S");
  touched.last_modified = Instant{1000};
  rows.push_back(touched);
  touched.at = {2 * kHour};
  touched.where.offset = 901;
  touched.last_modified = Instant{kHour};
  rows.push_back(touched);
  const auto assessment = assessd({rows});
  EXPECT_EQ(pages(assessment.crawls.at(0), Grade::Attested), 0u);
  EXPECT_FALSE(assessment.sites.at(0).dates_trusted);
}

TEST(Assess, HowMuchWasCaughtFollowsFromHowOftenPagesChange) {
  // Twenty crawls, a day apart; half of the pages change every fourth day, the others never.
  std::vector<std::vector<Capture>> crawls;
  for (int i = 0; i < 20; ++i) {
    CrawlRows rows;
    for (int page = 0; page < 20; ++page) {
      const int version = page < 10 ? (i + page) / 4 : 0;
      rows.add("p" + std::to_string(page), i * kDay + page * 1000,
               std::string(1, static_cast<char>('A' + version)));
    }
    crawls.push_back(rows.captures);
  }
  const auto assessment = assessd(crawls);
  const auto share = assessment.completeness.share();
  ASSERT_TRUE(share.has_value());
  EXPECT_FALSE(share->at_most);
  // A quarter of a change a day: of those that come, a random process hides one in nine.
  EXPECT_GT(share->estimate, .8);
  EXPECT_LT(share->estimate, .95);
  EXPECT_LT(share->low, share->estimate);
  EXPECT_GT(share->high, share->estimate);
  EXPECT_EQ(assessment.sites.at(0).crawls, 20u);
  EXPECT_FALSE(assessment.weighed);
  EXPECT_NE(to_json(assessment).find("\"weighted\":null"), std::string::npos);
}

TEST(Assess, PagesThatChangedAtEveryLookHaveARateAllTheSame) {
  std::vector<std::vector<Capture>> crawls;
  for (int day = 0; day < 6; ++day) {
    CrawlRows rows;
    for (int i = 0; i < 20; ++i)
      rows.add("p" + std::to_string(i), day * kDay + i * 1000, "A" + std::to_string(day));
    crawls.push_back(rows.captures);
  }
  const auto assessment = assessd(crawls);
  for (const CrawlQuality& crawl : assessment.crawls) EXPECT_LT(crawl.expected_blur, 1);
}

TEST(Assess, WhatTheArchiveSaysIsShownAsText) {
  CrawlRows rows;
  rows.add("<script>alert(1)</script>", 0, "A");
  rows.add("<script>alert(1)</script>", kHour, "B");
  const auto assessment = assessd({rows.captures});
  const auto page = to_page(assessment, "<b>archive</b>");
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("<b>archive"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;"), std::string::npos);
  EXPECT_NE(page.find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace asof::assess
