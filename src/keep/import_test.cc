#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "archive/warc_writer.h"
#include "archive/zip.h"
#include "base/digest.h"
#include "base/text.h"
#include "catalog/dump.h"
#include "cdx/cdxj.h"
#include "ingest/index.h"
#include "ingest/wacz.h"
#include "keep/import.h"
#include "retrieve/library.h"
#include "support/temp_dir.h"
#include "warc/check.h"
#include "warc/exchange.h"
#include "warc/reader.h"

namespace asof::keep {
namespace {

using test::read_file;
using test::TempDir;
using test::write_file;

const Instant kStart = *parse_iso8601("2026-11-15T09:30:00Z");

std::string record(const warc::Draft& draft, bool gzip = true) {
  warc::Encoder encoder({.compression = gzip ? warc::Compression::Gzip : warc::Compression::None});
  return encoder.encode(draft);
}

warc::Draft response(const std::string& url, std::string_view block, int second = 0) {
  return {.id = "urn:uuid:" + hex(digest_of(Algorithm::Md5, url + std::to_string(second))),
          .date = {kStart.ms + second * 1000},
          .target_uri = url,
          .content_type = std::string(warc::kHttpResponse),
          .block = block};
}

constexpr std::string_view kPage =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: \"x\"\r\n"
    "Last-Modified: Sun, 15 Nov 2026 09:00:00 GMT\r\n\r\n"
    "<title>A &amp; B</title><base href=\"/sub/\"><a href=\"next#top\">n</a><img src=/i.png>";

// An archive in a fresh directory, imported into.
class Import : public testing::Test {
 protected:
  std::vector<Imported> import(const std::vector<std::string>& paths,
                               archive::Directory::How how = archive::Directory::How::Link) {
    auto directory = archive::Directory::open(archive(), archive::Directory::Access::Write);
    EXPECT_TRUE(directory);
    auto catalog = writer();
    auto result = import_files(*directory, catalog, paths, {.how = how, .threads = 2});
    EXPECT_TRUE(result) << result.error().what;
    EXPECT_TRUE(catalog.settle());
    return std::move(*result);
  }
  // As derive does it.
  static Result<void> settle(catalog::Writer& catalog) {
    TRY(catalog.settle());
    return {};
  }
  catalog::Reader reader() {
    auto catalog = catalog::Reader::open(archive() + "/catalog.sqlite");
    EXPECT_TRUE(catalog) << catalog.error().what;
    return std::move(*catalog);
  }
  catalog::Writer writer() {
    auto catalog = catalog::Writer::open(archive() + "/catalog.sqlite");
    EXPECT_TRUE(catalog) << catalog.error().what;
    return std::move(*catalog);
  }
  std::string dump() {
    std::string text;
    EXPECT_TRUE(
        catalog::dump(reader(), [&](std::string_view line) { text += std::string(line) + "\n"; }));
    return text;
  }
  std::string archive() { return (temp_ / "archive").string(); }
  std::string write(const std::string& name, const std::string& bytes) {
    return write_file(temp_ / name, bytes).string();
  }
  std::string payload(const std::string& key, Instant at) {
    auto directory = archive::Directory::open(archive(), archive::Directory::Access::Read);
    auto catalog = reader();
    auto capture = catalog.at_or_after(key, at);
    EXPECT_TRUE(capture && *capture) << key;
    auto file = catalog.file((*capture)->where.file);
    auto holding = archive::Holding::open(*directory, (*file)->name);
    EXPECT_TRUE(holding) << holding.error().what;
    warc::Reader reader(holding->source(), [](const warc::Damage&) {},
                        {(*capture)->where.offset, (*capture)->where.inner});
    std::string out;
    warc::Exchange exchange(**reader.next(), http::Layer::Content,
                            [&](std::string_view bytes) { out += bytes; });
    for (auto piece = reader.read(); piece && !piece->empty(); piece = reader.read())
      exchange.push(*piece);
    exchange.finish();
    return out;
  }

