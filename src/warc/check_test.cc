#include "warc/check.h"

#include <gtest/gtest.h>

#include "warc/check_internal.h"
#include "warc/digest_field.h"
#include "warc/draft.h"

namespace asof::warc {
namespace {

struct Checked {
  Verdict verdict;
  std::vector<Problem> problems;
};

Checked check_bytes(std::string_view bytes) {
  MemorySource source(bytes);
  Checked checked;
  auto verdict = check(source, [&](const Problem& p) { checked.problems.push_back(p); });
  EXPECT_TRUE(verdict);
  checked.verdict = *verdict;
  return checked;
}

std::string resource(const std::string& id) {
  return Encoder({.compression = Compression::None})
      .encode({.type = Type::Resource,
               .id = "urn:uuid:00000000-0000-4000-8000-00000000000" + id,
               .date = *parse_iso8601("2026-11-15T09:30:00Z"),
               .target_uri = "http://example.org/" + id,
               .content_type = "text/plain",
               .block = "words"});
}

TEST(WarcCheck, IdsThatStandAgainAreErrorsWithBothOffsets) {
  const std::string first = resource("1");
  EXPECT_TRUE(check_bytes(first + resource("2")).verdict.sound());
  const auto checked = check_bytes(first + resource("2") + resource("1") + resource("1"));
  EXPECT_FALSE(checked.verdict.sound());
  EXPECT_EQ(checked.verdict.records, 4u);
  ASSERT_EQ(checked.problems.size(), 2u);
  EXPECT_EQ(checked.problems[0].rule, "repeated-id");
  EXPECT_EQ(checked.problems[0].where.offset, 2 * first.size());
  EXPECT_EQ(checked.problems[1].where.offset, 3 * first.size());
  for (const Problem& problem : checked.problems)
    EXPECT_EQ(problem.what, "the record has the WARC-Record-ID of the one at offset 0");
}

TEST(WarcCheck, OfTooManyRecordsItSaysWhatItDidNotCompare) {
  RecordIds ids(2);
  for (std::uint64_t i = 0; i < 4; ++i) ids.add("a", {i, 0});
  std::vector<Problem> problems;
  ids.report([&](Problem problem) { problems.push_back(std::move(problem)); });
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].severity, Severity::Error);
  EXPECT_EQ(problems[1].severity, Severity::Warning);
  EXPECT_EQ(problems[1].what, "only the first 2 records were compared by WARC-Record-ID");
}

TEST(WarcCheck, ADigestIsTakenWhereItCanBeOne) {
  struct Case {
    std::string digest;
    bool taken;
  };
  for (const auto& [digest, taken] : std::initializer_list<Case>{
           {"sha1:GRNIYCOA4CO45DE3OMTQ7XKGUL3WDW4G", true},
           {"SHA-1:" + std::string(40, 'a'), true},
           {"sha256:" + std::string(64, '0'), true},
           {"sha256:" + std::string(52, 'A'), true},
           {"md5:" + std::string(32, 'f'), true},
           {"sha512:" + std::string(128, '1'), true},
           {"blake3:abc-DEF", true},  // unknown here: nobody knows its length
           {"sha1:ABC", false},
           {"sha1:", false},
           {"GRNIYCOA4CO45DE3OMTQ7XKGUL3WDW4G", false},
           {"sha256:GRNIYCOA4CO45DE3OMTQ7XKGUL3WDW4G", false},
           {"sha1:\x1b[31mBAD", false},
           {"\x1b[31m:BAD", false},
           {"blake3:a b", false},
       }) {
    Record record;
    std::string why;
    ASSERT_TRUE(record.parse_warc(
        "WARC/1.1\r\nContent-Length: 0\r\nWARC-Payload-Digest: " + digest + "\r\n\r\n", why));
    EXPECT_EQ(payload_digest(record), taken ? digest : "") << digest;
  }
}

}  // namespace
}  // namespace asof::warc
