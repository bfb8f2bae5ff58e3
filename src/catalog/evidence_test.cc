// What the captures of a key say, with what other records say of them.
#include <gtest/gtest.h>

#include "catalog/evidence.h"
#include "catalog/writer.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::must;
using test::TempDir;

std::vector<KeyEvidence> all_evidence(const Writer& catalog, std::string_view prefix = "") {
  std::vector<KeyEvidence> all;
  must(evidence_of(catalog.reader(), prefix, [&](const KeyEvidence& one) {
    all.push_back(one);
    return true;
  }));
  return all;
}

Metadata about(std::string path, std::int64_t at, Locator where, std::string purpose) {
  Metadata row;
  row.urlkey = "com,example)/" + path;
  row.url = "http://example.com/" + path;
  row.at = {at};
  row.where = where;
  row.purpose = std::move(purpose);
  row.fetch_ms = 250;
  row.hops = "LL";
  return row;
}

void add_metadata(Writer& catalog, const std::string& file, std::vector<Metadata> rows) {
  Batch batch{.file = file_id(file), .progress = 2000, .records = 9};
  for (Metadata& row : rows) row.where.file = batch.file;
  batch.metadata = std::move(rows);
  must(catalog.commit(batch));
}

TEST(Evidence, ComesKeyByKeyInTheOrderOfTime) {
  TempDir directory;
  auto catalog = open_new(directory);
  add_file(catalog, "f",
           {response("y", 2000, {0, 1, 0}, "B"), response("x", 3000, {0, 2, 0}, "A"),
            response("x", 1000, {0, 3, 0}, "A")});
  must(catalog.settle());
  const auto all = all_evidence(catalog);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].urlkey, "com,example)/x");
  ASSERT_EQ(all[0].witnesses.size(), 2u);
  EXPECT_EQ(all[0].witnesses[0].at, Instant{1000});
  EXPECT_EQ(all[0].witnesses[0].crawl, 0u);
  EXPECT_FALSE(all[0].witnesses[0].fetch_ms.has_value());
  EXPECT_EQ(all_evidence(catalog, "com,example)/y").size(), 1u);
  EXPECT_EQ(all_evidence(catalog, "org,").size(), 0u);
}

TEST(Evidence, RevisitsShowWhatTheirOriginalsDo) {
  TempDir directory;
  auto catalog = open_new(directory);
  auto original = response("x", 1000, {0, 1, 0}, "A");
  original.etag = "\"a\"";
  add_file(catalog, "f",
           {original, revisit("x", 2000, {0, 2, 0}, "A"), revisit("x", 3000, {0, 3, 0}, ""),
            revisit("y", 3000, {0, 4, 0}, "Z")});
  must(catalog.settle());
  const auto all = all_evidence(catalog);
  ASSERT_EQ(all[0].witnesses.size(), 3u);
  EXPECT_FALSE(all[0].witnesses[0].original.has_value());
  ASSERT_TRUE(all[0].witnesses[1].original.has_value());
  EXPECT_EQ(all[0].witnesses[1].original->sha256, original.sha256);
  EXPECT_FALSE(all[0].witnesses[1].not_modified);
  ASSERT_TRUE(all[0].witnesses[2].original.has_value());
  EXPECT_EQ(all[0].witnesses[2].original->etag, "\"a\"");
  EXPECT_TRUE(all[0].witnesses[2].not_modified);
  EXPECT_FALSE(all[1].witnesses[0].original.has_value()) << "its original is nowhere";
}

TEST(Evidence, MetadataBelongsToTheAnswerItComesWith) {
  TempDir directory;
  auto catalog = open_new(directory);
  add_file(catalog, "f",
           {response("x", 1000, {0, 20, 0}, "A"), response("x", 1000, {0, 40, 0}, "A"),
            response("y", 1000, {0, 60, 0}, "B")});
  add_metadata(catalog, "f",
               {about("x", 1000, {0, 10, 0}, "capture"), about("x", 1000, {0, 30, 0}, "audit"),
                about("y", 1000, {0, 70, 0}, "revisit"), about("y", 5000, {0, 80, 0}, "lost")});
  must(catalog.settle());
  const auto all = all_evidence(catalog);
  EXPECT_EQ(all[0].witnesses[0].purpose, "capture");
  EXPECT_EQ(all[0].witnesses[0].fetch_ms, 250);
  EXPECT_EQ(all[0].witnesses[0].hops, "LL");
  EXPECT_EQ(all[0].witnesses[1].purpose, "audit");
  EXPECT_EQ(all[1].witnesses[0].purpose, "revisit") << "written after the answer";
}

TEST(Evidence, AVersionCarriesTheImportanceOfItsChange) {
  TempDir directory;
  auto catalog = open_new(directory);
  add_file(catalog, "f",
           {response("x", 1000, {0, 1, 0}, "A"), response("x", 2000, {0, 2, 0}, "B"),
            response("x", 3000, {0, 3, 0}, "B")});
  must(catalog.settle());
  const auto versions = must(catalog.reader().versions_of("com,example)/x"));
  ASSERT_EQ(versions.size(), 2u);
  Change change{.urlkey = "com,example)/x", .fresh = name_of(versions[1]), .importance = .25};
  must(catalog.put_changes(
      {{.urlkey = change.urlkey, .changes = {{change, {}}}, .last = true, .all = {change.fresh}}}));
  const auto all = all_evidence(catalog);
  EXPECT_FALSE(all[0].witnesses[0].importance.has_value());
  EXPECT_EQ(all[0].witnesses[1].importance, .25);
  EXPECT_FALSE(all[0].witnesses[2].importance.has_value());
}

}  // namespace
}  // namespace asof::catalog
