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

// What the rules of a certificate decide: dates, rates the crawl believed, an audit that came late.
std::string judged_by(const certificate::Options& rules, const std::string& known) {
  const TempDir temp;
  const auto directory =
      must(Directory::open((temp / "archive").string(), Directory::Access::Write));
  CrawlRecords crawl(directory, std::string(kCrawl), at(0));
  std::vector<test::Kept> first;
  for (int i = 0; i < 24; ++i) {
    auto visit = World::visit(i, i, "\"" + std::to_string(i) + "\"");
    visit.last_modified = "Sat, 14 Nov 2026 09:30:00 GMT";
    visit.more = {{"rate", "2e-07"}};
    first.push_back(crawl.whole(visit, "body " + std::to_string(i)));
  }
  for (int i = 0; i < 22; ++i) {
    auto conditional = World::visit(i, 100 + 2 * i);
    conditional.purpose = "revisit";
    conditional.asked_etag = "\"" + std::to_string(i) + "\"";
    crawl.not_modified(conditional, first[static_cast<std::size_t>(i)]);
    auto audit = World::visit(i, 101 + 2 * i, conditional.asked_etag);
    audit.purpose = "audit";
    audit.last_modified = "Sat, 14 Nov 2026 09:30:00 GMT";
    if (i != 7) crawl.identical(audit, first[static_cast<std::size_t>(i)]);
  }
  crawl.whole(World::visit(22, 150, "\"other\""), "other");
  auto late = World::visit(7, 7300, "\"new\"");
  late.purpose = "audit";
  late.last_modified = "Sun, 15 Nov 2026 10:30:00 GMT";
  crawl.whole(late, "new");
  crawl.end("done", known.empty() ? std::vector<std::pair<std::string, std::string>>()
                                  : std::vector<std::pair<std::string, std::string>>{
                                        {"known", known}, {"notFollowed", "outside 3"}});
  return certificate::to_json(certificate::certify(must(gather(directory, kCrawl)), rules));
}

TEST(Verify, ComputesOlderCertificatesToTheLastByte) {
  const World world;
  const auto sha256 = [](std::string_view json) { return hex(digest_of(Algorithm::Sha256, json)); };
  const certificate::Options first = certificate::usual_rules(1);
  EXPECT_EQ(sha256(certificate::to_json(certificate::certify(world.evidence, first))),
            "54836282ab41a505c2b3a66e39f77aa870235e5f4d0f7b3950ecb82568700525");
  EXPECT_EQ(sha256(judged_by(first, "")),
            "e0826938de9f52dbe541102aa8c323e59385450a9830a82ebadb6e31f6ae4e6c");
  EXPECT_EQ(sha256(judged_by(first, "30")),
            "b9d706b6649dd07666d1640d9bc8743d17c3172609186b17600c503173ee752b");
  EXPECT_NE(judged_by(first, "30").find("\"version\":2,"), std::string::npos);
}

TEST(Verify, AppliesTheRulesTheCertificateNames) {
  const World world;
  const auto old_one =
      certificate::to_json(certificate::certify(world.evidence, certificate::usual_rules(1)));
  EXPECT_NE(old_one, world.json);
  const auto verdict = must(verify(world.directory, old_one));
  EXPECT_TRUE(verdict.sound());
  EXPECT_EQ(verdict.rules, 1);
  EXPECT_EQ(must(verify(world.directory, world.json)).rules, certificate::kRules);
  // Under other rules the same words are not what follows.
  auto renamed = world.json;
  renamed.replace(renamed.find("\"rules\":{\"version\":2"), 21, "\"rules\":{\"version\":1");
  EXPECT_FALSE(must(verify(world.directory, renamed)).sound());
}

TEST(Verify, TakesNoLaterChangeForALie) {
  const auto before = must(certificate::parse(judged_by(certificate::usual_rules(1), "30")));
  EXPECT_FALSE(before.sites.at(0).granted());
  const auto now = must(certificate::parse(judged_by({}, "30")));
  EXPECT_TRUE(now.sites.at(0).granted());
  EXPECT_EQ(now.sites.at(0).inconclusive, 1U);
  EXPECT_EQ(now.sites.at(0).audited, 21U);
}

TEST(Verify, RefusesWhatNeverWasACertificate) {
  const World world;
  EXPECT_TRUE(test::fails_with(verify(world.directory, "# Readme\n"), Errc::Invalid));
}

}  // namespace
}  // namespace asof::verify
