#include "catalog/writer.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "catalog/rows_internal.h"
#include "catalog/schema_internal.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::fails_with;
using test::is_ok;
using test::must;
using test::TempDir;

TEST(Catalog, IsRefusedWhereTheFileIsNotOne) {
  TempDir directory;
  EXPECT_TRUE(fails_with(Reader::open(directory / "none"), Errc::NotFound, "none"));
  std::string text = test::write_file(directory / "text", std::string(5000, 'x'));
  EXPECT_TRUE(fails_with(Reader::open(text), Errc::Invalid, "not a catalog"));
  EXPECT_TRUE(fails_with(Writer::open(text), Errc::Invalid, "not a catalog"));

  std::string foreign = (directory / "foreign").string();
  must(must(Database::open(foreign, Database::Mode::Create))->execute("CREATE TABLE t (x)"));
  std::string before = test::read_file(foreign);
  EXPECT_TRUE(fails_with(Writer::open(foreign), Errc::Invalid, "foreign"));
  EXPECT_TRUE(fails_with(Reader::open(foreign), Errc::Invalid, "foreign"));
  EXPECT_EQ(test::read_file(foreign), before) << "a foreign database is left as it was";
}

TEST(Catalog, OfANewerProgramIsRefused) {
  TempDir directory;
  std::string path = (directory / "catalog.sqlite").string();
  { auto catalog = open_new(directory); }
  must(must(Database::open(path, Database::Mode::ReadWrite))->execute("PRAGMA user_version = 99"));
  EXPECT_TRUE(fails_with(Writer::open(path), Errc::Invalid, "newer"));
  EXPECT_TRUE(fails_with(Reader::open(path), Errc::Invalid, "99"));
}

TEST(Schema, TakesEachStepOnceAndWholly) {
  TempDir directory;
  auto database = must(Database::open((directory / "db").string(), Database::Mode::Create));
  const char* good[] = {"CREATE TABLE one (x)", "CREATE TABLE two (x); INSERT INTO one VALUES (1)"};
  const char* bad[] = {good[0], good[1], "CREATE TABLE three (x); CREATE TABLE three (x)"};
  must(migrate(*database, std::span(good, 1)));
  EXPECT_FALSE(is_ok(migrate(*database, bad)));
  EXPECT_EQ(must(database->integer("PRAGMA user_version")), 2) << "steps before the bad one stay";
  EXPECT_EQ(must(database->integer("SELECT count(*) FROM sqlite_master")), 2);
  must(migrate(*database, good));
  EXPECT_EQ(must(database->integer("SELECT count(*) FROM one")), 1);
  EXPECT_TRUE(fails_with(migrate(*database, std::span(good, 1)), Errc::Invalid, "newer"));
  EXPECT_TRUE(fails_with(require_version(*database, 3), Errc::Invalid, "older"));
}

TEST(Catalog, CanBeReadInAReadOnlyDirectory) {
  TempDir directory;
  std::filesystem::create_directory(directory / "shut");
  std::string path = (directory / "shut" / "catalog.sqlite").string();
  {
    auto catalog = must(Writer::open(path));
    add_file(catalog, "a", {response("x", 5, {0, 1, 0}, "A")});
  }
  ASSERT_EQ(chmod((directory / "shut").c_str(), 0555), 0);
  if (access((directory / "shut").c_str(), W_OK) == 0) {
    // The superuser may write anywhere; the fallback is then tried directly.
    auto database = must(Database::open_immutable(path));
    EXPECT_EQ(must(database->integer("SELECT count(*) FROM capture")), 1);
  }
  auto reader = must(Reader::open(path));
  EXPECT_EQ(must(reader.at_or_before("com,example)/x", {9}))->at.ms, 5);
  ASSERT_EQ(chmod((directory / "shut").c_str(), 0755), 0);
}

TEST(Catalog, SaysWhenAnotherWriterHoldsIt) {
  TempDir directory;
  auto catalog = open_new(directory);
  std::string path = (directory / "catalog.sqlite").string();
  auto other = must(Database::open(path, Database::Mode::ReadWrite));
  must(other->execute("BEGIN IMMEDIATE"));
  EXPECT_TRUE(fails_with(catalog.remove_file(1), Errc::Busy, path));
  must(other->execute("ROLLBACK"));
  EXPECT_TRUE(is_ok(catalog.remove_file(1)));
}

TEST(Catalog, SaysWhenThereIsNoSpaceAndKeepsWhatItHad) {
  TempDir directory;
  auto database = must(Database::open((directory / "db").string(), Database::Mode::Create));
  must(database->execute("CREATE TABLE t (x); PRAGMA max_page_count = 3"));
  auto full = database->execute("INSERT INTO t VALUES (zeroblob(100000))");
  EXPECT_TRUE(fails_with(full, Errc::Full, "db"));
  EXPECT_EQ(must(database->integer("SELECT count(*) FROM t")), 0);
}

