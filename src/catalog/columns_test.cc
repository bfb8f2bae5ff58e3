// The lists of columns against the schema.
#include "catalog/columns_internal.h"

#include <gtest/gtest.h>

#include "catalog/rows_internal.h"
#include "catalog/schema_internal.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::must;

// One line per column: name, whether it may be null, and its type where it is told.
std::string in_schema(Database& database, const std::string& table) {
  std::string text;
  Query query = database.query("SELECT name, \"notnull\", type FROM pragma_table_info(?)");
  query.bind(table);
  while (must(query.step()))
    text += query.string(0) + (query.integer(1) != 0 ? "" : " or null") +
            (query.text(2) == "BLOB" ? " bytes" : "") + "\n";
  return text;
}

template <class Row>
std::string in_list() {
  std::string text;
  const Row row{};
  each_column(row, [&](const char* name, const auto&, Sql sql) {
    text += name;
    if (sql != Sql::NotNull && sql != Sql::Blob) text += " or null";
    if (sql == Sql::Blob || sql == Sql::BlobOrNull) text += " bytes";
    text += "\n";
  });
  return text;
}

TEST(Columns, AreThoseOfTheSchema) {
  auto database = must(Database::open(":memory:", Database::Mode::Create));
  must(migrate(*database, migrations()));
  EXPECT_EQ("id or null\n" + in_list<File>(), in_schema(*database, "file"));
  EXPECT_EQ(in_list<Capture>(), in_schema(*database, "capture"));
  EXPECT_EQ(in_list<Document>(), in_schema(*database, "document"));
  EXPECT_EQ(in_list<Metadata>(), in_schema(*database, "metadata"));
  EXPECT_EQ(in_list<LogEntry>(), in_schema(*database, "log"));
  EXPECT_EQ(in_list<Damage>(), in_schema(*database, "damage"));
  EXPECT_EQ(in_list<Version>(), in_schema(*database, "version"));
  EXPECT_EQ(in_list<PageRow>(), in_schema(*database, "page"));
  EXPECT_EQ(in_list<Site>(), in_schema(*database, "site"));
  EXPECT_EQ(in_list<Crawl>(), in_schema(*database, "crawl"));
  EXPECT_EQ(in_list<Path>(), in_schema(*database, "path"));
  EXPECT_EQ(in_list<Change>(), in_schema(*database, "change"));
}

TEST(Columns, OfACaptureFollowTheCrawlInTheViews) {
  auto database = must(Database::open(":memory:", Database::Mode::Create));
  must(migrate(*database, migrations()));
  for (const char* view : {"capture_in_crawl", "capture_unique", "capture_clean"}) {
    std::string names;
    Query query = database->query("SELECT name FROM pragma_table_info(?)");
    query.bind(view);
    while (must(query.step())) names += query.string(0) + " ";
    std::string expected = "crawl ";
    const Capture row{};
    each_column(row, [&](const char* name, const auto&, Sql) { expected.append(name) += ' '; });
    EXPECT_TRUE(names.starts_with(expected)) << names;
  }
}

}  // namespace
}  // namespace asof::catalog
