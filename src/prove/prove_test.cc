#include "prove/prove.h"

#include <gtest/gtest.h>

#include "archive/zip.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "catalog/writer.h"
#include "keep/import.h"
#include "prove/bundle.h"
#include "prove/site.h"
#include "prove/words.h"
#include "support/crawl_records.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::prove {
namespace {

using test::fails_with;
using test::must;

const Instant kStart = *parse_iso8601("2026-11-15T09:00:00Z");
Instant minute(int number) { return {kStart.ms + number * 60'000}; }

std::string page(std::string_view text) {
  return "<!DOCTYPE html><title>t</title><p>" + std::string(text);
}

class ProveTest : public testing::Test {
 protected:
  test::CrawlVisit visit(int at, std::string path = "", std::string etag = "") {
    return {
        .url = "http://a.example/" + path, .sent = minute(at), .took = 10, .etag = std::move(etag)};
  }
  void open() {
    records.end();
    auto writer = must(catalog::Writer::open(directory.catalog_path()));
    must(keep::catch_up(directory, writer, {}));
    must(writer.settle());
    catalog.emplace(must(catalog::Reader::open(directory.catalog_path())));
    library.emplace(directory, *catalog);
  }
  Archive archive() { return {*catalog, *library}; }
  Question ask(int at, std::string path = "") {
    return {
        .url = "http://a.example/" + path, .phrase = "sold out", .asked = {minute(at), minute(at)}};
  }
  Proof proof(int at, std::string path = "") { return must(prove(archive(), ask(at, path))); }
  Verdict verdict(int at, std::string path = "") { return proof(at, path).verdict; }

  test::TempDir here;
  archive::Directory directory =
      must(archive::Directory::open((here / "a").string(), archive::Directory::Access::Write));
  test::CrawlRecords records{directory, "c", kStart};
  std::optional<catalog::Reader> catalog;
  std::optional<retrieve::Library> library;
};

TEST_F(ProveTest, APhraseIsPresentBetweenEqualCapturesThatShowIt) {
  const auto first = records.whole(visit(10), page("sold\nout"));
  records.identical(visit(20), first);
  records.whole(visit(30), page("plenty"));
  records.whole(visit(40), page("plenty"));
  open();
  EXPECT_EQ(verdict(15), Verdict::Present);
  EXPECT_EQ(verdict(35), Verdict::Absent);
  EXPECT_EQ(verdict(25), Verdict::Unknown);
  EXPECT_EQ(verdict(5), Verdict::Unknown);
  EXPECT_EQ(verdict(45), Verdict::Unknown);
  EXPECT_EQ(verdict(40), Verdict::Absent) << "it was captured at that instant";
  EXPECT_EQ(
      sentence_of(proof(15)),
      "Yes: \"sold out\" stood on http://a.example/ at 2026-11-15T09:15:00Z (proven). The page "
      "was received whole and with the same bytes before it (2026-11-15T09:10:00Z) and after "
      "it (2026-11-15T09:20:00Z).");
  EXPECT_EQ(sentence_of(proof(25)),
            "Unknown whether \"sold out\" stood on http://a.example/ at 2026-11-15T09:25:00Z: the "
            "evidence does not reach this time. The nearest capture before it "
            "(2026-11-15T09:20:00Z) shows it. The nearest capture after it (2026-11-15T09:30:00Z) "
            "does not show it.");
  const Proof rests = proof(15);
  ASSERT_EQ(rests.grounds.size(), 2U);
  EXPECT_FALSE(rests.grounds[0].original);
  ASSERT_TRUE(rests.grounds[1].original);
  EXPECT_EQ(rests.grounds[1].original->at, minute(10));
}

TEST_F(ProveTest, WhatBothSidesShowIsLikelyAndNoYes) {
  records.whole(visit(10), page("sold out at ten"));
  records.whole(visit(20), page("sold out at twenty"));
  open();
  const Proof between = proof(15);
  EXPECT_EQ(between.verdict, Verdict::Unknown);
  EXPECT_EQ(between.parts[0].likely, Likely::Present);
}

TEST_F(ProveTest, OverATimeThePartsAreListed) {
  const auto first = records.whole(visit(10), page("sold out"));
  records.identical(visit(20), first);
  records.whole(visit(30), page("plenty"));
  records.whole(visit(40), page("plenty"));
  open();
  const auto over = [&](int from, int until) {
    Question question = ask(from);
    question.asked.until = minute(until);
    question.is_moment = false;
    return must(prove(archive(), question));
  };
  EXPECT_EQ(over(11, 19).verdict, Verdict::Present);
  EXPECT_EQ(over(31, 39).verdict, Verdict::Absent);
  EXPECT_EQ(over(0, 50).verdict, Verdict::Partly);
  EXPECT_EQ(over(21, 39).verdict, Verdict::Unknown);
  const Proof all = over(15, 35);
  EXPECT_EQ(all.parts.front().verdict, Verdict::Present);
  EXPECT_EQ(all.parts.back().verdict, Verdict::Absent);
  EXPECT_EQ(all.parts.front().stretch.span.from, minute(15));
  EXPECT_EQ(all.parts.back().stretch.span.until, minute(35));
}

TEST_F(ProveTest, HiddenTextIsNoPlainYes) {
  const auto first = records.whole(visit(10), page("plenty<!-- sold out -->"));
  records.identical(visit(20), first);
  open();
  const Proof hidden = proof(15);
  EXPECT_EQ(hidden.verdict, Verdict::Hidden);
  EXPECT_EQ(hidden.grounds[0].look.places, std::vector<std::string>{"a comment"});
}

TEST_F(ProveTest, WhatIsNoTextIsUnknownWithTheReason) {
  const auto pdf = records.whole(visit(10, "p"), "%PDF-1.4 sold out");
  records.identical(visit(20, "p"), pdf);
  records.whole(visit(10, "cut"), page("sold out"), 200, "", "length");
  records.whole(visit(20, "cut"), page("sold out"), 200, "", "length");
  const auto moved = records.whole(visit(10, "moved"), "sold out", 301, "http://a.example/p");
  records.identical(visit(20, "moved"), moved, 301);
  const auto stored = records.whole(visit(10, "near"), page("sold out today"));
  records.not_stored(visit(20, "near"), stored, page("sold out now"));
  records.not_stored(visit(30, "near"), stored, page("sold out now"));
  records.whole(visit(10, "broken"), "down for repairs", 503);
  open();
  EXPECT_EQ(verdict(15, "p"), Verdict::Unknown);
  EXPECT_NE(sentence_of(proof(15, "p")).find("not text, but application/pdf"), kNone);
  EXPECT_EQ(verdict(15, "cut"), Verdict::Unknown);
  EXPECT_NE(sentence_of(proof(15, "cut")).find("not whole"), kNone);
  EXPECT_EQ(verdict(15, "moved"), Verdict::Unknown);
  EXPECT_NE(sentence_of(proof(15, "moved")).find("leads on to http://a.example/p"), kNone);
  EXPECT_EQ(verdict(25, "near"), Verdict::Unknown);
  EXPECT_NE(sentence_of(proof(25, "near")).find("too little"), kNone);
  EXPECT_EQ(verdict(10, "near"), Verdict::Present);
  EXPECT_NE(sentence_of(proof(10, "broken")).find("status 503"), kNone);
}

TEST_F(ProveTest, APageThatIsGoneDoesNotShowIt) {
  const auto gone = records.whole(visit(10), page("no such page"), 404);
  records.identical(visit(20), gone, 404);
  open();
  EXPECT_EQ(verdict(15), Verdict::Absent);
}

TEST_F(ProveTest, AServersWordCountsWhereItWasAudited) {
  const auto first = records.whole(visit(10, "", "\"x\""), page("sold out"));
  test::CrawlVisit again = visit(30);
  again.asked_etag = "\"x\"";
  records.not_modified(again, first);
  const auto other = records.whole(visit(10, "b", "\"y\""), page("plenty"));
  test::CrawlVisit b = visit(30, "b");
  b.asked_etag = "\"y\"";
  records.not_modified(b, other);
  // Both answers by validators are audited, the second page's rightly or not.
  test::CrawlVisit audit = visit(40, "", "\"x\"");
  audit.purpose = "audit";
  records.identical(audit, first);
  test::CrawlVisit audit_b = visit(40, "b", "\"y\"");
  audit_b.purpose = "audit";
  records.identical(audit_b, other);
  records.whole(visit(50, "", "\"z\""), page("sold out again"));
  open();
  EXPECT_TRUE(must(trusts_site(*catalog, "http://a.example/")));
  EXPECT_EQ(verdict(20), Verdict::Present);
}

TEST_F(ProveTest, AServersWordWithoutAuditProvesNothing) {
  const auto first = records.whole(visit(10, "", "\"x\""), page("sold out"));
  test::CrawlVisit again = visit(30);
  again.asked_etag = "\"x\"";
  records.not_modified(again, first);
  open();
  EXPECT_FALSE(must(trusts_site(*catalog, "http://a.example/")));
  EXPECT_EQ(verdict(20), Verdict::Unknown);
}

TEST_F(ProveTest, AnotherSpellingIsUsedAndNamed) {
  const auto first = records.whole(visit(10), page("sold out"));
  records.identical(visit(20), first);
  open();
  Question question = ask(15);
  question.url = "https://www.a.example/";
  const Proof other = must(prove(archive(), question));
  EXPECT_EQ(other.verdict, Verdict::Present);
  EXPECT_EQ(other.url, "http://a.example/");
  EXPECT_NE(sentence_of(other).find("no capture of https://www.a.example/ itself"), kNone);
}

TEST_F(ProveTest, ACaptureThatMayNotBeUsedIsAsIfItWereNotThere) {
  const auto first = records.whole(visit(10), page("sold out"));
  records.identical(visit(20), first);
  open();
  Question question = ask(15);
  question.may_use = [](std::string_view, Instant at) { return at != minute(20); };
  const Proof less = must(prove(archive(), question));
  EXPECT_EQ(less.verdict, Verdict::Unknown);
  EXPECT_EQ(less.captures, 1U);
  question.may_use = [](std::string_view, Instant) { return false; };
  EXPECT_TRUE(fails_with(prove(archive(), question), Errc::NotFound));
}

TEST_F(ProveTest, BadQuestionsAreRefused) {
  records.whole(visit(10), page("sold out"));
  open();
  Question empty = ask(15);
  empty.phrase = " \u00AD\u00A0";
  EXPECT_TRUE(fails_with(prove(archive(), empty), Errc::Invalid));
  Question backwards = ask(15);
  backwards.asked.until = minute(10);
  EXPECT_TRUE(fails_with(prove(archive(), backwards), Errc::Invalid));
  EXPECT_TRUE(fails_with(prove(archive(), ask(15, "never")), Errc::NotFound));
  Question no_url = ask(15);
  no_url.url = "not an address";
  EXPECT_TRUE(fails_with(prove(archive(), no_url), Errc::Invalid));
}

TEST_F(ProveTest, ASiteIsWithoutAPhraseOnlyWhereEveryPageIs) {
  const auto home = records.whole(visit(10), page("plenty <a href=/b>b</a> <a href=/new>new</a>"));
  const auto b = records.whole(visit(11, "b"), page("plenty"));
  const auto moved = records.whole(visit(12, "old"), "x", 301, "http://a.example/b");
  test::CrawlVisit picture = visit(13, "i.png");
  picture.type = "image/png";
  const auto image = records.whole(picture, "\x89PNG\r\n\x1a\n");
  records.identical(visit(30), home);
  records.identical(visit(31, "b"), b);
  records.identical(visit(32, "old"), moved, 301);
  picture.sent = minute(33);
  records.identical(picture, image);
  records.whole(visit(40, "late"), page("sold out"));
  records.identical(visit(50), home);
  open();
  const auto site = [&](int at, std::string phrase) {
    Question question = ask(at);
    question.url.clear();
    question.phrase = std::move(phrase);
    return must(prove_site(archive(), "a.example", "example,a)", question));
  };
  const SiteProof absent = site(20, "sold out");
  EXPECT_EQ(absent.verdict, Verdict::Unknown) << "of the late page nothing is known then";
  EXPECT_EQ(absent.pages.size(), 3U);
  EXPECT_EQ(absent.count(Verdict::Absent), 2U);
  EXPECT_EQ(absent.count(Verdict::Unknown), 1U);
  EXPECT_EQ(absent.redirects, 1U);
  EXPECT_EQ(absent.parts_of_pages, 1U);
  EXPECT_EQ(absent.never_captured, std::vector<std::string>{"http://a.example/new"});
  EXPECT_EQ(site(20, "plenty").verdict, Verdict::Present);
  EXPECT_EQ(site(20, "plenty").count(Verdict::Present), 2U);
}

TEST_F(ProveTest, ABundleHoldsTheRecordsByteForByte) {
  const auto first = records.whole(visit(10), page("sold out"));
  records.identical(visit(20), first);
  open();
  const Proof rests = proof(15);
  std::vector<std::string> complaints;
  const std::string path = (here / "proof.zip").string();
  const Bundle bundle{.sentence = sentence_of(rests),
                      .details = text_of(rests),
                      .json = json_of(rests).text(),
                      .proofs = {&rests},
                      .about_pictures = "There is no picture.",
                      .software = "asof",
                      .made = kStart};
  must(write_bundle(path, archive(), bundle, complaints));
  EXPECT_TRUE(complaints.empty());
  EXPECT_FALSE(exists(path + ".part"));
  const FileSource file = must(FileSource::open(path));
  std::map<std::string, std::string> entries;
  for (const auto& entry : must(archive::read_zip(file)))
    must(archive::read_entry(file, entry, [&](std::string_view bytes) {
      entries[entry.name] += bytes;
      return true;
    }));
  for (const char* name : {"statement.txt", "statement.html", "answer.json", "records.warc",
                           "payload-1.html", "text-1.txt", "SHA256SUMS"})
    EXPECT_TRUE(entries.contains(name)) << name;
  EXPECT_EQ(entries["payload-1.html"], page("sold out"));
  EXPECT_EQ(entries["text-1.txt"], "sold out\n");
  for (const auto& [name, bytes] : entries) {
    if (name == "SHA256SUMS") continue;
    EXPECT_NE(entries["SHA256SUMS"].find(hex(digest_of(Algorithm::Sha256, bytes)) + "  " + name),
              kNone);
  }
  // Both records, each found again where the statement says, with its block.
  const MemorySource warc(entries["records.warc"]);
  const auto content = must(retrieve::content_at(warc, {0, 0}));
  EXPECT_EQ(content.bytes, page("sold out"));
  EXPECT_EQ(content.at, minute(10));
  std::string stored;
  must(library->extract(must(retrieve::resolve(*catalog, rests.grounds[1].capture)),
                        retrieve::Extract::Record, [&](std::string_view piece) -> Result<void> {
                          stored += piece;
                          return {};
                        }));
  EXPECT_NE(entries["records.warc"].find(stored + "\r\n\r\n"), kNone);
}

TEST_F(ProveTest, ABundleThatCannotBeWrittenLeavesNothing) {
  records.whole(visit(10), page("sold out"));
  open();
  const Proof rests = proof(10);
  std::vector<std::string> complaints;
  const std::string path = (here / "missing" / "proof.zip").string();
  EXPECT_FALSE(write_bundle(path, archive(), {.proofs = {&rests}, .made = kStart}, complaints));
  EXPECT_FALSE(exists(path));
}

}  // namespace
}  // namespace asof::prove