TEST(Catalog, KeepsEveryFieldOfACapture) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture c = response("x", 1234567, {0, 77, 88}, "A");
  c.kind = Kind::Revisit;
  c.status = 200;
  c.length = 99;
  c.etag = "\"e\"";
  c.last_modified = Instant{5};
  c.location = "http://l/";
  c.refers_to = "<urn:r>";
  c.refers_to_key = "k)/";
  c.refers_to_url = "http://k/";
  c.refers_to_at = Instant{6};
  c.profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
  c.truncated = "length";
  c.ip = "::1";
  c.page_id = "p";
  c.resource_type = "document";
  c.fetch_ms = 12;
  c.purpose = Purpose::Revisit;
  c.where.file = add_file(catalog, "f", {c});
  Capture kept = must(catalog.reader().capture_at(c.where)).value();
  EXPECT_EQ(kept.profile, kIdenticalPayload);
  auto fields = [](const Capture& x) {
    return std::tie(x.urlkey, x.at, x.where, x.url, x.kind, x.status, x.mime, x.size, x.length,
                    x.digest, x.sha256, x.etag, x.last_modified, x.location, x.record_id,
                    x.refers_to, x.refers_to_key, x.refers_to_url, x.refers_to_at, x.truncated,
                    x.ip, x.page_id, x.resource_type, x.fetch_ms, x.purpose);
  };
  EXPECT_EQ(fields(kept), fields(c));
}

TEST(Catalog, GoesOnWithAFileWhereItsLastBatchEnded) {
  TempDir directory;
  File file{.name = "a.warc.gz",
            .sha256 = {},
            .format = "warc",
            .compression = "gzip",
            .about = {},
            .first = {},
            .last = {}};
  {
    auto catalog = open_new(directory);
    must(catalog.begin_file(file));
    Batch batch{.file = file.id(),
                .progress = 500,
                .records = 2,
                .about = "{}",
                .captures = {response("x", 1, {file.id(), 0, 0}, "A")},
                .documents = {},
                .metadata = {},
                .damage = {{file.id(), 400, "cut"}}};
    must(catalog.commit(batch));
    must(catalog.commit(batch));  // twice is once
    batch.file = 1;
    EXPECT_TRUE(fails_with(catalog.commit(batch), Errc::NotFound));
  }
  auto catalog = open_new(directory);
  File resumed = must(catalog.begin_file(file));
  EXPECT_EQ(resumed.progress, 500u);
  EXPECT_EQ(resumed.records, 2u);
  EXPECT_EQ(resumed.state, FileState::Importing);
  must(catalog.finish_file(file.id(), 900, std::string(32, 'h')));
  File done = must(catalog.reader().file_by_sha256(std::string(32, 'h'))).value();
  EXPECT_EQ(done.state, FileState::Complete);
  EXPECT_EQ(must(catalog.reader().file_by_name("a.warc.gz"))->size, 900u);
  int damages = 0;
  must(catalog.reader().damage([&](const Damage&) { return ++damages; }));
  EXPECT_EQ(damages, 1);
}

TEST(Catalog, IsTheSameWhateverTheOrderOfFiles) {
  TempDir directory;
  std::vector<Capture> a = {response("x", 1, {0, 0, 0}, "A"), response("y", 2, {0, 9, 0}, "B")};
  std::vector<Capture> b = {revisit("x", 3, {0, 0, 0}, "A"), response("z", 2, {0, 9, 0}, "C")};
  auto one = open_new(directory, "one");
  add_file(one, "a", a);
  add_file(one, "b", b);
  auto two = open_new(directory, "two");
  add_file(two, "b", b);
  add_file(two, "gone", b);
  must(two.remove_file(file_id("gone")));
  add_file(two, "a", a);
  must(one.settle());
  must(two.settle());
  EXPECT_EQ(text_of(one.reader()), text_of(two.reader()));
  EXPECT_TRUE(must(two.reader().settled()));
}

