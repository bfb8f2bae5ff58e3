// What settling derives, case by case; settle_oracle_test.cc has the random worlds.
#include <gtest/gtest.h>

#include "catalog/summary.h"
#include "catalog/writer.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::must;
using test::TempDir;

TEST(Settle, FollowsARevisitOfARevisit) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture one = response("x", 1000, {0, 0, 0}, "A");
  Capture two = revisit("x", 2000, {0, 1, 0}, "A");
  two.refers_to_at = Instant{1000};
  Capture three = revisit("y", 3000, {0, 2, 0}, "");
  three.refers_to_at = Instant{2000};
  three.refers_to_url = two.url;
  three.refers_to_key = two.urlkey;
  FileId file = add_file(catalog, "f", {three, two});
  must(catalog.settle());
  EXPECT_EQ(must(catalog.reader().original_of({file, 2, 0}))->match, OriginMatch::None);
  add_file(catalog, "g", {one});
  must(catalog.settle());
  auto origin = must(catalog.reader().original_of({file, 2, 0})).value();
  EXPECT_EQ(origin.match, OriginMatch::Address);
  EXPECT_EQ(origin.where.file, file_id("g"));
}

TEST(Settle, BoundsChainsOfRevisits) {
  TempDir directory;
  auto catalog = open_new(directory);
  std::vector<Capture> captures = {response("x", 0, {0, 0, 0}, "A")};
  for (int i = 1; i < 200; ++i) {
    Capture c = revisit("x", i * 1000, {0, static_cast<std::uint64_t>(i), 0}, "A");
    c.refers_to_at = Instant{(i - 1) * 1000};
    captures.push_back(c);
  }
  FileId file = add_file(catalog, "f", captures);
  must(catalog.settle());
  EXPECT_EQ(must(catalog.reader().original_of({file, 50, 0}))->match, OriginMatch::Address);
  auto last = must(catalog.reader().original_of({file, 199, 0})).value();
  EXPECT_EQ(last.match, OriginMatch::Digest);
  EXPECT_EQ(last.where.offset, 0u);
  EXPECT_EQ(must(catalog.reader().versions_of("com,example)/x")).size(), 1u);
}

TEST(Settle, CountsSitesByTheirKeys) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture elsewhere = response("x", 3, {0, 3, 0}, "A");
  elsewhere.urlkey = "uk,co,example,news:8080)/x";
  Capture name = response("x", 4, {0, 4, 0}, "A");
  name.urlkey = "dns:example.com";
  add_file(catalog, "f",
           {response("x", 1, {0, 0, 0}, "A"), response("x", 2, {0, 1, 0}, "B"),
            response("y", 2, {0, 2, 0}, "B"), elsewhere, name});
  must(catalog.settle());
  auto sites = must(catalog.reader().sites());
  ASSERT_EQ(sites.size(), 3u);
  EXPECT_EQ(sites[0].key, "com,example)");
  EXPECT_EQ(sites[0].host, "example.com");
  EXPECT_EQ(sites[0].pages, 2u);
  EXPECT_EQ(sites[0].captures, 3u);
  EXPECT_EQ(sites[0].versions, 3u);
  EXPECT_EQ(sites[1].key, "dns:");
  EXPECT_EQ(sites[2].host, "news.example.co.uk:8080");
  EXPECT_EQ(sites[2].domain, "example.co.uk");
  must(catalog.remove_file(file_id("f")));
  must(catalog.settle());
  EXPECT_TRUE(must(catalog.reader().sites()).empty());
}

TEST(Settle, OfPagesLeavesSitesAndCrawlsForTheEnd) {
  TempDir directory;
  auto catalog = open_new(directory);
  add_file(catalog, "f", {response("x", 1, {0, 1, 0}, "A")});
  must(catalog.settle_pages());
  EXPECT_EQ(must(catalog.reader().versions_of("com,example)/x")).size(), 1u);
  EXPECT_TRUE(must(catalog.reader().sites()).empty());
  EXPECT_TRUE(must(catalog.reader().crawls()).empty());
  EXPECT_FALSE(must(catalog.reader().settled()));
  must(catalog.settle());
  EXPECT_EQ(must(catalog.reader().sites()).size(), 1u);
  EXPECT_TRUE(must(catalog.reader().settled()));
}

