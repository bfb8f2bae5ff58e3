#include <gtest/gtest.h>

#include "catalog/schema_internal.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::must;
using test::TempDir;

// Version 8 placed what had no date at 1970, or at the server's time.
TEST(Flawed, DatesThatWereInventedAreGoneFromAnOlderCatalog) {
  TempDir directory;
  const std::string path = (directory / "catalog.sqlite").string();
  {
    auto database = must(Database::open(path, Database::Mode::Create));
    must(migrate(*database, migrations().first(8)));
    must(database->execute(
        "INSERT INTO file VALUES (1, 'a.warc', 0, 900, x'01', 'warc', 'none', 3, 1, 900, NULL),"
        " (2, 'b.warc', 0, 900, x'02', 'warc', 'none', 3, 1, 900, NULL);"
        "INSERT INTO capture (urlkey, at, file, offset, inner, url, kind, status, size, length,"
        "  digest, sha256, purpose) VALUES"
        " ('com,example)/x', 0, 1, 10, 0, 'http://example.com/x', 1, 200, 5, 90, 'sha1:A', x'0a', "
        "0),"
        " ('com,example)/x', 7000, 1, 200, 0, 'http://example.com/x', 1, 200, 5, 90, 'sha1:B', "
        "x'0b',"
        "  0), ('com,example)/y', 7000, 2, 10, 0, 'http://example.com/y', 1, 200, 5, 90, 'sha1:C',"
        "  x'0c', 0);"
        "INSERT INTO payload SELECT digest_key(digest), 0, at, file, offset, inner FROM capture;"
        "INSERT INTO document VALUES"
        " ('com,example)/x', 'http://example.com/x', x'0a', 'T', NULL, NULL, 0, NULL, 0, 0),"
        " ('com,example)/x', 'http://example.com/x', x'0b', 'T', NULL, NULL, 0, NULL, 0, 0);"
        "INSERT INTO damage VALUES (1, 10,"
        "  'the record has no usable date (\"now\"); 1970-01-01T00:00:00Z was taken');"));
  }
  auto catalog = must(Writer::open(path));
  must(catalog.settle());
  std::vector<Undated> rows;
  must(catalog.reader().undated("", [&](const Undated& row) {
    rows.push_back(row);
    return true;
  }));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].date, "now");
  EXPECT_EQ(rows[0].url, "http://example.com/x");
  const auto first = must(catalog.reader().at_or_after("com,example)/x", Instant{INT64_MIN}));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->at.ms, 7000);
  EXPECT_EQ(must(catalog.reader().versions_of("com,example)/x")).size(), 1u);
  EXPECT_FALSE(must(catalog.reader().document("com,example)/x", "http://example.com/x", "\x0a")));
  EXPECT_TRUE(must(catalog.reader().document("com,example)/x", "http://example.com/x", "\x0b")));
  // What may be read better now is read again.
  EXPECT_EQ(must(catalog.reader().file(1))->state, FileState::Importing);
  EXPECT_EQ(must(catalog.reader().file(2))->state, FileState::Complete);
}

TEST(Flawed, RowsGoWithTheirFile) {
  TempDir directory;
  auto catalog = open_new(directory);
  const File file{.name = "a.warc", .format = "warc", .compression = "none"};
  const File begun = must(catalog.begin_file(file));
  const std::string before = text_of(catalog.reader());
  must(catalog.commit({.file = begun.id(),
                       .flawed = {{{begun.id(), 1, 0}, capture::Cut::BodyShort, 0}},
                       .undated = {{.urlkey = "com,example)/",
                                    .where = {begun.id(), 2, 0},
                                    .url = "http://example.com/",
                                    .date = "now"}}}));
  EXPECT_EQ(must(catalog.reader().flaws_at({begun.id(), 1, 0})).cut, capture::Cut::BodyShort);
  EXPECT_NE(text_of(catalog.reader()), before);
  must(catalog.remove_file(begun.id()));
  must(catalog.begin_file(file));
  EXPECT_EQ(text_of(catalog.reader()), before);
}

}  // namespace
}  // namespace asof::catalog