// Every look-up against a linear scan of the same captures.
TEST(Catalog, FindsWhatALinearScanFinds) {
  std::mt19937 random(7);
  TempDir directory;
  auto catalog = open_new(directory);
  std::vector<Capture> all;
  for (int f = 0; f < 3; ++f) {
    std::vector<Capture> captures;
    for (std::uint64_t i = 0; i < 60; ++i) {
      std::string content(1, static_cast<char>('A' + random() % 3));
      Capture c = response(std::string(1, static_cast<char>('a' + random() % 4)),
                           static_cast<std::int64_t>(random() % 50), {0, i, random() % 2}, content);
      if (random() % 3 == 0) c.url = "https://example.com/" + c.urlkey.substr(13);
      if (random() % 4 == 0) c.kind = static_cast<Kind>(1 + random() % 5);
      if (random() % 4 == 0) c.status = 404;
      captures.push_back(c);
    }
    FileId id = add_file(catalog, "f" + std::to_string(f), captures);
    for (Capture& c : captures) c.where.file = id;
    all.insert(all.end(), captures.begin(), captures.end());
  }
  auto order = [](const Capture& c) { return std::tie(c.urlkey, c.at, c.where); };
  std::sort(all.begin(), all.end(),
            [&](const Capture& x, const Capture& y) { return order(x) < order(y); });

  for (int round = 0; round < 2000; ++round) {
    std::string key = "com,example)/" + std::string(1, static_cast<char>('a' + random() % 5));
    Instant at{static_cast<std::int64_t>(random() % 54) - 2};
    std::string url = random() % 2 ? "" : "https://example.com/" + key.substr(13);
    Filter filter{.url = url, .status = random() % 2 ? 0 : 404};
    const Capture* before = nullptr;
    const Capture* after = nullptr;
    for (const Capture& c : all) {
      if (c.urlkey != key || c.kind > Kind::Resource) continue;
      if ((!url.empty() && c.url != url) || (filter.status && c.status != filter.status)) continue;
      if (c.at <= at) before = &c;
      if (c.at >= at && !after) after = &c;
    }
    auto where = [](const auto& c) { return c ? c->where : Locator{-1, 0, 0}; };
    EXPECT_EQ(where(must(catalog.reader().at_or_before(key, at, filter))), where(before));
    EXPECT_EQ(where(must(catalog.reader().at_or_after(key, at, filter))), where(after));
  }

  std::vector<Locator> expected, found;
  for (const Capture& c : all) expected.push_back(c.where);
  must(catalog.reader().captures_with_prefix("com,example)",
                                             [&](const Capture& c, std::string_view name) {
                                               EXPECT_EQ(file_id(name), c.where.file);
                                               found.push_back(c.where);
                                               return true;
                                             }));
  EXPECT_EQ(found, expected);
  for (const Capture& c : all)
    EXPECT_EQ(must(catalog.reader().capture_at(c.where))->where, c.where);
}

TEST(Catalog, StopsWhenACallbackSaysSo) {
  TempDir directory;
  auto catalog = open_new(directory);
  add_file(catalog, "a", {response("x", 1, {0, 0, 0}, "A"), response("x", 2, {0, 1, 0}, "A")});
  int seen = 0;
  must(catalog.reader().captures_of("com,example)/x", [&](const Capture&) {
    // A callback may ask the same question again.
    int inside = 0;
    must(catalog.reader().captures_of("com,example)/x",
                                      [&](const Capture&) { return ++inside > 0; }));
    EXPECT_EQ(inside, 2);
    return ++seen < 1;
  }));
  EXPECT_EQ(seen, 1);
}

TEST(Catalog, TreatsAnyBytesAsText) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture c = response("x", 1, {0, 0, 0}, "A");
  c.urlkey = std::string("k'\0\xff\"--", 7);
  c.url = std::string("\0", 1);
  add_file(catalog, "it's \"one\"", {c});
  EXPECT_EQ(must(catalog.reader().at_or_after(c.urlkey, {0}))->url, c.url);
}

TEST(Catalog, FindsTheLinksOfAndToADocument) {
  TempDir directory;
  auto catalog = open_new(directory);
  File file{.name = "f",
            .sha256 = {},
            .format = "warc",
            .compression = "none",
            .about = {},
            .first = {},
            .last = {}};
  must(catalog.begin_file(file));
  Batch batch;
  batch.file = file.id();
  for (std::string path : {"a", "b"}) {
    Document d;
    d.urlkey = "com,example)/" + path;
    d.url = "http://example.com/" + path;
    d.sha256 = std::string(32, 'd');
    d.title = path;
    d.links = pack_links({{LinkKind::Hyperlink, "a/@href", "http://example.com/c#part"},
                          {LinkKind::Hyperlink, "a/@href", "http://example.com/" + path}});
    d.link_count = 2;
    batch.documents.push_back(d);
  }
  must(catalog.commit(batch));
  EXPECT_EQ(must(catalog.reader().links_from("com,example)/a", "http://example.com/a",
                                             std::string(32, 'd')))
                .size(),
            2u);
  std::string from;
  must(catalog.reader().links_to("http://example.com/c", "com,example)",
                                 [&](const Document& d, const Link&) {
                                   from += d.title;
                                   return true;
                                 }));
  EXPECT_EQ(from, "ab");
}

}  // namespace
}  // namespace asof::catalog