TEST(Settle, CutsCrawlsWhereNothingWasCaptured) {
  constexpr std::int64_t kHour = 3'600'000;
  TempDir directory;
  auto catalog = open_new(directory);
  auto at = [](std::int64_t hour, std::uint64_t offset) {
    return response("x", hour * kHour, {0, offset, 0}, "A");
  };
  add_file(catalog, "a1", {at(0, 0), at(20, 1), at(50, 2)}, R"({"isPartOf":"named"})");
  add_file(catalog, "a2", {at(40, 0)}, R"({"isPartOf":"named","software":"s"})");
  add_file(catalog, "rec-1.warc", {at(0, 0), at(5, 1)});
  add_file(catalog, "rec-2.warc", {at(10, 0), at(17, 1)}, "not json");
  must(catalog.settle());
  std::string found;
  for (const Crawl& crawl : must(catalog.reader().crawls())) {
    found += crawl.label + " " + std::to_string(crawl.first.ms / kHour) + "-" +
             std::to_string(crawl.last.ms / kHour) + " " + std::to_string(crawl.files) + " " +
             std::to_string(crawl.captures) + "\n";
  }
  EXPECT_EQ(found, "named 0-50 2 4\nrec-#.warc 0-10 2 3\nrec-#.warc 17-17 1 1\n");
  EXPECT_TRUE(
      must(catalog.reader().crawl_of(file_id("a1"), {20 * kHour})).starts_with("named 1970"));
  EXPECT_EQ(must(catalog.reader().crawl_of(file_id("a1"), {999 * kHour})), "");
}

TEST(Settle, KeepsTheLatestCapturePerCrawlAndUrl) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture upper = response("x", 5, {0, 2, 0}, "C");
  upper.url = "http://example.com/X";
  add_file(catalog, "f",
           {response("x", 1, {0, 0, 0}, "A"), response("x", 9, {0, 1, 0}, "B"), upper},
           R"({"isPartOf":"one"})");
  add_file(catalog, "g", {response("x", 20, {0, 0, 0}, "D")}, R"({"isPartOf":"two"})");
  must(catalog.settle());
  std::string crawl = must(catalog.reader().crawls()).front().name;
  std::string unique, clean;
  must(catalog.reader().unique_captures(crawl, [&](const Capture& c) {
    unique += c.digest + " ";
    return true;
  }));
  must(catalog.reader().clean_captures(crawl, [&](const Capture& c) {
    clean += c.digest + " ";
    return true;
  }));
  EXPECT_EQ(unique, "sha1:C sha1:B ") << "the other crawl's later capture does not count";
  EXPECT_EQ(clean, "sha1:B ");
}

Document page_with(const Capture& capture, const std::vector<Link>& links) {
  Document d;
  d.urlkey = capture.urlkey;
  d.url = capture.url;
  d.sha256 = capture.sha256;
  d.links = pack_links(links);
  d.link_count = links.size();
  return d;
}

TEST(Settle, RebuildsPathsFromMetadataLogAndLinks) {
  TempDir directory;
  auto catalog = open_new(directory);
  std::string base = "http://example.com/";
  SourceFile file{"f.warc", R"({"isPartOf":"p"})", {}, {}, {}};
  FileId id = file_id(file.name);
  auto add = [&](std::string path, std::int64_t at) -> Capture& {
    file.captures.push_back(response(path, at, {id, static_cast<std::uint64_t>(at), 0}, path));
    return file.captures.back();
  };
  file.documents.push_back(page_with(add("root", 1), {{LinkKind::Requisite, "", base + "img"},
                                                      {LinkKind::Hyperlink, "", base + "old#top"},
                                                      {LinkKind::Hyperlink, "", base + "gone"}}));
  add("img", 2);
  add("old", 3).location = base + "new";
  file.documents.push_back(page_with(add("new", 4), {{LinkKind::Hyperlink, "", base + "root"},
                                                     {LinkKind::Hyperlink, "", base + "told"}}));
  add("alone", 5);
  add("told", 6);
  add("logged", 7);
  Metadata told;
  told.urlkey = "com,example)/told";
  told.at = {6};
  told.where = {id, 60, 0};
  told.url = base + "told";
  told.via = base + "elsewhere";
  told.hops = "LLE";
  file.metadata.push_back(told);
  import_file(catalog, file, {});
  must(catalog.settle());
  LogEntry entry;
  entry.urlkey = "com,example)/logged";
  entry.at = {9};
  entry.begin = Instant{7};
  entry.log = "crawl.log";
  entry.url = base + "logged";
  entry.hops = "P";
  entry.via = base + "root";
  must(catalog.add_log({entry}));
  EXPECT_FALSE(must(catalog.reader().settled()));
  must(catalog.settle());
  std::string found;
  std::string crawl = must(catalog.reader().crawls()).front().name;
  must(catalog.reader().paths(crawl, [&](const Path& path) {
    found += path.urlkey.substr(13) + " " + path.hops + " " +
             (path.parent.empty() ? "-" : path.parent.substr(19)) + " " + path.source + "\n";
    return true;
  }));
  EXPECT_EQ(found,
            "alone  - seed\n"
            "img E root links\n"
            "logged P root log\n"
            "new LR old links\n"
            "old L root links\n"
            "root  - seed\n"
            "told LLE elsewhere metadata\n");
  int links = 0;
  must(
      catalog.reader().unique_links(crawl, [&](std::string_view, const Link&) { return ++links; }));
  EXPECT_EQ(links, 5);
}

