// Changes between versions, as they are kept.
#include <gtest/gtest.h>

#include "catalog/schema_internal.h"
#include "catalog/writer.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::must;
using test::TempDir;

constexpr std::string_view kPage = "com,example)/x";

Change change_between(const Version& old, const Version& fresh, double importance) {
  return {.urlkey = fresh.urlkey,
          .fresh = name_of(fresh),
          .old_first = old.first,
          .old_where = old.where,
          .since = old.last,
          .until = fresh.first,
          .last_modified = Instant{7},
          .importance = importance,
          .stage = 7,
          .reason = "one block",
          .basis = basis_of(old, fresh),
          .algorithm = "1"};
}

// The page x in three versions, settled.
Writer three_versions(const TempDir& directory) {
  auto catalog = open_new(directory);
  add_file(catalog, "f",
           {response("x", 1000, {0, 0, 0}, "A"), response("x", 2000, {0, 1, 0}, "B"),
            response("x", 3000, {0, 2, 0}, "C"), response("y", 1000, {0, 3, 0}, "D")});
  must(catalog.settle());
  return catalog;
}

PageChanges weighed(const Writer& catalog, double importance = .5) {
  const auto versions = must(catalog.reader().versions_of(kPage));
  PageChanges page{.urlkey = std::string(kPage), .last = true};
  for (std::size_t i = 1; i < versions.size(); ++i) {
    page.changes.emplace_back(change_between(versions[i - 1], versions[i], importance),
                              ChangeDetail{"{\"delta\":1}", "n 0 http://example.com/y"});
    page.all.push_back(name_of(versions[i]));
  }
  page.resources = {"com,example)/y"};
  page.checked = 3;
  page.lied = 1;
  return page;
}

std::vector<std::string> touched(const Writer& catalog) {
  return must(catalog.reader().touched_changes("", 100));
}

TEST(Changes, AreDueForPagesCapturedTwice) {
  TempDir directory;
  auto catalog = three_versions(directory);
  EXPECT_EQ(touched(catalog), std::vector<std::string>{std::string(kPage)});
  must(catalog.put_changes({weighed(catalog)}));
  EXPECT_TRUE(touched(catalog).empty());
  EXPECT_EQ(must(catalog.reader().count_touched_changes()), 0U);
}

TEST(Changes, AreKeptInEveryField) {
  TempDir directory;
  auto catalog = three_versions(directory);
  must(catalog.put_changes({weighed(catalog, .25)}));
  const auto found = must(catalog.reader().changes_of(kPage));
  ASSERT_EQ(found.size(), 2U);
  const auto versions = must(catalog.reader().versions_of(kPage));
  EXPECT_EQ(found[1].fresh, name_of(versions[2]));
  EXPECT_EQ(found[1].old_first, versions[1].first);
  EXPECT_EQ(found[1].old_where, versions[1].where);
  EXPECT_EQ(found[1].since.ms, 2000);
  EXPECT_EQ(found[1].until.ms, 3000);
  EXPECT_EQ(found[1].last_modified, Instant{7});
  EXPECT_EQ(found[1].importance, .25);
  EXPECT_EQ(found[1].stage, 7);
  EXPECT_EQ(found[1].reason, "one block");
  EXPECT_EQ(found[1].basis, basis_of(versions[1], versions[2]));
  EXPECT_EQ(found[1].algorithm, "1");
  const auto detail = must(catalog.reader().change_detail(std::string(kPage), found[1].fresh));
  EXPECT_EQ(detail.delta, "{\"delta\":1}");
  EXPECT_EQ(detail.uses, "n 0 http://example.com/y");
  EXPECT_EQ(must(catalog.reader().validators("com,example)")).checked, 3U);
  EXPECT_EQ(must(catalog.reader().validators("com,example)")).lied, 1U);
  EXPECT_EQ(must(catalog.reader().validators("org,")).checked, 0U);
  std::size_t seen = 0;
  must(catalog.reader().changes("com,", [&](const Change&) { return ++seen > 0; }));
  EXPECT_EQ(seen, 2U);
}

TEST(Changes, GoWithTheVersionsTheyLieBetween) {
  TempDir directory;
  auto catalog = three_versions(directory);
  must(catalog.put_changes({weighed(catalog)}));
  must(catalog.remove_file(file_id("f")));
  must(catalog.settle());
  EXPECT_EQ(touched(catalog), std::vector<std::string>{std::string(kPage)});
  must(catalog.put_changes({PageChanges{.urlkey = std::string(kPage), .last = true}}));
  EXPECT_TRUE(must(catalog.reader().changes_of(kPage)).empty());
  std::string rest;
  must(dump(catalog.reader(), [&](std::string_view line) { rest += line; }));
  EXPECT_EQ(rest, "");
}

TEST(Changes, AreDueAgainWhenWhatTheyUseIsCapturedAgain) {
  TempDir directory;
  auto catalog = three_versions(directory);
  must(catalog.put_changes({weighed(catalog)}));
  add_file(catalog, "g", {response("z", 5000, {0, 0, 0}, "E")});
  must(catalog.settle());
  EXPECT_TRUE(touched(catalog).empty()) << "nobody uses z";
  add_file(catalog, "h", {response("y", 5000, {0, 0, 0}, "E")});
  must(catalog.settle());
  EXPECT_EQ(touched(catalog), (std::vector<std::string>{std::string(kPage), "com,example)/y"}));
}

TEST(Changes, AreDueAgainUnderAnotherAlgorithm) {
  TempDir directory;
  auto catalog = three_versions(directory);
  must(catalog.put_changes({weighed(catalog)}));
  EXPECT_EQ(must(catalog.touch_other_algorithms("1")), 0U);
  EXPECT_EQ(must(catalog.touch_other_algorithms("2")), 1U);
}

