#include "catalog/page_sums_internal.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <random>

#include "catalog/dump.h"
#include "catalog/rows_internal.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::fails_with;
using test::is_ok;
using test::must;
using test::TempDir;

constexpr std::size_t kReserved = 20;  // where the header says how many bytes of a page are ours

// A catalog of some hundred pages; its path.
std::string some_catalog(const TempDir& directory) {
  auto catalog = must(Writer::open(directory / "catalog.sqlite"));
  for (int file = 0; file < 4; ++file) {
    std::vector<Capture> rows;
    for (int i = 0; i < 200; ++i)
      rows.push_back(response("page " + std::to_string(i * 7 % 150), i * 10 + file,
                              {0, static_cast<std::uint64_t>(i + 1), 0},
                              std::string(1, static_cast<char>('a' + (i + file) % 26))));
    add_file(catalog, "file " + std::to_string(file), rows);
  }
  must(catalog.settle());
  return (directory / "catalog.sqlite").string();
}

Result<std::string> all_of(const std::string& path) {
  auto reader = TRY(Reader::open(path));
  std::string text;
  TRY(dump(reader, [&](std::string_view line) { text.append(line).append("\n"); }));
  return text;
}

// A connection as other programs have it.
class Plain final {
 public:
  explicit Plain(const std::string& path) {
    EXPECT_EQ(sqlite3_open(path.c_str(), &connection_), SQLITE_OK);
  }
  Plain(const Plain&) = delete;
  Plain& operator=(const Plain&) = delete;
  ~Plain() { sqlite3_close(connection_); }

  void run(const std::string& sql) {
    EXPECT_EQ(sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(connection_);
  }
  std::vector<std::string> column(const char* sql) {
    std::vector<std::string> values;
    const auto keep = [](void* into, int, char** value, char**) {
      static_cast<std::vector<std::string>*>(into)->emplace_back(value[0]);
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(connection_, sql, keep, &values, nullptr), SQLITE_OK);
    return values;
  }

 private:
  sqlite3* connection_ = nullptr;
};

// The same rows in pages without checksums, as before there were any.
void copy_without_sums(const std::string& from, const std::string& to) {
  Plain copy(to);
  copy.run("PRAGMA page_size = 4096; ATTACH '" + from + "' AS old");
  for (const char* pragma : {"application_id", "user_version"})
    copy.run("PRAGMA main." + std::string(pragma) + " = " +
             copy.column(("PRAGMA old." + std::string(pragma)).c_str()).front());
  for (const std::string& sql :
       copy.column("SELECT sql FROM old.sqlite_master WHERE sql IS NOT NULL AND type = 'table'"))
    copy.run(sql);
  for (const std::string& name :
       copy.column("SELECT name FROM old.sqlite_master WHERE type = 'table'"))
    copy.run("INSERT INTO main.\"" + name + "\" SELECT * FROM old.\"" + name + "\"");
  for (const std::string& sql :
       copy.column("SELECT sql FROM old.sqlite_master WHERE sql IS NOT NULL AND type != 'table'"))
    copy.run(sql);
}

TEST(PageSums, ADamagedCatalogIsNoticedOrAnswersAsBefore) {
  TempDir directory;
  const std::string path = some_catalog(directory);
  const std::string right = must(all_of(path));
  const std::string bytes = test::read_file(path);
  const std::string harmed = (directory / "harmed.sqlite").string();
  std::mt19937_64 random(7);
  int noticed = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::string other = bytes;
    // The header, where most bytes mean something, as often as all the rest.
    const std::size_t at = random() % (trial % 2 == 0 ? 100 : bytes.size());
    other[at] = static_cast<char>(other[at] ^ (1 << random() % 8));
    test::write_file(harmed, other);
    const auto text = all_of(harmed);
    if (text)
      EXPECT_TRUE(*text == right) << "byte " << at;
    else
      ++noticed;
  }
  EXPECT_GT(noticed, 40);
}

TEST(PageSums, SayWhatToDo) {
  TempDir directory;
  const std::string path = some_catalog(directory);
  std::string bytes = test::read_file(path);
  bytes[bytes.size() / 2] ^= 1;
  bytes[2000] ^= 1;
  test::write_file(path, bytes);
  EXPECT_TRUE(fails_with(Reader::open(path), Errc::Corrupt, "asof reindex"));
}

TEST(PageSums, AreExpectedThoughTheHeaderSaysThereAreNone) {
  TempDir directory;
  const std::string path = some_catalog(directory);
  std::string bytes = test::read_file(path);
  ASSERT_EQ(bytes[kReserved], kSumBytes);
  bytes[kReserved] = 0;
  test::write_file(path, bytes);
  EXPECT_TRUE(fails_with(Reader::open(path), Errc::Corrupt, "checksum"));
}

TEST(PageSums, FindAPageInThePlaceOfAnother) {
  TempDir directory;
  const std::string path = some_catalog(directory);
  const std::string bytes = test::read_file(path);
  const std::string right = must(all_of(path));
  std::string other = bytes;
  for (std::size_t at = 4096; at + 8192 <= bytes.size(); at += 8192)
    other.replace(at, 4096, bytes, at + 4096, 4096);
  test::write_file(path, other);
  EXPECT_FALSE(is_ok(all_of(path)));
}

TEST(PageSums, AreAddedToACatalogThatHasNone) {
  TempDir directory;
  const std::string right = must(all_of(some_catalog(directory)));
  const std::string path = (directory / "plain.sqlite").string();
  copy_without_sums((directory / "catalog.sqlite").string(), path);
  EXPECT_EQ(test::read_file(path)[kReserved], 0);
  EXPECT_FALSE(must(must(Reader::open(path)).condition()).checksums);
  EXPECT_EQ(must(all_of(path)), right);
  { auto catalog = must(Writer::open(path)); }
  EXPECT_EQ(test::read_file(path)[kReserved], kSumBytes);
  const auto condition = must(must(Reader::open(path)).condition());
  EXPECT_TRUE(condition.checksums);
  EXPECT_TRUE(condition.faults.empty());
  EXPECT_EQ(must(all_of(path)), right);
}

TEST(PageSums, StayRightWhenOthersReadTheCatalog) {
  TempDir directory;
  const std::string path = some_catalog(directory);
  const std::string right = must(all_of(path));
  { EXPECT_EQ(Plain(path).column("SELECT count(*) FROM file").front(), "4"); }
  EXPECT_EQ(must(all_of(path)), right);
}

}  // namespace
}  // namespace asof::catalog
