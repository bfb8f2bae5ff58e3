#include "verify/verify.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "certificate/json.h"
#include "support/crawl_records.h"
#include "support/temp_dir.h"

namespace asof::verify {
namespace {

using archive::Directory;
using test::CrawlRecords;
using test::CrawlVisit;
using test::must;
using test::TempDir;

constexpr std::string_view kCrawl = "a.example-20261115093000";

Instant at(std::int64_t seconds) {
  return {parse_iso8601("2026-11-15T09:30:00Z")->ms + seconds * 1000};
}

// An archive of two crawls, the later of which refers to the earlier, and the later's certificate.
struct World {
  World()
      : directory(must(Directory::open((temp / "archive").string(), Directory::Access::Write))) {
    CrawlRecords earlier(directory, "a.example-20251115093000", at(-1'000'000), 2);
    const auto kept = earlier.whole({.url = "http://a.example/k", .sent = at(-1'000'000)}, "kept");
    earlier.end();
    earlier_file = kept.where.file;
    CrawlRecords crawl(directory, std::string(kCrawl), at(0));
    std::vector<test::Kept> first;
    for (int i = 0; i < 6; ++i)
      first.push_back(
          crawl.whole(visit(i, i, "\"" + std::to_string(i) + "\""), "body " + std::to_string(i)));
    crawl.identical({.url = "http://a.example/copy", .sent = at(6)}, kept);
    for (int i = 0; i < 3; ++i)
      crawl.identical(visit(i, 10 + 2 * i), first[static_cast<std::size_t>(i)]);
    auto conditional = visit(3, 20);
    conditional.asked_etag = "\"3\"";
    crawl.not_modified(conditional, first[3]);
    auto audit = visit(3, 21, "\"3\"");
    audit.purpose = "audit";
    crawl.identical(audit, first[3]);
    crawl.whole(visit(4, 23), "another body");
    crawl.failed(visit(5, 24), "-4", "timed out");
    crawl.end();
    evidence = must(gather(directory, kCrawl));
    crawl_file = evidence.files[0].name;
    json = certificate::to_json(certificate::certify(evidence));
  }

  static CrawlVisit visit(int page, std::int64_t sent, std::string etag = "") {
    return {.url = "http://a.example/" + std::to_string(page),
            .sent = at(sent),
            .took = 700,
            .etag = std::move(etag)};
  }

