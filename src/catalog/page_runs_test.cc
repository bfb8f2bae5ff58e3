// Versions of many pages in one pass, and where pages lead.
#include "catalog/page_runs.h"

#include <gtest/gtest.h>

#include "catalog/page_links.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::must;
using test::TempDir;

std::vector<PageRun> runs_below(const Writer& catalog, std::string_view prefix) {
  std::vector<PageRun> runs;
  must(page_runs(catalog.reader(), prefix, [&](const PageRun& run) {
    runs.push_back(run);
    return true;
  }));
  return runs;
}

TEST(PageRuns, AreTheVersionsWithTheirDates) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture dated = response("x", 3000, {0, 2, 0}, "B");
  dated.last_modified = Instant{2500};
  add_file(catalog, "f",
           {response("x", 1000, {0, 0, 0}, "A"), revisit("x", 2000, {0, 1, 0}, ""), dated,
            response("y", 1000, {0, 3, 0}, "C")});
  must(catalog.settle());
  const auto runs = runs_below(catalog, "com,example)/x");
  ASSERT_EQ(runs.size(), 2U);
  const auto versions = must(catalog.reader().versions_of("com,example)/x"));
  EXPECT_EQ(runs[0].version, versions[0]);
  EXPECT_EQ(runs[1].version, versions[1]);
  EXPECT_EQ(runs[0].version.captures, 2U) << "not modified: seen twice";
  EXPECT_FALSE(runs[0].last_modified.has_value());
  EXPECT_EQ(runs[1].last_modified, Instant{2500});
  EXPECT_FALSE(runs[1].importance.has_value()) << "not compared yet";
  EXPECT_EQ(runs_below(catalog, "").size(), 3U);
  EXPECT_TRUE(runs_below(catalog, "org,").empty());

  PageChanges page{.urlkey = "com,example)/x", .last = true, .all = {name_of(versions[1])}};
  page.changes.emplace_back(Change{.urlkey = "com,example)/x",
                                   .fresh = name_of(versions[1]),
                                   .old_first = versions[0].first,
                                   .importance = .25},
                            ChangeDetail{});
  must(catalog.put_changes({page}));
  EXPECT_EQ(runs_below(catalog, "com,example)/x")[1].importance, .25);
}

TEST(PageRuns, VisitsAreAllCapturesThatAreWhole) {
  TempDir directory;
  auto catalog = open_new(directory);
  const FileId file =
      add_file(catalog, "f",
               {response("x", 1000, {0, 0, 0}, "A"), revisit("x", 2000, {0, 1, 0}, ""),
                response("x", 3000, {0, 2, 0}, "A"), response("y", 1000, {0, 3, 0}, "C")});
  Batch batch{.file = file, .progress = 1000, .records = 4};
  batch.flawed = {{.where = {file, 2, 0}, .cut = capture::Cut::BodyShort}};
  batch.undated = {{.urlkey = "com,example)/x", .where = {file, 9, 0}, .url = "u", .date = "?"}};
  must(catalog.commit(batch));
  must(catalog.settle());
  std::vector<std::int64_t> times;
  must(visit_times(catalog.reader(), "com,example)/x", [&](const VisitTime& visit) {
    EXPECT_EQ(visit.urlkey, "com,example)/x");
    EXPECT_EQ(visit.url, "http://example.com/x");
    times.push_back(visit.at.ms);
    return true;
  }));
  EXPECT_EQ(times, (std::vector<std::int64_t>{1000, 2000}));
  EXPECT_EQ(must(count_undated(catalog.reader(), "com,")), 1U);
  EXPECT_EQ(must(count_undated(catalog.reader(), "org,")), 0U);
}

// What pages lead to, as "from -> to to".
std::string links_in(const Writer& catalog) {
  std::string text;
  must(page_links(catalog.reader(), "", [&](const PageLinks& page) {
    text += page.url + (page.document ? " ->" : " =>");
    for (std::size_t i = 0; i < page.links.size(); ++i)
      text += " " + std::string(page.links[i].url);
    text += "\n";
    return true;
  }));
  return text;
}

TEST(PageLinks, AreThoseOfTheLatestVersion) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture moved = response("m", 1000, {0, 3, 0}, "");
  moved.status = 301;
  moved.location = "http://example.com/x";
  Capture gone = response("x", 3000, {0, 4, 0}, "E");
  gone.status = 404;
  SourceFile file{
      .name = "f",
      .captures = {response("x", 1000, {0, 0, 0}, "A"), response("x", 2000, {0, 1, 0}, "B"),
                   response("i", 1000, {0, 2, 0}, "C"), moved, gone}};
  const auto document = [](std::string content, std::string target) {
    const Capture capture = response("x", 0, {}, std::move(content));
    return Document{.urlkey = capture.urlkey,
                    .url = capture.url,
                    .sha256 = capture.sha256,
                    .link_count = 1,
                    .links = pack_links({{LinkKind::Hyperlink, "a/@href", std::move(target)}})};
  };
  file.documents = {document("A", "http://old/"), document("B", "http://new/")};
  for (Capture& capture : file.captures) capture.where.file = file_id("f");
  import_file(catalog, file, {});
  must(catalog.settle());
  EXPECT_EQ(links_in(catalog),
            "http://example.com/i =>\n"
            "http://example.com/m => http://example.com/x\n"
            "http://example.com/x -> http://new/\n");
}

}  // namespace
}  // namespace asof::catalog