  TempDir temp_;
};

TEST_F(Import, ReadsAPageWithItsLinksAndDigests) {
  import({write("a.warc.gz", record(response("http://example.org/p", kPage)))});
  auto catalog = reader();
  auto capture = catalog.at_or_after("org,example)/p", kStart);
  ASSERT_TRUE(capture && *capture);
  EXPECT_EQ((*capture)->status, 200);
  EXPECT_EQ((*capture)->mime, "text/html");
  EXPECT_EQ((*capture)->etag, "\"x\"");
  EXPECT_EQ((*capture)->last_modified, parse_iso8601("2026-11-15T09:00:00Z"));
  std::string_view body = kPage.substr(kPage.find("<title>"));
  EXPECT_EQ((*capture)->sha256, digest_of(Algorithm::Sha256, body));
  EXPECT_EQ((*capture)->digest, warc::labelled(Algorithm::Sha1, digest_of(Algorithm::Sha1, body)));
  auto document = catalog.document("org,example)/p", "http://example.org/p", (*capture)->sha256);
  ASSERT_TRUE(document && *document);
  EXPECT_EQ((*document)->title, "A & B");
  auto links = catalog.links_from("org,example)/p", "http://example.org/p", (*capture)->sha256);
  ASSERT_EQ(links->size(), 2u);
  EXPECT_EQ((*links)[0].url, "http://example.org/sub/next");
  EXPECT_EQ((*links)[1].url, "http://example.org/i.png");
}

TEST_F(Import, TheSameFileTwiceChangesNothing) {
  std::string path = write("a.warc.gz", record(response("http://example.org/p", kPage)));
  import({path});
  std::string before = dump();
  auto again = import({path});
  EXPECT_EQ(again[0].state, Imported::State::Known);
  EXPECT_EQ(dump(), before);
  auto renamed = import({write("b.warc.gz", read_file(path))});
  EXPECT_EQ(renamed[0].state, Imported::State::Known);
  EXPECT_EQ(dump(), before);
}

TEST_F(Import, OneBadFileDoesNotKeepTheOthersOut) {
  auto results = import({write("text.txt", "not an archive\n"),
                         write("a.warc.gz", record(response("http://example.org/p", kPage))),
                         write("empty.warc", "")});
  EXPECT_EQ(results[0].state, Imported::State::Failed);
  EXPECT_EQ(results[1].state, Imported::State::New);
  EXPECT_EQ(results[2].state, Imported::State::Failed);
  EXPECT_NE(results[0].why.find("offset 0"), std::string::npos) << results[0].why;
  EXPECT_EQ(*list_files(archive() + "/warc"), std::vector<std::string>{"a.warc.gz"});
}

TEST_F(Import, OfTwoFilesWithOneNameTheFirstIsTaken) {
  std::filesystem::create_directories(temp_ / "other");
  const auto files = import({write("a.warc.gz", record(response("http://example.org/p", kPage))),
                             write("other/a.warc.gz", record(response("http://a.org/", kPage)))});
  EXPECT_EQ(files[0].state, Imported::State::New);
  EXPECT_EQ(files[1].state, Imported::State::Failed);
  EXPECT_NE(files[1].why.find("rename yours"), std::string::npos) << files[1].why;
}

TEST_F(Import, ReindexKeepsTheCatalogWhileAFileIsAway) {
  const std::string path = write("a.warc.gz", record(response("http://example.org/p", kPage)));
  import({path});
  const std::string before = dump();
  std::filesystem::rename(path, path + ".away");
  auto directory = archive::Directory::open(archive(), archive::Directory::Access::Write);
  const auto again = reindex(*directory, {}, settle);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().what.find("links to " + path), std::string::npos) << again.error().what;
  EXPECT_EQ(dump(), before);
}

TEST_F(Import, APostedRequestMakesAnotherResource) {
  std::string file = record(response("http://example.org/form", kPage));
  warc::Draft request = response("http://example.org/form",
                                 "POST /form HTTP/1.1\r\nContent-Type: "
                                 "application/x-www-form-urlencoded\r\n\r\nq=cats",
                                 1);
  request.type = warc::Type::Request;
  request.content_type = warc::kHttpRequest;
  file += record(request) + record(response("http://example.org/form", kPage, 2));
  import({write("a.warc.gz", file)});
  auto catalog = reader();
  // The request stands between two answers; it belongs to the one before it, as crawlers write.
  EXPECT_TRUE(*catalog.at_or_after("org,example)/form?__wb_method=post&q=cats", kStart));
  EXPECT_TRUE(*catalog.at_or_after("org,example)/form", kStart));
}

TEST_F(Import, ReachesRecordsInsideAWholeFileStreamAndInsideAWacz) {
  std::string plain =
      record(response("http://example.org/1", "HTTP/1.1 200 OK\r\n\r\none"), false) +
      record(response("http://example.org/2", "HTTP/1.1 200 OK\r\n\r\ntwo", 1), false);
  import({write("whole.warc.gz", codec::MemberDeflater().deflate(plain))});
  EXPECT_EQ(payload("org,example)/2", kStart), "two");

  std::string wacz = (temp_ / "x.wacz").string();
  auto zip = archive::ZipWriter::create(wacz, kStart);
  ASSERT_TRUE(zip->add("archive/in.warc.gz",
                       record(response("http://inside.example/", "HTTP/1.1 200 OK\r\n\r\nthree"))));
  ASSERT_TRUE(zip->close());
  auto imported = import({wacz});
  EXPECT_EQ(imported[0].state, Imported::State::New) << imported[0].why;
  EXPECT_EQ(payload("example,inside)/", kStart), "three");
}

TEST_F(Import, UndoesEveryCodingOfAPayload) {
  std::string zipped = codec::MemberDeflater().deflate("squeezed");
  std::string block =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n";
  block += (zipped.size() < 16 ? "0" : "") + hex(std::string(1, static_cast<char>(zipped.size()))) +
           "\r\n" + zipped + "\r\n0\r\n\r\n";
  import({write("a.warc.gz", record(response("http://example.org/z", block)))});
  EXPECT_EQ(payload("org,example)/z", kStart), "squeezed");
  auto capture = reader().at_or_after("org,example)/z", kStart);
  EXPECT_EQ((*capture)->sha256, digest_of(Algorithm::Sha256, zipped));
}

TEST_F(Import, ReindexGivesTheSameCatalogRowForRow) {
  std::string file = record(response("http://example.org/1", kPage));
  warc::Draft revisit = response("http://example.org/1", "HTTP/1.1 304 Not Modified\r\n\r\n", 5);
  revisit.type = warc::Type::Revisit;
  revisit.profile = warc::kNotModified;
  import({write("later.warc.gz", record(revisit)), write("a.warc.gz", file),
          write("crawl.log",
                "2026-11-15T09:30:00.000Z   200         10 http://example.org/1 - - "
                "text/html #001 20261115093000000+5 sha1:X - -\n")});
  std::string before = dump();
  EXPECT_NE(before.find("crawl.log"), std::string::npos);
  auto directory = archive::Directory::open(archive(), archive::Directory::Access::Write);
  auto again = reindex(*directory, {.threads = 2}, settle);
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(dump(), before);
}

TEST_F(Import, AFileSomebodyElseLeftOpenStaysAsItIs) {
  std::string broken = record(response("http://example.org/1", kPage));
  broken[broken.size() / 2] = static_cast<char>(broken[broken.size() / 2] ^ 1);
  const std::string bytes = record(response("http://example.org/0", kPage)) + broken +
                            record(response("http://example.org/2", kPage));
  for (const auto how : {archive::Directory::How::Link, archive::Directory::How::Copy}) {
    std::filesystem::remove_all(archive());
    const std::string path = write("a.warc.gz.open", bytes);
    const auto results = import({path}, how);
    EXPECT_EQ(results[0].captures, 3u);
    EXPECT_EQ(results[0].cut, 1u);
    EXPECT_EQ(results[0].damage, 1u);
    const std::string before = dump();
    auto directory = archive::Directory::open(archive(), archive::Directory::Access::Write);
    ASSERT_TRUE(reindex(*directory, {}, settle));
    EXPECT_EQ(dump(), before);
    EXPECT_EQ(read_file(path), bytes);
    EXPECT_EQ(read_file(directory->warc_path("a.warc.gz")), bytes);
  }
}

TEST_F(Import, ReindexTakesWhatIsLeftOfALogForALog) {
  import({write("a.warc.gz", record(response("http://example.org/1", kPage)))});
  std::filesystem::create_directories(archive() + "/logs");
  std::ofstream(archive() + "/logs/empty.log");
  std::ofstream(archive() + "/logs/cut.log") << "2026-11-15T09:30";
  auto directory = archive::Directory::open(archive(), archive::Directory::Access::Write);
  auto again = reindex(*directory, {}, settle);
  ASSERT_TRUE(again) << again.error().what;
  for (const Imported& one : *again) EXPECT_EQ(one.state, Imported::State::New) << one.why;
}

TEST_F(Import, DamageIsReportedAndTheRestRead) {
  std::string one = record(response("http://example.org/1", kPage));
  std::string two = record(response("http://example.org/2", kPage, 1));
  std::string broken = two;
  broken[broken.size() / 2] = static_cast<char>(broken[broken.size() / 2] ^ 1);
  auto results = import(
      {write("a.warc.gz", one + broken + record(response("http://example.org/3", kPage, 2)))});
  EXPECT_EQ(results[0].captures, 3u);
  EXPECT_EQ(results[0].cut, 1u);
  EXPECT_EQ(results[0].damage, 1u);
  auto catalog = reader();
  std::vector<std::uint64_t> offsets;
  ASSERT_TRUE(
      catalog.damage([&](const catalog::Damage& d) { return offsets.push_back(d.offset), true; }));
  EXPECT_EQ(offsets, std::vector<std::uint64_t>{one.size()});
}

TEST_F(Import, ExportedIndexAndIndexOfTheFileAgree) {
  std::string file;
  for (int i = 0; i < 700; ++i)
    file += record(response("http://example.org/" + std::to_string(i % 300), kPage, i));
  std::string path = write("a.warc.gz", file);
  import({path});
  auto write_line = [](std::string& out, const cdx::Line& line) { cdx::append_cdxj(out, line); };
  std::vector<std::string> direct, exported;
  auto source = FileSource::open(path);
  ASSERT_TRUE(ingest::index_file(*source, "a.warc.gz", write_line,
                                 [&](std::string_view text) {
                                   for (std::string_view line : split(text, '\n'))
                                     if (!line.empty()) direct.emplace_back(line);
                                   return Result<void>();
                                 },
                                 {.threads = 2}));
  std::sort(direct.begin(), direct.end());
  ASSERT_TRUE(
      reader().captures_with_prefix("", [&](const catalog::Capture& c, std::string_view name) {
        exported.push_back(cdx::write_cdxj(ingest::index_line(c, name)));
        return true;
      }));
  std::sort(exported.begin(), exported.end());
  EXPECT_EQ(direct.size(), 700u);
  EXPECT_EQ(direct, exported);
}

TEST_F(Import, AWaczHoldsWhatWasImportedAndCanBeImportedItself) {
  import({write("a.warc.gz", record(response("http://example.org/p", kPage)))});
  auto directory = archive::Directory::open(archive(), archive::Directory::Access::Read);
  auto catalog = reader();
  std::string path = (temp_ / "out.wacz").string();
  auto wacz = ingest::export_wacz(*directory, catalog, path, {.title = "T", .created = kStart});
  ASSERT_TRUE(wacz) << wacz.error().what;
  EXPECT_EQ(wacz->pages, 1u);
  auto source = FileSource::open(path);
  std::vector<std::string> names;
  auto entries = archive::read_zip(*source);
  ASSERT_TRUE(entries);
  for (const auto& entry : *entries) names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector<std::string>{"archive/a.warc.gz", "indexes/index.cdx.gz",
                                             "indexes/index.idx", "pages/pages.jsonl",
                                             "datapackage.json", "datapackage-digest.json"}));
  // Its WARC is in the archive already.
  EXPECT_EQ(import({path})[0].state, Imported::State::Known);
}

