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
    text += sql == Sql::Key ? "address" : name;
    const bool never_null =
        sql == Sql::NotNull || sql == Sql::Blob || sql == Sql::Key || sql == Sql::Url;
    if (!never_null) text += " or null";
    if (sql == Sql::Blob || sql == Sql::BlobOrNull) text += " bytes";
    text += "\n";
  });
  return text;
}

template <class Row>
std::string names_in_list() {
  std::string text;
  const Row row{};
  each_column(row, [&](const char* name, const auto&, Sql) { text.append(name) += ' '; });
  return text;
}

std::string names_in_schema(Database& database, const std::string& table) {
  std::string text;
  Query query = database.query("SELECT name FROM pragma_table_info(?)");
  query.bind(table);
  while (must(query.step())) text.append(query.text(0)) += ' ';
  return text;
}

TEST(Columns, AreThoseOfTheSchema) {
  auto database = must(Database::open(":memory:", Database::Mode::Create));
  must(migrate(*database, migrations()));
  EXPECT_EQ("id or null\n" + in_list<File>(), in_schema(*database, "file"));
  EXPECT_EQ(in_list<Capture>(), in_schema(*database, "capture_row"));
  EXPECT_EQ(in_list<Document>(), in_schema(*database, "document_row"));
  EXPECT_EQ(in_list<Metadata>(), in_schema(*database, "metadata_row"));
  EXPECT_EQ(in_list<LogEntry>(), in_schema(*database, "log"));
  EXPECT_EQ(in_list<Damage>(), in_schema(*database, "damage"));
  EXPECT_EQ(in_list<Flawed>(), in_schema(*database, "flawed"));
  EXPECT_EQ(in_list<Undated>(), in_schema(*database, "undated"));
  EXPECT_EQ(in_list<Site>(), in_schema(*database, "site"));
  EXPECT_EQ(in_list<Crawl>(), in_schema(*database, "crawl"));
  EXPECT_EQ(in_list<Change>(), in_schema(*database, "change"));
}

// Rows of numbers are read through views that have the texts.
TEST(Columns, AreThoseOfTheViews) {
  auto database = must(Database::open(":memory:", Database::Mode::Create));
  must(migrate(*database, migrations()));
  EXPECT_EQ(names_in_list<Capture>(), names_in_schema(*database, "capture"));
  EXPECT_EQ(names_in_list<Document>(), names_in_schema(*database, "document"));
  EXPECT_EQ(names_in_list<Metadata>(), names_in_schema(*database, "metadata"));
  EXPECT_EQ(names_in_list<Version>(), names_in_schema(*database, "version"));
  EXPECT_EQ(names_in_list<PageRow>(), names_in_schema(*database, "page"));
  EXPECT_EQ(names_in_list<Path>(), names_in_schema(*database, "path"));
}

TEST(Columns, OfACaptureAreReadInTheOrderOfTheView) {
  auto database = must(Database::open(":memory:", Database::Mode::Create));
  must(migrate(*database, migrations()));
  must(database->execute(
      "INSERT INTO address VALUES (7, 'k', 'u'); INSERT INTO capture_row VALUES (7, 1, 2, 3, 4, 0,"
      " 1, 200, 'm', 5, 6, 'd', x'07', 'e', 8, 'l', zeroblob(16), 'r', 0, 0, 9, 'p', 't', 'i', 'g',"
      " 's', 10, 2, x'0b', 1)"));
  Query view = database->query("SELECT * FROM capture");
  Query table = database->query("SELECT" ASOF_CAPTURE_COLUMNS);
  ASSERT_TRUE(must(view.step()) && must(table.step()));
  ASSERT_EQ(view.columns(), table.columns());
  const Capture one = read_row<Capture>(view), other = read_row<Capture>(table);
  EXPECT_EQ(one.record_id, "urn:uuid:00000000-0000-0000-0000-000000000000");
  EXPECT_EQ(one.record_id, other.record_id);
  EXPECT_EQ(one.refers_to_url, "u");
  for (int i = 0; i < view.columns(); ++i)
    EXPECT_TRUE(i == 16 || view.text(i) == table.text(i)) << i;
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
