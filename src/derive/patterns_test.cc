#include "derive/patterns.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/text.h"
#include "derive/derive.h"
#include "keep/import.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "warc/draft.h"

namespace asof::derive {
namespace {

using test::must;
using test::TempDir;

const Instant kMonday = *parse_iso8601("2026-11-02T00:00:00Z");

struct Seen {
  std::string url;
  double hour = 0;  // since kMonday
  std::string body;
  std::string status = "200 OK";
};

class PatternsTest : public testing::Test {
 protected:
  void import(const std::vector<Seen>& seen, Compare compare = Compare::None) {
    warc::Encoder encoder({});
    std::string file;
    for (const Seen& one : seen)
      file += encoder.encode(
          {.id = "urn:uuid:" + hex(digest_of(Algorithm::Md5, one.url + std::to_string(one.hour))),
           .date = {kMonday.ms + static_cast<std::int64_t>(one.hour * 3'600'000)},
           .target_uri = one.url,
           .content_type = std::string(warc::kHttpResponse),
           .block = "HTTP/1.1 " + one.status + "\r\nContent-Type: text/html\r\n\r\n" + one.body});
    const std::string path = (folder_ / ("f" + std::to_string(files_++) + ".warc")).string();
    test::write_file(path, file);
    auto directory = must(archive::Directory::open((folder_ / "archive").string(),
                                                   archive::Directory::Access::Write));
    auto catalog = must(catalog::Writer::open(directory.catalog_path()));
    must(keep::import_files(directory, catalog, {path}, {.threads = 1}));
    must(derive(directory, catalog, {.certify = false, .compare = compare}));
    catalog_path_ = directory.catalog_path();
  }
  ArchivePatterns load(const PatternOptions& options = {}) {
    const auto catalog = must(catalog::Reader::open(catalog_path_));
    return must(ArchivePatterns::load(catalog, options));
  }

  TempDir folder_;
  int files_ = 0;
  std::filesystem::path catalog_path_;
};

const std::string kNews = "http://example.org/news";

// Visited every hour for two weeks; changes at 6, 7 and 8 o'clock.
std::vector<Seen> morning_paper() {
  std::vector<Seen> seen;
  int edition = 0;
  for (int hour = 0; hour < 14 * 24; ++hour) {
    if (hour % 24 >= 6 && hour % 24 < 9) ++edition;
    seen.push_back({kNews, hour + .25, "<p>Edition " + std::string(1 + edition % 23, 'x')});
  }
  return seen;
}

TEST_F(PatternsTest, FindsTheHoursOfAPage) {
  import(morning_paper());
  const auto patterns = load();
  const PatternPage* page = patterns.find("https://www.example.org/news");
  ASSERT_NE(page, nullptr) << "found by key, like everything in an archive";
  EXPECT_TRUE(page->document);
  EXPECT_EQ(patterns.series(*page).visits(), 14U * 24);
  EXPECT_EQ(patterns.series(*page).changes(), 14U * 3);
  EXPECT_EQ(patterns.series(*page).uncompared(), 14U * 3) << "nothing was compared";
  const auto known = patterns.of(kNews);
  EXPECT_TRUE(known.has_cycle());
  EXPECT_EQ(known.visits, 14U * 24);
  const Time monday = on_axis(kMonday) + 14 * 86400;
  EXPECT_GT(known.expected(monday + 6 * 3600, monday + 9 * 3600),
            .8 * known.expected(monday, monday + 86400));
}

TEST_F(PatternsTest, TheOrderOfFilesNeverMatters) {
  const auto seen = morning_paper();
  import({seen.begin() + 200, seen.end()});
  import({seen.begin(), seen.begin() + 200});
  const auto mixed = load().of(kNews);
  EXPECT_EQ(mixed.visits, 14U * 24);
  EXPECT_EQ(mixed.changes, 14U * 3);
  EXPECT_TRUE(mixed.has_cycle());
}

TEST_F(PatternsTest, TakesImportanceFromWhatWasCompared) {
  import({{kNews, 0, "<p>Flood in the valley"},
          {kNews, 5, "<p>Flood in the valley<!-- 5 -->"},
          {kNews, 10, "<p>Bridge is open"},
          {kNews, 12, "down", "503 Unavailable"},
          { kNews,
            15,
            "<p>Bridge is open" }},
         Compare::All);
  const auto patterns = load();
  const auto& series = patterns.series(*patterns.find(kNews));
  ASSERT_EQ(series.runs.size(), 4U) << "a server that failed said nothing";
  EXPECT_FALSE(series.runs[1].changed) << "a comment is no change";
  EXPECT_TRUE(series.runs[2].changed);
  EXPECT_GT(series.runs[2].importance.value(), 0);
  EXPECT_FALSE(series.runs[3].changed);
  EXPECT_EQ(series.uncompared(), 0U);
  EXPECT_EQ(series.visits(), 4U);
}

TEST_F(PatternsTest, TheUrlWithMostContentStandsForItsKey) {
  import({{"http://example.org/", 0, "", "301 Moved\r\nLocation: https://example.org/"},
          {"http://example.org/", 1, "", "301 Moved\r\nLocation: https://example.org/"},
          {"http://example.org/", 2, "", "301 Moved\r\nLocation: https://example.org/"},
          {"https://example.org/", 3, "<p>a"},
          { "https://example.org/",
            4,
            "<p>b" }});
  const auto patterns = load({.times = true});
  const auto& series = patterns.series(*patterns.find("http://example.org/"));
  EXPECT_EQ(series.url, "https://example.org/");
  EXPECT_EQ(series.changes(), 1U);
  EXPECT_EQ(series.times.size(), 2U);
}

TEST_F(PatternsTest, HasAnAnswerForEveryAddress) {
  auto seen = morning_paper();
  seen.push_back({"http://example.org/once", 3, "<p>once"});
  import(seen);
  const auto patterns = load({.key_prefix = "org,example)"});
  EXPECT_EQ(patterns.of("http://example.org/once").visits, 1U);
  EXPECT_EQ(patterns.of("http://example.org/never").visits, 0U);
  EXPECT_GT(patterns.of("http://example.org/never").rate.value, 0);
  EXPECT_GT(patterns.of("http://elsewhere.org/").rate.value, 0);
  EXPECT_EQ(patterns.find("http://example.org/never"), nullptr);
  EXPECT_TRUE(load({.key_prefix = "com,"}).pages().empty());
}

TEST_F(PatternsTest, ASiteMayHaveAZoneOfItsOwn) {
  auto seen = morning_paper();
  for (Seen& one : morning_paper()) {
    one.url = "http://example.com/";
    seen.push_back(one);
  }
  import(seen);
  const auto east = std::make_shared<const pattern::Calendar>(TimeZone::fixed(6 * 3600, "+06:00"));
  const auto patterns = load({.calendars_by_site = {{"com,example)", east}}});
  EXPECT_EQ(patterns.group_sets(), 2U);
  const auto home = patterns.of(kNews), away = patterns.of("http://example.com/");
  ASSERT_EQ(home.kind, pattern::Kind::Daily);
  ASSERT_EQ(away.kind, pattern::Kind::Daily);
  const auto busiest = [](const pattern::PagePattern& page) {
    std::size_t most = 0;
    for (std::size_t i = 0; i < 24; ++i)
      if (page.slots[i].rate.value > page.slots[most].rate.value) most = i;
    return most;
  };
  EXPECT_EQ((busiest(home) + 6) % 24, busiest(away));
}

}  // namespace
}  // namespace asof::derive
