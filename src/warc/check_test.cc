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

TEST(WarcCheck, IdsThatStandAgainAreWarningsWithBothOffsets) {
  const std::string first = resource("1");
  EXPECT_TRUE(check_bytes(first + resource("2")).verdict.sound());
  const auto checked = check_bytes(first + resource("2") + resource("1") + resource("1"));
  EXPECT_TRUE(checked.verdict.sound());  // every file of wget 1.14 repeats one
  EXPECT_EQ(checked.verdict.warnings, 2u);
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
  EXPECT_EQ(problems[0].severity, Severity::Warning);
  EXPECT_EQ(problems[1].severity, Severity::Warning);
  EXPECT_EQ(problems[1].what, "only the first 2 records were compared by WARC-Record-ID");
}

std::string response(const std::string& date, const std::string& block) {
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: " + date +
         "\r\nWARC-Target-URI: http://example.org/\r\nContent-Type: application/http\r\n"
         "Content-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

TEST(WarcCheck, ADateIsFaultyOrNotAndMissingWhereItCannotBeRead) {
  struct Case {
    const char* date;
    std::uint64_t errors, undated;
  };
  for (auto [date, errors, undated] : std::initializer_list<Case>{
           {"2026-11-15T09:30:00Z", 0, 0},
           {"2016-12-31T23:59:60Z", 0, 0},
           {"2019-08-15T01:02", 0, 0},
           {"2019-08-15T01:02Z", 0, 0},
           {"2019", 0, 0},
           {"2019-08-15T01:02:03", 1, 0},
           {"2019-08-15T01:02:03+01:00", 1, 0},
           {"20190815010203", 1, 0},
           {"2020-02-30", 1, 1},
           {"now", 1, 1},
       }) {
    const auto checked = check_bytes(response(date, "HTTP/1.1 200 OK\r\n\r\nhello"));
    EXPECT_EQ(checked.verdict.errors, errors) << date;
    EXPECT_EQ(checked.verdict.undated, undated) << date;
    EXPECT_EQ(checked.verdict.records, 1u) << date;
  }
}

TEST(WarcCheck, ABodyThatIsNotAsItsHeadSaysIsAWarning) {
  struct Case {
    const char* message;
    const char* said;
  };
  for (auto [message, said] : std::initializer_list<Case>{
           {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", ""},
           {"HTTP/1.1 200 OK\r\r\nContent-Length: 5\r\r\n\r\r\nhello", ""},
           {"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello",
            "the body is shorter than its HTTP Content-Length"},
           {"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhello",
            "the body is longer than its HTTP Content-Length"},
           {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\n\r\nhello", ""},
           {"HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\n", ""},
           {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", ""},
           {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "the chunked body ends without its last chunk"},
           {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nhere!\r\n",
            "the chunked body has a chunk that is none"},
           {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello", ""},  // undone
           {"HTTP/1.1 200 OK\r\nContent-Type: text/html", "the HTTP message ends inside its head"},
       }) {
    const auto checked = check_bytes(response("2026-11-15T09:30:00Z", message));
    EXPECT_TRUE(checked.verdict.sound());
    EXPECT_EQ(checked.problems.empty() ? "" : checked.problems[0].what, said) << message;
  }
}

TEST(WarcCheck, CutRecordsAreCounted) {
  const std::string whole = resource("1") + resource("2");
  const auto checked = check_bytes(whole.substr(0, whole.size() - 6));
  EXPECT_FALSE(checked.verdict.sound());
  EXPECT_EQ(checked.verdict.records, 2u);
  EXPECT_EQ(checked.verdict.cut, 1u);
  EXPECT_EQ(checked.verdict.stated, 1u);
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