  TempDir temp;
  Directory directory;
  std::string crawl_file, earlier_file;
  certificate::Evidence evidence;
  std::string json;
};

TEST(Verify, FindsASoundCertificateSound) {
  const World world;
  EXPECT_TRUE(world.evidence.faults.empty());
  const auto verdict = must(verify(world.directory, world.json));
  EXPECT_TRUE(verdict.sound()) << verdict.differences[0].what;
  EXPECT_TRUE(verdict.usual_rules);
  EXPECT_EQ(verdict.files, 2U);
  EXPECT_EQ(verdict.pages, 7U);
  EXPECT_NE(verdict.headline.find("4 of 7 pages proven"), std::string::npos) << verdict.headline;
}

TEST(Verify, NoticesEveryAlteredByteOfTheCertificate) {
  const World world;
  Rng rng(1);
  for (std::size_t i = 0; i < world.json.size(); i += 1 + rng.below(60)) {
    auto altered = world.json;
    const char before = altered[i];
    // Mostly another plausible character, so that what is read still makes sense.
    altered[i] = is_digit(before)   ? static_cast<char>('0' + (before - '0' + 1) % 10)
                 : is_alpha(before) ? (before == 'a' ? 'b' : 'a')
                                    : ' ';
    if (altered[i] == before) continue;
    const auto verdict = verify(world.directory, altered);
    EXPECT_FALSE(verdict && verdict->sound()) << "offset " << i << ", was " << before;
  }
  EXPECT_FALSE(must(verify(world.directory, world.json + "\n")).sound());
  EXPECT_FALSE(must(verify(world.directory, world.json.substr(0, world.json.size() - 1))).sound());
}

TEST(Verify, NoticesEveryAlteredByteOfAFileAndNamesIt) {
  const World world;
  Rng rng(2);
  for (const std::string& name : {world.crawl_file, world.earlier_file}) {
    const auto path = world.directory.warc_path(name);
    const auto whole = test::read_file(path);
    for (std::size_t i = 0; i < whole.size(); i += 1 + rng.below(120)) {
      auto altered = whole;
      altered[i] = static_cast<char>(altered[i] ^ (1 << rng.below(8)));
      test::write_file(path, altered);
      const auto verdict = must(verify(world.directory, world.json));
      ASSERT_FALSE(verdict.sound()) << name << " offset " << i;
      EXPECT_EQ(verdict.differences[0].file, name);
    }
    test::write_file(path, whole);
  }
  EXPECT_TRUE(must(verify(world.directory, world.json)).sound());
}

TEST(Verify, SaysWhichRecordAndWhichPage) {
  const World world;
  const auto& damaged = world.evidence.pages[1].sightings[0].record;
  const auto path = world.directory.warc_path(world.crawl_file);
  auto bytes = test::read_file(path);
  bytes[damaged.offset + damaged.length / 2] ^= 0x20;
  test::write_file(path, bytes);
  const auto verdict = must(verify(world.directory, world.json));
  bool place = false;
  bool grade = false;
  for (const Difference& d : verdict.differences) {
    place = place || (d.file == world.crawl_file && d.offset == damaged.offset);
    grade = grade ||
            (d.url == "http://a.example/1" && d.what.find("the files say") != std::string::npos);
  }
  EXPECT_TRUE(place);
  EXPECT_TRUE(grade);
}

TEST(Verify, NoticesARecordThatWasExchangedWithItsDigests) {
  const World world;
  // Somebody writes the whole crawl anew, one body altered, every digest right.
  TempDir other;
  const auto directory =
      must(Directory::open((other / "archive").string(), Directory::Access::Write));
  CrawlRecords earlier(directory, "a.example-20251115093000", at(-1'000'000), 2);
  earlier.whole({.url = "http://a.example/k", .sent = at(-1'000'000)}, "kept");
  earlier.end();
  CrawlRecords crawl(directory, std::string(kCrawl), at(0));
  crawl.whole(World::visit(0, 0, "\"0\""), "forged");
  crawl.end();
  EXPECT_FALSE(must(verify(directory, world.json)).sound());
}

TEST(Verify, NoticesFilesThatAreMissingOrTooMany) {
  const World world;
  const auto path = world.directory.warc_path(world.earlier_file);
  const auto bytes = test::read_file(path);
  must(remove_file(path));
  EXPECT_TRUE(test::fails_with(
      verify(world.directory, world.json), Errc::NotFound,
      world.earlier_file + " is not in " + world.directory.path() + "; 1 of 7 pages depend on it"));
  test::write_file(path, bytes);
  auto more = world.crawl_file;
  more.replace(more.find("-00000"), 6, "-00001");
  test::write_file(world.directory.warc_path(more), bytes);
  EXPECT_FALSE(must(verify(world.directory, world.json)).sound());
  must(remove_file(world.directory.warc_path(more)));
  must(remove_file(world.directory.warc_path(world.crawl_file)));
  EXPECT_TRUE(
      test::fails_with(verify(world.directory, world.json), Errc::NotFound, "7 of 7 pages depend"));
}

TEST(Verify, TellsWeakenedRules) {
  const World world;
  auto options = certificate::Options{};
  options.audits.least = 1;
  const auto weak = certificate::to_json(certificate::certify(world.evidence, options));
  const auto verdict = must(verify(world.directory, weak));
  EXPECT_TRUE(verdict.differences.empty());
  EXPECT_FALSE(verdict.usual_rules);
  EXPECT_FALSE(verdict.sound());
}

TEST(Verify, RefusesWhatNeverWasACertificate) {
  const World world;
  EXPECT_TRUE(test::fails_with(verify(world.directory, "# Readme\n"), Errc::Invalid));
}

}  // namespace
}  // namespace asof::verify