// Data packages allow lower-case letters, digits, '.', '-' and '_' in names, each once; the file
// keeps its own name in its path.
TEST_F(Import, AWaczNamesItsResourcesAsDataPackagesDo) {
  const std::string one = record(response("http://example.org/1", kPage));
  const std::string two = record(response("http://example.org/2", kPage));
  import({write("A~b C.warc.gz", one), write("a-B-c.warc.gz", two)});
  auto directory = archive::Directory::open(archive(), archive::Directory::Access::Read);
  std::string path = (temp_ / "out.wacz").string();
  ASSERT_TRUE(ingest::export_wacz(*directory, reader(), path, {.created = kStart}));
  const std::string bytes = test::read_file(path);
  for (const char* part : {"\"name\":\"a-b-c.warc.gz\",\"path\":\"archive/A~b C.warc.gz\"",
                           "\"name\":\"a-b-c.warc.gz-2\",\"path\":\"archive/a-B-c.warc.gz\""})
    EXPECT_NE(bytes.find(part), std::string::npos) << part;
}

TEST_F(Import, AWaczSaysOfAnUnmodifiedCaptureWhatItsOriginalWas) {
  warc::Draft revisit = response("http://example.org/p", "HTTP/1.1 304 Not Modified\r\n\r\n", 5);
  revisit.type = warc::Type::Revisit;
  revisit.profile = warc::kNotModified;
  import({write("a.warc.gz", record(response("http://example.org/p", kPage)) + record(revisit))});
  auto directory = archive::Directory::open(archive(), archive::Directory::Access::Read);
  std::string path = (temp_ / "out.wacz").string();
  ASSERT_TRUE(ingest::export_wacz(*directory, reader(), path, {.created = kStart}));
  auto source = FileSource::open(path);
  auto entries = archive::read_zip(*source);
  std::string bytes((*entries)[1].size, '\0');
  ASSERT_TRUE(source->read_at((*entries)[1].begin, bytes));
  codec::MemberInflater inflater;
  auto lines = inflater.inflate(bytes, 100'000);
  ASSERT_TRUE(lines);
  auto second = split(lines->content, '\n')[1];
  auto line = cdx::parse_cdxj(second, 2);
  ASSERT_TRUE(line) << second;
  EXPECT_EQ(line->mime, "warc/revisit");
  EXPECT_EQ(line->status, 200);
  EXPECT_FALSE(line->digest.empty());
}

TEST_F(Import, AnExportedLineOfAnUnmodifiedCaptureHasTheDigestOfItsOriginal) {
  warc::Draft revisit = response("http://example.org/p", "HTTP/1.1 304 Not Modified\r\n\r\n", 5);
  revisit.type = warc::Type::Revisit;
  revisit.profile = warc::kNotModified;
  import({write("a.warc.gz", record(response("http://example.org/p", kPage)) + record(revisit))});
  auto catalog = reader();
  std::vector<std::string> digests;
  ASSERT_TRUE(
      catalog.captures_with_prefix("", [&](const catalog::Capture& c, std::string_view name) {
        auto shown = retrieve::with_content(catalog, c);
        EXPECT_TRUE(shown);
        digests.push_back(ingest::index_line(c, *shown, name).digest);
        return true;
      }));
  ASSERT_EQ(digests.size(), 2u);
  EXPECT_FALSE(digests[0].empty());
  EXPECT_EQ(digests[0], digests[1]);
}

TEST_F(Import, ADigestThatCanBeNoneIsComputed) {
  warc::Draft bad = response("http://example.org/p", kPage);
  bad.payload_digest = "sha1:\x1b[31mBAD";
  import({write("a.warc.gz", record(bad) + record(response("http://example.org/q", kPage, 1)))});
  std::vector<std::string> exported, direct;
  ASSERT_TRUE(reader().captures_with_prefix("", [&](const catalog::Capture& c, std::string_view) {
    exported.push_back(c.digest);
    return true;
  }));
  auto source = FileSource::open((temp_ / "a.warc.gz").string());
  ASSERT_TRUE(ingest::index_file(
      *source, "a", [](std::string& out, const cdx::Line& line) { out += line.digest; },
      [&](std::string_view text) {
        for (auto line : split(text, '\n'))
          if (!line.empty()) direct.emplace_back(line);
        return Result<void>();
      },
      {.threads = 1}));
  ASSERT_EQ(exported.size(), 2u);
  EXPECT_EQ(exported[0], exported[1]);
  EXPECT_EQ(direct, exported);
}

TEST_F(Import, AWaczListsAPageWhoseContentWasFirstSeenElsewhere) {
  const auto again = [&](const char* url, int second) {
    warc::Draft revisit =
        response(url, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", second);
    revisit.type = warc::Type::Revisit;
    revisit.profile = warc::kIdenticalPayload;
    revisit.payload_digest = warc::labelled(
        Algorithm::Sha256, digest_of(Algorithm::Sha256, kPage.substr(kPage.find("\r\n\r\n") + 4)));
    revisit.refers_to_uri = "http://example.org/p";
    revisit.refers_to_date = response("http://example.org/p", kPage).date;
    return record(revisit);
  };
  import({write("a.warc.gz",
                record(response("http://example.org/p", kPage)) + again("http://example.org/p", 3) +
                    again("http://example.org/q", 4) + again("http://example.org/q", 5))});
  auto directory = archive::Directory::open(archive(), archive::Directory::Access::Read);
  std::string path = (temp_ / "out.wacz").string();
  auto wacz = ingest::export_wacz(*directory, reader(), path, {.created = kStart});
  ASSERT_TRUE(wacz) << wacz.error().what;
  EXPECT_EQ(wacz->captures, 4u);
  EXPECT_EQ(wacz->pages, 2u);  // p and q, once each
}

TEST_F(Import, AFileChangedSinceItsImportIsNotExported) {
  std::string path = write("a.warc.gz", record(response("http://example.org/p", kPage)));
  import({path});
  write("a.warc.gz", record(response("http://example.org/p", kPage, 9)));
  auto directory = archive::Directory::open(archive(), archive::Directory::Access::Read);
  auto wacz = ingest::export_wacz(*directory, reader(), (temp_ / "o.wacz").string(), {});
  ASSERT_FALSE(wacz);
  EXPECT_EQ(wacz.error().code, Errc::Corrupt);
  EXPECT_FALSE(exists((temp_ / "o.wacz").string()));
}

}  // namespace
}  // namespace asof::keep