TEST(Settle, ShortensLongPathsLikeHeritrix) {
  TempDir directory;
  auto catalog = open_new(directory);
  SourceFile file{"f.warc", "", {}, {}, {}};
  auto name = [](int i) { return "p" + std::to_string(i); };
  for (int i = 0; i < 80; ++i) {
    file.captures.push_back(
        response(name(i), i, {file_id("f.warc"), static_cast<std::uint64_t>(i), 0}, name(i)));
    file.documents.push_back(page_with(
        file.captures.back(), {{LinkKind::Hyperlink, "", "http://example.com/" + name(i + 1)}}));
  }
  import_file(catalog, file, {});
  must(catalog.settle());
  auto path = must(catalog.reader().path_of(must(catalog.reader().crawls()).front().name,
                                            "com,example)/p79", "http://example.com/p79"));
  EXPECT_EQ(path.value().depth, 79u);
  EXPECT_EQ(path->hops, "29+" + std::string(50, 'L'));
}

TEST(Summary, CountsWhatIsThere) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture missing = response("z", 4, {0, 3, 0}, "Q");
  missing.status = 404;
  add_file(catalog, "f",
           {response("x", 1, {0, 0, 0}, "A"), response("y", 2, {0, 1, 0}, "A"),
            revisit("x", 3, {0, 2, 0}, "A"), missing, revisit("y", 5, {0, 4, 0}, "R")});
  Batch batch;
  batch.file = file_id("f");
  batch.damage = {{file_id("f"), 7, "cut"}};
  must(catalog.commit(batch));
  must(catalog.settle());
  Summary s = must(summarise(catalog.reader()));
  EXPECT_EQ(s.captures, 5u);
  EXPECT_EQ(s.responses, 3u);
  EXPECT_EQ(s.revisits, 2u);
  EXPECT_EQ(s.pages, 3u);
  EXPECT_EQ(s.versions, 4u);
  EXPECT_EQ(s.duplicates, 1u);
  EXPECT_EQ(s.duplicate_bytes, 1u);
  EXPECT_EQ(s.resolved, 1u);
  EXPECT_EQ(s.unresolved, 1u);
  ASSERT_EQ(s.statuses.size(), 2u);
  EXPECT_EQ(s.statuses[0].name, "200");
  EXPECT_EQ(s.statuses[0].captures, 4u);
  EXPECT_EQ(s.first, Instant{1});
  EXPECT_EQ(s.last, Instant{5});
  EXPECT_EQ(s.damage_count, 1u);
  ASSERT_EQ(s.files.size(), 1u);
  EXPECT_EQ(s.files[0].captures, 5u);
  EXPECT_EQ(s.files[0].file.last, Instant{5});
  EXPECT_TRUE(s.settled);
  EXPECT_EQ(must(summarise(catalog.reader(), {.key_prefix = "com,example)/x"})).captures, 2u);
  EXPECT_EQ(must(summarise(catalog.reader(), {.key_prefix = "org,"})).captures, 0u);
}

}  // namespace
}  // namespace asof::catalog
