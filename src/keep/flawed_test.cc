// Records that are cut, have a wrong length or no date: kept, marked, and judged alike by check,
// index, import and extract.
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/dump.h"
#include "codec/gzip.h"
#include "ingest/index.h"
#include "keep/import.h"
#include "retrieve/library.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "warc/check.h"

namespace asof::keep {
namespace {

using capture::Cut;
using test::must;
using test::TempDir;

struct Given {
  std::string date = "2026-11-15T09:30:00Z";
  std::string message = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nwords of a page";
  int off = 0;  // by how much the length is wrong
  std::string type = "response";
  std::string more{};  // fields
  std::string path = "p";
};

std::string record(const Given& given) {
  return "WARC/1.0\r\nWARC-Type: " + given.type + "\r\nWARC-Record-ID: <urn:uuid:" + given.path +
         given.date + ">\r\nWARC-Date: " + given.date + "\r\nWARC-Target-URI: http://example.org/" +
         given.path + "\r\nContent-Type: application/http\r\n" + given.more +
         "Content-Length: " + std::to_string(static_cast<int>(given.message.size()) + given.off) +
         "\r\n\r\n" + given.message + "\r\n\r\n";
}

// What the verbs found, in numbers.
struct Found {
  std::uint64_t records = 0, cut = 0, undated = 0, captures = 0;

  bool operator==(const Found&) const = default;
};
void PrintTo(const Found& found, std::ostream* out) {
  *out << found.records << " records, " << found.cut << " cut, " << found.undated
       << " without a date, " << found.captures << " captures";
}

class Flawed : public testing::Test {
 protected:
  std::string archive() { return (temp_ / "archive").string(); }

  Imported import(const std::string& name, const std::string& bytes) {
    const std::string path = test::write_file(temp_ / name, bytes).string();
    auto directory = must(archive::Directory::open(archive(), archive::Directory::Access::Write));
    auto catalog = must(catalog::Writer::open(archive() + "/catalog.sqlite"));
    auto imported = must(import_files(directory, catalog, {path}, {.threads = 2}));
    must(catalog.settle());
    return imported.at(0);
  }
  catalog::Reader reader() { return must(catalog::Reader::open(archive() + "/catalog.sqlite")); }
  std::string dump() {
    std::string text;
    must(catalog::dump(reader(), [&](std::string_view line) { text += std::string(line) + "\n"; }));
    return text;
  }
  std::vector<catalog::Version> versions(const std::string& path = "p") {
    return must(reader().versions_of("org,example)/" + path));
  }
  Cut cut_at(std::uint64_t offset, const std::string& name) {
    return must(reader().flaws_at({catalog::file_id(name), offset, 0})).cut;
  }