TEST(Changes, OfAPageMayComeInParts) {
  TempDir directory;
  auto catalog = three_versions(directory);
  PageChanges whole = weighed(catalog);
  PageChanges first{.urlkey = whole.urlkey, .changes = {whole.changes[0]}};
  must(catalog.put_changes({first}));
  EXPECT_EQ(must(catalog.reader().changes_of(kPage)).size(), 1U);
  EXPECT_EQ(touched(catalog).size(), 1U);
  whole.changes.erase(whole.changes.begin());
  must(catalog.put_changes({whole}));
  EXPECT_EQ(must(catalog.reader().changes_of(kPage)).size(), 2U);
  EXPECT_TRUE(touched(catalog).empty());
}

TEST(Changes, RestOnWhatTheyWereMadeOf) {
  TempDir directory;
  auto catalog = three_versions(directory);
  const auto v = must(catalog.reader().versions_of(kPage));
  const std::int64_t basis = basis_of(v[0], v[1]);
  EXPECT_EQ(basis, basis_of(v[0], v[1]));
  EXPECT_NE(basis, basis_of(v[1], v[2]));
  Version other = v[0];
  other.last = Instant{1500};
  EXPECT_NE(basis, basis_of(other, v[1])) << "the interval is another";
  other = v[1];
  other.sha256 = "x";
  EXPECT_NE(basis, basis_of(v[0], other));
  other = v[1];
  ++other.captures;
  EXPECT_EQ(basis, basis_of(v[0], other)) << "how often it was seen does not matter";
}

TEST(Changes, AreSummedUp) {
  TempDir directory;
  auto catalog = three_versions(directory);
  PageChanges page = weighed(catalog);
  page.changes[0].first.importance = page.changes[0].first.matters = .1;
  page.changes[1].first.importance = page.changes[1].first.matters = 1;
  must(catalog.put_changes({page}));
  const auto summary = must(summarise_changes(catalog.reader(), "", 1));
  EXPECT_EQ(summary.rows, 2U);
  EXPECT_EQ(summary.changed, 2U);
  EXPECT_EQ(summary.pages, 1U);
  EXPECT_DOUBLE_EQ(summary.importance, 1.1);
  EXPECT_EQ(summary.tenths[0], 1U);
  EXPECT_EQ(summary.tenths[9], 1U);
  ASSERT_EQ(summary.stages.size(), 1U);
  EXPECT_EQ(summary.stages[0], (std::pair<int, std::uint64_t>(7, 2)));
  ASSERT_EQ(summary.most.size(), 1U);
  EXPECT_EQ(summary.most[0].importance, 1);
  EXPECT_EQ(summary.pending, 0U);
  EXPECT_EQ(must(summarise_changes(catalog.reader(), "org,", 1)).rows, 0U);
}

TEST(Changes, AreDueInACatalogThatDidNotKnowThem) {
  TempDir directory;
  const std::string path = (directory / "catalog.sqlite").string();
  {
    auto database = must(Database::open(path, Database::Mode::Create));
    must(migrate(*database, migrations().first(1)));
    must(
        database->execute("INSERT INTO page VALUES ('com,example)/x', 'http://example.com/x',"
                          " 2, 2, 1, 2), ('com,example)/y', 'http://example.com/y', 1, 1, 1, 1)"));
  }
  const auto catalog = must(Writer::open(path));
  EXPECT_EQ(touched(catalog), std::vector<std::string>{std::string(kPage)});
}

TEST(Changes, AndDocumentsOfAnOlderCatalogAreKept) {
  TempDir directory;
  const std::string path = (directory / "catalog.sqlite").string();
  {
    auto database = must(Database::open(path, Database::Mode::Create));
    must(migrate(*database, migrations().first(4)));
    must(database->execute(
        "INSERT INTO document VALUES ('com,example)/b', 'http://example.com/b', x'02', 'B', NULL,"
        " NULL, NULL, 7, 3, 0, NULL), ('com,example)/a', 'http://example.com/a', x'01', 'A',"
        " 'utf-8', NULL, NULL, 8, 4, 0, zeroblob(3000));"
        "INSERT INTO new_document VALUES ('com,example)/c', 'http://example.com/c', x'03', 'C',"
        " NULL, NULL, NULL, 9, 5, 2, x'04');"
        "INSERT INTO change_detail VALUES ('com,example)/a', 'http://example.com/a', 1, 2, 3, 4,"
        " x'aa', x'bb')"));
  }
  const auto reader = must(Reader::open(path));
  const auto one = must(reader.document("com,example)/a", "http://example.com/a", "\x01"));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->title, "A");
  EXPECT_EQ(one->links.size(), 3000U);
  EXPECT_TRUE(must(reader.document("com,example)/b", "http://example.com/b", "\x02")));
  auto database = must(Database::open(path, Database::Mode::ReadWrite));
  EXPECT_EQ(must(database->integer("SELECT count(*) FROM document")), 3);
  EXPECT_EQ(must(database->integer("SELECT count(*) FROM document WHERE title = 'C' AND"
                                   " link_count = 2 AND links = x'04'")),
            1);
  EXPECT_EQ(must(database->integer("SELECT count(*) FROM change_detail WHERE delta = x'aa' AND"
                                   " uses = x'bb' AND inner = 4")),
            1);
  EXPECT_FALSE(test::is_ok(
      database->execute("INSERT INTO document_row SELECT * FROM document_row WHERE title = 'B'")));
}

}  // namespace
}  // namespace asof::catalog
