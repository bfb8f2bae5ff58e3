#include "verify/gather.h"

#include <gtest/gtest.h>

#include "certificate/certify.h"
#include "certificate/json.h"
#include "support/crawl_records.h"
#include "support/temp_dir.h"
#include "warc/reader.h"

namespace asof::verify {
namespace {

using archive::Directory;
using certificate::Answer;
using certificate::Grade;
using certificate::Purpose;
using test::CrawlRecords;
using test::CrawlVisit;
using test::must;
using test::TempDir;

constexpr std::string_view kCrawl = "a.example-20261115093000";

Instant at(std::int64_t seconds) {
  return {parse_iso8601("2026-11-15T09:30:00Z")->ms + seconds * 1000};
}

CrawlVisit visit(std::string url, std::int64_t sent, std::string etag = "") {
  return {.url = std::move(url), .sent = at(sent), .took = 500, .etag = std::move(etag)};
}

std::string sha256(std::string_view text) { return hex(digest_of(Algorithm::Sha256, text)); }

void locate(capture::RecordName& record, std::uint64_t offset, std::uint64_t length) {
  record.offset = offset;
  record.length = length;
}

// What a crawl gathers while it writes: captures whose blocks it holds whole.
certificate::Evidence gather_fresh(const Directory& directory) {
  Gathering gathering{std::string(kCrawl)};
  for (const std::string& name : must(crawl_files(directory, kCrawl))) {
    const auto file = must(FileSource::open(directory.warc_path(name)));
    gathering.begin_file(name);
    warc::Reader reader(file, [](const warc::Damage&) {});
    while (const warc::Record* head = must(reader.next())) {
      const std::uint64_t offset = reader.position().offset;
      std::string block;
      for (auto piece = must(reader.read()); !piece.empty(); piece = must(reader.read()))
        block += piece;
      auto capture = capture::read_record(*head, {.block = block});
      if (!capture) gathering.describe_crawl(block);
      const std::uint64_t length = must(reader.finish()).length;
      if (!capture) continue;
      if (capture->notes) locate(capture->notes_record, offset, length);
      for (capture::Exchange& exchange : capture->exchanges) {
        locate(exchange.record, offset, length);
        locate(exchange.request_record, offset, length);
      }
      gathering.take(*capture);
    }
    gathering.end_file(file.size(), must(sha256_of(file)));
  }
  return must(std::move(gathering).finish(directory));
}

void expect_same(const certificate::Evidence& a, const certificate::Evidence& b) {
  EXPECT_EQ(a.files, b.files);
  EXPECT_EQ(a.pages, b.pages);
  EXPECT_EQ(a.faults, b.faults);
  EXPECT_EQ(certificate::to_json(certificate::certify(a)),
            certificate::to_json(certificate::certify(b)));
}

TEST(Gather, ReadsWhatACrawlWrote) {
  TempDir temp;
  const auto directory =
      must(Directory::open((temp / "archive").string(), Directory::Access::Write));
  CrawlRecords crawl(directory, std::string(kCrawl), at(0));
  auto seed = visit("http://a.example/", 0, "\"1\"");
  seed.more = {{"rate", "0.25"}, {"weight", "2.5"}};
  seed.last_modified = "Sun, 15 Nov 2026 09:00:00 GMT";
  const auto first = crawl.whole(seed, "hello");
  auto found = visit("http://a.example/b", 2);
  found.hops = "LE";
  found.more = {{"requisite", "http://a.example/"}};
  crawl.identical(found, first);
  crawl.failed(visit("http://b.example/", 4), "-2", "connection refused");
  crawl.failed(visit("http://c.example/", 5), "-9998", "robots.txt");
  auto robots = visit("http://a.example/robots.txt", 5);
  robots.purpose = "robots";
  crawl.whole(robots, "User-agent: *");
  auto again = visit("http://a.example/", 6);
  again.purpose = "revisit";
  again.asked_etag = "\"1\"";
  again.asked_modified = seed.last_modified;
  crawl.not_modified(again, first);
  auto audit = visit("http://a.example/", 8, "\"1\"");
  audit.purpose = "audit";
  crawl.identical(audit, first);
  auto moved = visit("http://a.example/old", 9);
  crawl.whole(moved, "", 301, "/new");
  crawl.whole(visit("http://a.example/big", 10), "cut of", 200, "", "time");
  crawl.end();

  const auto evidence = must(gather(directory, kCrawl));
  for (const auto& fault : evidence.faults) ADD_FAILURE() << fault.url << ": " << fault.what;
  EXPECT_EQ(evidence.strategy, "sharc-unified");
  EXPECT_EQ(evidence.operator_name, "a library");
  EXPECT_EQ(evidence.ended, "done");
  ASSERT_EQ(evidence.files.size(), 1U);
  EXPECT_EQ(evidence.files[0].sha256,
            sha256(test::read_file(directory.warc_path(evidence.files[0].name))));
  ASSERT_EQ(evidence.pages.size(), 5U) << "robots.txt and what it forbids are no pages";

  const auto& page = evidence.pages[0];
  EXPECT_EQ(page.rate, 0.25);
  EXPECT_EQ(page.weight, 2.5);
  ASSERT_EQ(page.sightings.size(), 3U);
  EXPECT_EQ(page.sightings[0].content, (certificate::Content{200, sha256("hello"), ""}));
  EXPECT_EQ(page.sightings[0].received.ms - page.sightings[0].sent.ms, 500);
  EXPECT_EQ(page.sightings[0].record.offset, first.where.offset);
  EXPECT_EQ(page.sightings[0].record.length, first.where.length);
  EXPECT_EQ(page.sightings[0].record.id, first.id);
  EXPECT_EQ(page.sightings[0].modified, parse_iso8601("2026-11-15T09:00:00Z"));
  EXPECT_EQ(page.sightings[1].answer, Answer::NotModified);
  EXPECT_EQ(page.sightings[1].asked, page.sightings[0].validators);
  EXPECT_EQ(page.sightings[1].original->record, page.sightings[0].record);
  EXPECT_EQ(page.sightings[2].purpose, Purpose::Audit);
  EXPECT_EQ(page.sightings[2].content, page.sightings[0].content);

  EXPECT_TRUE(evidence.pages[1].requisite);
  EXPECT_EQ(evidence.pages[1].depth, 2U);
  EXPECT_EQ(evidence.pages[1].sightings[0].original->url, "http://a.example/");
  EXPECT_EQ(evidence.pages[2].sightings[0].answer, Answer::Failed);
  EXPECT_EQ(evidence.pages[2].sightings[0].reason, "-2 connection refused");
  EXPECT_EQ(evidence.pages[3].sightings[0].content.location, "/new");
  EXPECT_EQ(evidence.pages[4].sightings[0].answer, Answer::Incomplete);

  const auto certificate = certificate::certify(evidence);
  EXPECT_EQ(certificate.pages[0].grade, Grade::Proven);
  EXPECT_EQ(certificate.as_of.span.from, Instant{at(0).ms + 500});
  EXPECT_EQ(certificate.as_of.span.until, at(8));
  expect_same(gather_fresh(directory), evidence);
}

// A version that was not stored ends and extends proofs as one that was.
TEST(Gather, BelievesADigestAsItBelievesABody) {
  std::vector<std::vector<certificate::PageVerdict>> verdicts;
  for (const bool store : {true, false}) {
    const TempDir temp;
    const auto directory = must(Directory::open(temp.path().string(), Directory::Access::Write));
    CrawlRecords crawl(directory, std::string(kCrawl), at(0));
    const auto first = crawl.whole(visit("http://a.example/", 0), "hello");
    const auto see = [&](std::int64_t when, std::string_view body) {
      auto again = visit("http://a.example/", when);
      again.purpose = "revisit";
      if (store)
        crawl.whole(again, body);
      else
        crawl.not_stored(again, first, body);
    };
    see(10, "hullo");
    see(20, "hullo");
    see(30, "hallo");
    crawl.end();
    const auto evidence = must(gather(directory, kCrawl));
    EXPECT_TRUE(evidence.faults.empty());
    EXPECT_EQ(evidence.pages[0].sightings[1].content.sha256, sha256("hullo"));
    verdicts.push_back(certificate::certify(evidence).pages);
    expect_same(gather_fresh(directory), evidence);
  }
  ASSERT_EQ(verdicts[0].size(), 1u);
  EXPECT_EQ(verdicts[0][0].grade, verdicts[1][0].grade);
  EXPECT_EQ(verdicts[0][0].content, verdicts[1][0].content);
  EXPECT_EQ(verdicts[0][0].proven, verdicts[1][0].proven);
  EXPECT_EQ(verdicts[0][0].changes, verdicts[1][0].changes);
  EXPECT_EQ(verdicts[0][0].changes.size(), 2u);
}

TEST(Gather, CountsWhatWasLeftOut) {
  const TempDir temp;
  const auto directory = must(Directory::open(temp.path().string(), Directory::Access::Write));
  CrawlRecords crawl(directory, std::string(kCrawl), at(0));
  crawl.whole(visit("http://a.example/", 0), "hello");
  crawl.failed(visit("http://a.example/private", 1), "-9998", "robots.txt refuses it");
  crawl.failed(visit("http://a.example/private", 2), "-9998", "robots.txt refuses it");
  // Allowed at first, then not: it was asked for.
  crawl.failed(visit("http://a.example/", 3), "-9998", "robots.txt refuses it");
  crawl.end("done", {{"known", "7"}, {"notFollowed", "outside 120, too-deep 3, nonsense"}});
  const auto evidence = must(gather(directory, kCrawl));
  ASSERT_TRUE(evidence.left_out);
  EXPECT_EQ(*evidence.left_out,
            (certificate::LeftOut{
                .known = 7, .refused = 1, .links = {{"outside", 120}, {"too-deep", 3}}}));
  EXPECT_EQ(gather_fresh(directory).left_out, evidence.left_out);
}

TEST(Gather, TakesTheFilesOfTheCrawlAndNoOthers) {
  TempDir temp;
  const auto directory =
      must(Directory::open((temp / "archive").string(), Directory::Access::Write));
  for (const char* name :
       {"a.example-20261115093000", "a.example-2026111509300",
        "a.example-20261115093000-20261115093000", "b.a.example-20261115093000"}) {
    CrawlRecords crawl(directory, name, at(0), std::hash<std::string_view>()(name));
    crawl.whole(visit("http://a.example/", 0), name);
    crawl.end();
  }
  CrawlRecords open(directory, std::string(kCrawl), at(100));
  open.whole(visit("http://a.example/unfinished", 100), "x");
  const auto evidence = must(gather(directory, kCrawl));
  ASSERT_EQ(evidence.files.size(), 1U);
  ASSERT_EQ(evidence.pages.size(), 1U);
  EXPECT_EQ(evidence.pages[0].sightings[0].content.sha256, sha256(kCrawl));
  EXPECT_TRUE(test::fails_with(gather(directory, "a.example"), Errc::NotFound));
}

TEST(Gather, FindsOriginalsInFilesOfEarlierCrawls) {
  TempDir temp;
  const auto directory =
      must(Directory::open((temp / "archive").string(), Directory::Access::Write));
  CrawlRecords earlier(directory, "a.example-20251115093000", at(-1'000'000), 2);
  earlier.whole(visit("http://a.example/other", -1'000'001), "other");
  const auto kept = earlier.whole(visit("http://a.example/", -1'000'000, "\"1\""), "hello");
  earlier.end();
  CrawlRecords unrelated(directory, "b.example-20251115093000", at(-1'000'000), 3);
  unrelated.whole(visit("http://b.example/", -1'000'000), "hello");
  unrelated.end();
  CrawlRecords crawl(directory, std::string(kCrawl), at(0), 4);
  auto asked = visit("http://a.example/", 0);
  asked.asked_etag = "\"1\"";
  crawl.not_modified(asked, kept);
  crawl.identical(visit("http://a.example/copy", 5), kept);
  auto by_date = kept;
  by_date.id.clear();
  crawl.identical(visit("http://a.example/dated", 6), by_date);
  crawl.end();

  const auto evidence = must(gather(directory, kCrawl));
  for (const auto& fault : evidence.faults) ADD_FAILURE() << fault.url << ": " << fault.what;
  ASSERT_EQ(evidence.files.size(), 2U);
  EXPECT_TRUE(evidence.files[1].earlier);
  EXPECT_EQ(evidence.files[1].name, kept.where.file);
  const auto& original = evidence.pages[0].sightings[0].original;
  ASSERT_TRUE(original.has_value());
  EXPECT_EQ(original->record.file, 1U);
  EXPECT_EQ(original->record.offset, kept.where.offset);
  EXPECT_EQ(original->content.sha256, sha256("hello"));
  EXPECT_EQ(original->validators.etag, "\"1\"");
  EXPECT_EQ(evidence.pages[2].sightings[0].original, original);
  expect_same(gather_fresh(directory), evidence);
}

TEST(Gather, UsesNothingWhoseOriginalIsMissingOrAnother) {
  TempDir temp;
  const auto directory =
      must(Directory::open((temp / "archive").string(), Directory::Access::Write));
  CrawlRecords crawl(directory, std::string(kCrawl), at(0));
  auto kept = crawl.whole(visit("http://a.example/", 0), "hello");
  auto lost = kept;
  lost.id = "urn:uuid:00000000-0000-4000-8000-000000000000";
  crawl.identical(visit("http://a.example/", 1), lost);
  auto altered = kept;
  altered.payload_digest = CrawlRecords::digest("something else");
  const auto last = crawl.identical(visit("http://a.example/", 2), altered);
  crawl.end();
  const auto evidence = must(gather(directory, kCrawl));
  ASSERT_EQ(evidence.faults.size(), 2U);
  EXPECT_EQ(evidence.faults[1].offset, last.where.offset);
  EXPECT_EQ(evidence.faults[1].url, "http://a.example/");
  EXPECT_EQ(certificate::certify(evidence).pages[0].grade, Grade::Likely);
}

}  // namespace
}  // namespace asof::verify