  TempDir temp_;
};

std::string gzip(const std::string& text) { return codec::MemberDeflater(6).deflate(text); }

TEST_F(Flawed, OneFileIsJudgedAlikeByAllVerbs) {
  const std::string good = record({.path = "good"});
  const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  struct Case {
    std::string name;
    std::string bytes;
    Found found;
    Cut cut = Cut::None;               // of the first record
    std::uint64_t said_of_bodies = 0;  // flaws of HTTP, which no record is the worse for
  };
  const std::string cut_member = gzip(record({}));
  for (const Case& one : std::initializer_list<Case>{
           {"whole", record({}) + good, {2, 0, 0, 2}},
           {"short", record({.off = 7}) + good, {2, 1, 0, 2}, Cut::RecordLength},
           {"long", record({.off = -7}) + good, {2, 1, 0, 2}, Cut::RecordLength},
           {"huge", record({.off = 2'000'000'000}) + good, {2, 1, 0, 2}, Cut::RecordLength},
           {"end", record({.off = 7}), {1, 1, 0, 1}, Cut::RecordShort},
           {"member", gzip(record({.off = 7})) + gzip(good), {2, 1, 0, 2}, Cut::RecordShort},
           {"early", cut_member.substr(0, cut_member.size() - 9), {1, 1, 0, 1}, Cut::RecordShort},
           {"checksum",
            cut_member.substr(0, cut_member.size() - 8) + "12345678" + gzip(good),
            {2, 1, 0, 2},
            Cut::RecordDamaged},
           {"now", record({.date = "now"}) + good, {2, 0, 1, 1}},
           {"february", record({.date = "2020-02-30T00:00:00Z"}) + good, {2, 0, 1, 1}},
           {"leap", record({.date = "2016-12-31T23:59:60Z"}) + good, {2, 0, 0, 2}},
           {"minute", record({.date = "2019-08-15T01:02"}) + good, {2, 0, 0, 2}},
           {"both", record({.date = "now", .off = 7}) + good, {2, 1, 1, 1}, Cut::RecordLength},
           {"body-short",
            record({.message = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"}),
            {1, 0, 0, 1},
            Cut::BodyShort,
            1},
           {"body-long",
            record({.message = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello"}),
            {1, 0, 0, 1},
            Cut::BodyLong,
            1},
           {"chunks-short",
            record({.message = chunked + "5\r\nhello\r\n"}),
            {1, 0, 0, 1},
            Cut::ChunksShort,
            1},
           {"chunks-broken",
            record({.message = chunked + "5\r\nhello\r\nmore\r\n"}),
            {1, 0, 0, 1},
            Cut::ChunksBroken,
            1},
           {"long-body",
            record({.message = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" +
                               std::string(9'000'000, 'x')}),
            {1, 0, 0, 1},
            Cut::BodyLong,
            1},
           {"told",
            record({.message = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
            .more = "WARC-Truncated: disconnect\r\n"}),
            {1, 0, 0, 1}},
           {"returns",
            record({.message = "HTTP/1.1 200 OK\r\r\nContent-Length: 5\r\r\n\r\r\nhello"}),
            {1, 0, 0, 1}},
       }) {
    SCOPED_TRACE(one.name);
    const std::string name = one.name + ".warc";
    MemorySource source(one.bytes, name);
    std::uint64_t bodies = 0;
    const auto verdict = must(warc::check(
        source, [&](const warc::Problem& problem) { bodies += problem.rule == "http-body"; }));
    EXPECT_EQ(
        (Found{verdict.records, verdict.cut, verdict.undated, verdict.records - verdict.undated}),
        one.found);
    EXPECT_EQ(bodies, one.said_of_bodies);

    std::uint64_t lines = 0, lost = 0, beside = 0;
    const auto read = must(ingest::index_file(
        source, name, [&](std::string&, const cdx::Line&) { ++lines; },
        [](std::string_view) { return Result<void>(); },
        {.threads = 1,
         .on_damage = [&](const warc::Damage& damage) { ++(damage.lost ? lost : beside); }}));
    EXPECT_EQ((Found{read, one.found.cut, lost - one.found.cut, lines}), one.found);
    EXPECT_EQ(beside, one.said_of_bodies);

    const Imported imported = import(name, one.bytes);
    EXPECT_EQ((Found{imported.records, imported.cut - bodies, imported.undated, imported.captures}),
              one.found);
    EXPECT_EQ(cut_at(0, name), one.cut);

    const bool sound = one.cut == Cut::None || one.said_of_bodies > 0;
    std::string out;
    const auto extracted = retrieve::extract(source, {}, retrieve::Extract::Payload,
                                             [&](std::string_view bytes) -> Result<void> {
                                               out += bytes;
                                               return {};
                                             });
    EXPECT_EQ(extracted.has_value(), sound);
    if (extracted && one.name != "told") EXPECT_EQ(extracted->empty(), one.said_of_bodies == 0);
    if (one.said_of_bodies == 0 && one.name != "told" && one.name != "returns")
      EXPECT_TRUE(out.starts_with("words of a page")) << out;
  }
}

TEST_F(Flawed, WhatIsCutIsNoVersionAndNobodysOriginal) {
  const std::string body = "words of a page";
  const std::string digest =
      "WARC-Payload-Digest: sha1:" + base32(digest_of(Algorithm::Sha1, body)) + "\r\n";
  const std::string first = record({.more = digest});
  const std::string revisit = record(
      {.date = "2026-11-15T10:00:00Z",
       .message = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n",
       .type = "revisit",
       .more = digest +
               "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
               "WARC-Refers-To-Target-URI: http://example.org/p\r\n"
               "WARC-Refers-To-Date: 2026-11-15T09:30:00Z\r\n"});
  // Three bytes of the body are missing from the file.
  const std::string cut = record({.off = 3, .more = digest});
  std::string shorter = cut;
  shorter.replace(shorter.find("a page"), 6, "a p");
  import("cut.warc", shorter + revisit);
  EXPECT_TRUE(versions().empty() || versions()[0].captures == 1);
  auto origin = must(reader().original_of({catalog::file_id("cut.warc"), shorter.size(), 0}));
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->match, catalog::OriginMatch::None);
  // The same record, whole, is the original; the cut one still counts for nothing.
  import("whole.warc", first);
  origin = must(reader().original_of({catalog::file_id("cut.warc"), shorter.size(), 0}));
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->match, catalog::OriginMatch::Address);
  EXPECT_EQ(origin->where.file, catalog::file_id("whole.warc"));
  ASSERT_EQ(versions().size(), 1u);
  EXPECT_EQ(versions()[0].captures, 2u);
  std::uint64_t captures = 0;
  must(reader().captures_of("org,example)/p", [&](const catalog::Capture&) { return ++captures; }));
  EXPECT_EQ(captures, 3u) << "all are kept";
}

TEST_F(Flawed, ADateProvesNothingNarrowerThanItIs) {
  const auto page = [](const std::string& date, const std::string& words) {
    return record({.date = date, .message = "HTTP/1.1 200 OK\r\n\r\n" + words});
  };
  import("coarse.warc", page("2019-08", "one") + page("2019-08-15T00:00:00Z", "two"));
  ASSERT_EQ(versions().size(), 1u) << "which of the two came first nobody knows";
  EXPECT_EQ(versions()[0].first, *parse_iso8601("2019-08-15T00:00:00Z"));
  import("before.warc", page("2018", "three"));
  EXPECT_EQ(versions().size(), 2u) << "that one lies before them";
  EXPECT_EQ(must(reader().flaws_at({catalog::file_id("before.warc"), 0, 0})).width,
            std::int64_t{365} * 86'400'000);
}

TEST_F(Flawed, WithoutADateACaptureIsFoundByItsUrlAlone) {
  import("now.warc", record({.date = "now"}));
  std::vector<catalog::Undated> rows;
  must(reader().undated("org,example)/p", [&](const catalog::Undated& row) {
    rows.push_back(row);
    return true;
  }));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].date, "now");
  EXPECT_EQ(rows[0].status, 200);
  EXPECT_FALSE(must(reader().at_or_after("org,example)/p", Instant{INT64_MIN})));
  EXPECT_EQ(dump().find("1970"), std::string::npos);
}

TEST_F(Flawed, ReindexGivesTheSameRows) {
  import("a.warc", record({.date = "now"}) + record({.off = 7, .path = "q"}) +
                       record({.date = "2019-08", .path = "r"}));
  const std::string before = dump();
  EXPECT_NE(before.find("undated\t"), std::string::npos);
  EXPECT_NE(before.find("flawed\t"), std::string::npos);
  auto directory = must(archive::Directory::open(archive(), archive::Directory::Access::Write));
  must(reindex(directory, {.threads = 2}, [](catalog::Writer& catalog) -> Result<void> {
    TRY(catalog.settle());
    return {};
  }));
  EXPECT_EQ(dump(), before);
}

}  // namespace
}  // namespace asof::keep
