#include "server/finish.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "server/negotiate_internal.h"
#include "support/result.h"

namespace asof::server {
namespace {

constexpr std::string_view kDate = "Date: Sun, 15 Nov 2026 09:30:00 GMT\r\n";

http::Fields fields_of(std::string_view lines) {
  http::Fields fields;
  for (const std::string_view line : split(lines, '\n'))
    if (const auto colon = line.find(':'); colon != line.npos)
      fields.add({.name = line.substr(0, colon), .value = trim(line.substr(colon + 1))});
  return fields;
}

Reply finished(std::string_view method, std::string_view asked, Reply reply,
               codec::MemberDeflater* deflater = nullptr) {
  const Request request{.method = method, .target = "/", .fields = fields_of(asked), .body = {}};
  return finish(request, std::move(reply),
                {.now = *parse_iso8601("2026-11-15T09:30:00Z"), .deflater = deflater});
}

Reply ten() {
  return {.fields = "ETag: \"a\"\r\nLast-Modified: Sat, 14 Nov 2026 00:00:00 GMT\r\n",
          .body = "0123456789"};
}

struct RangeCase {
  std::string_view rule;
  std::string_view asked;
  int status;
  std::string_view content_range;  // empty: there is none
  std::string_view body;
};

constexpr RangeCase kRanges[] = {
    {"first and last byte", "Range: bytes=2-4", 206, "bytes 2-4/10", "234"},
    {"one byte", "Range: bytes=0-0", 206, "bytes 0-0/10", "0"},
    {"to the end", "Range: bytes=7-", 206, "bytes 7-9/10", "789"},
    {"past the end: cut", "Range: bytes=7-99", 206, "bytes 7-9/10", "789"},
    {"past every number: cut", "Range: bytes=7-99999999999999999999999", 206, "bytes 7-9/10",
     "789"},
    {"all of it", "Range: bytes=0-", 206, "bytes 0-9/10", "0123456789"},
    {"the end", "Range: bytes=-3", 206, "bytes 7-9/10", "789"},
    {"more than there is of the end", "Range: bytes=-30", 206, "bytes 0-9/10", "0123456789"},
    {"nothing of the end", "Range: bytes=-0", 416, "bytes */10", "there is no such range\n"},
    {"beyond", "Range: bytes=10-", 416, "bytes */10", "there is no such range\n"},
    {"beyond every number", "Range: bytes=99999999999999999999999-", 416, "bytes */10",
     "there is no such range\n"},
    {"white space, another case", "Range: Bytes= 2 - 4 ", 206, "bytes 2-4/10", "234"},
    {"several", "Range: bytes=0-1,3-4", 200, "", "0123456789"},
    {"two fields", "Range: bytes=0-1\nRange: bytes=0-1", 200, "", "0123456789"},
    {"backwards", "Range: bytes=4-2", 200, "", "0123456789"},
    {"no numbers", "Range: bytes=a-b", 200, "", "0123456789"},
    {"a sign", "Range: bytes=+1-2", 200, "", "0123456789"},
    {"nothing", "Range: bytes=", 200, "", "0123456789"},
    {"only a dash", "Range: bytes=-", 200, "", "0123456789"},
    {"another unit", "Range: lines=0-1", 200, "", "0123456789"},
    {"the same tag", "Range: bytes=2-4\nIf-Range: \"a\"", 206, "bytes 2-4/10", "234"},
    {"another tag", "Range: bytes=2-4\nIf-Range: \"b\"", 200, "", "0123456789"},
    {"a weak tag proves no bytes", "Range: bytes=2-4\nIf-Range: W/\"a\"", 200, "", "0123456789"},
    {"another tag, beyond", "Range: bytes=20-\nIf-Range: \"b\"", 200, "", "0123456789"},
    {"the same date", "Range: bytes=2-4\nIf-Range: Sat, 14 Nov 2026 00:00:00 GMT", 206,
     "bytes 2-4/10", "234"},
    {"a later date", "Range: bytes=2-4\nIf-Range: Sun, 15 Nov 2026 00:00:00 GMT", 200, "",
     "0123456789"},
};

TEST(Finish, ServesOneRange) {
  for (const auto& [rule, asked, status, content_range, body] : kRanges) {
    SCOPED_TRACE(rule);
    for (std::string_view method : {"GET", "HEAD"}) {
      const Reply reply = finished(method, asked, ten());
      EXPECT_EQ(reply.status, status);
      EXPECT_EQ(fields_of(reply.fields).find("Content-Range").value_or(""), content_range);
      EXPECT_EQ(reply.body, body);
      EXPECT_EQ(fields_of(reply.fields).find("Accept-Ranges").value_or(""),
                status == 416 ? "" : "bytes");
    }
    Reply streamed = ten();
    std::uint64_t at = 0;
    streamed.more = [&at, bytes = streamed.body] { return bytes.substr(at); };
    streamed.seek = [&at](std::uint64_t offset) {
      at = offset;
      return Result<void>();
    };
    streamed.length = 10;
    streamed.body.clear();
    const Reply reply = finished("GET", asked, std::move(streamed));
    EXPECT_EQ(reply.status, status);
    if (status == 416) continue;
    EXPECT_EQ(reply.length, body.size());
    EXPECT_EQ(test::must(reply.more()).substr(0, body.size()), body);
  }
}

TEST(Finish, LeavesRangesWhereThereCanBeNone) {
  const std::string_view asked = "Range: bytes=2-4";
  EXPECT_EQ(finished("POST", asked, ten()).status, 200);
  EXPECT_EQ(finished("GET", asked, {.status = 404, .body = "0123456789"}).body, "0123456789");
  EXPECT_EQ(finished("GET", asked, {.status = 404}).fields, kDate);
  const Reply endless = finished("GET", asked, {.more = [] { return std::string(); }});
  EXPECT_EQ(endless.status, 200);
  EXPECT_EQ(endless.fields, kDate);
  EXPECT_EQ(finished("GET", "Range: bytes=-2", {}).status, 200);
  EXPECT_EQ(finished("GET", "Range: bytes=0-", {}).status, 416);
  Reply broken{.more = [] { return std::string(); }, .length = 9};
  broken.seek = [](std::uint64_t) { return Error{Errc::Io, "broken"}; };
  EXPECT_EQ(finished("GET", asked, std::move(broken)).status, 500);
}

struct Condition {
  std::string_view rule;
  std::string_view asked;
  int status;
};

constexpr Condition kConditions[] = {
    {"the same tag", "If-None-Match: \"a\"", 304},
    {"compared weakly", "If-None-Match: W/\"a\"", 304},
    {"one of several", "If-None-Match: \"b,c\", W/\"a\"", 304},
    {"one of several fields", "If-None-Match: \"b\"\nIf-None-Match: \"a\"", 304},
    {"any", "If-None-Match: *", 304},
    {"another", "If-None-Match: \"b\"", 200},
    {"a part of another", "If-None-Match: \"b, \"a\"\"", 200},
    {"without quotes", "If-None-Match: a", 200},
    {"no end", "If-None-Match: \"a", 200},
    {"nothing", "If-None-Match: ,, ,", 200},
    {"the same date", "If-Modified-Since: Sat, 14 Nov 2026 00:00:00 GMT", 304},
    {"a later date", "If-Modified-Since: Sun, 15 Nov 2026 00:00:00 GMT", 304},
    {"an earlier date", "If-Modified-Since: Fri, 13 Nov 2026 00:00:00 GMT", 200},
    {"no date", "If-Modified-Since: yesterday", 200},
    {"tags win over dates",
     "If-None-Match: \"b\"\nIf-Modified-Since: Sun, 15 Nov 2026 00:00:00 GMT", 200},
    {"conditions win over ranges", "If-None-Match: \"a\"\nRange: bytes=0-1", 304},
    {"conditions win over ranges that are not there", "If-None-Match: \"a\"\nRange: bytes=90-",
     304},
};

TEST(Finish, SaysNotModified) {
  for (const auto& [rule, asked, status] : kConditions) {
    SCOPED_TRACE(rule);
    EXPECT_EQ(finished("GET", asked, ten()).status, status);
    EXPECT_EQ(finished("HEAD", asked, ten()).status, status);
    EXPECT_EQ(finished("POST", asked, ten()).status, 200);
  }
  const Reply reply = finished("GET", "If-None-Match: \"a\"",
                               {.fields = "ETag: \"a\"\r\nVary: b\r\nContent-Type: c/d\r\n"
                                          "Cache-Control: e\r\nContent-Location: /f\r\n",
                                .body = "g"});
  EXPECT_EQ(reply.fields, "ETag: \"a\"\r\nVary: b\r\nCache-Control: e\r\nContent-Location: /f\r\n" +
                              std::string(kDate));
  EXPECT_EQ(reply.body, "");
  EXPECT_EQ(finished("GET", "If-None-Match: \"a\"", {.body = "no tag"}).status, 200);
  EXPECT_EQ(finished("GET", "If-None-Match: *", {.status = 404}).status, 404);
}

struct Taken {
  std::string_view accepted;
  bool gzip;
};

constexpr Taken kTaken[] = {
    {"gzip", true},
    {"GZIP", true},
    {"x-gzip", true},
    {"br, gzip;q=0.5", true},
    {"deflate, gzip ; q=1.000", true},
    {"*", true},
    {"*;q=0.1", true},
    {"gzip;q=0.001", true},
    {"gzip;q=0", false},
    {"gzip;q=0.000", false},
    {"*, gzip;q=0", false},
    {"gzip;q=x", false},
    {"gzip;q=", false},
    {"gzip;q=-1", false},
    {"gzip;q=0.5, identity", false},
    {"gzip;q=0.5, identity;q=0.5", true},
    {"identity", false},
    {"br", false},
    {"", false},
    {"gzipped", false},
    {",;,", false},
};

TEST(Finish, CompressesForThoseWhoTakeIt) {
  codec::MemberDeflater deflater;
  codec::MemberInflater inflater;
  const std::string text(5000, 'a');
  const Reply page{.fields = "Content-Type: text/html; charset=utf-8\r\nETag: \"a\"\r\n",
                   .body = text};
  for (const auto& [accepted, gzip] : kTaken) {
    SCOPED_TRACE(accepted);
    const std::string asked = "Accept-Encoding: " + std::string(accepted);
    const Reply reply = finished("GET", asked, page, &deflater);
    const auto fields = fields_of(reply.fields);
    EXPECT_EQ(fields.find("Content-Encoding").value_or(""), gzip ? "gzip" : "");
    EXPECT_EQ(fields.find("ETag"), gzip ? "\"a-gzip\"" : "\"a\"");
    EXPECT_EQ(fields.find("Vary"), "Accept-Encoding");
    EXPECT_EQ(fields.find("Accept-Ranges").has_value(), !gzip);
    EXPECT_EQ(gzip ? inflater.inflate(reply.body, 10'000)->content : reply.body, text);
    EXPECT_EQ(finished("HEAD", asked, page, &deflater).fields, reply.fields);
  }
  const std::string gzip = "Accept-Encoding: gzip\n";
  EXPECT_EQ(finished("GET", gzip + "Range: bytes=1-2", page, &deflater).body, "aa");
  const Reply known = finished("GET", gzip + "If-None-Match: \"a-gzip\"", page, &deflater);
  EXPECT_EQ(known.status, 304);
  EXPECT_EQ(fields_of(known.fields).find("ETag"), "\"a-gzip\"");
  EXPECT_EQ(fields_of(known.fields).find("Vary"), "Accept-Encoding");
  EXPECT_EQ(finished("GET", gzip + "If-None-Match: \"a\"", page, &deflater).status, 200);
}

TEST(Finish, CompressesNothingElse) {
  codec::MemberDeflater deflater;
  for (std::string_view fields :
       {"Content-Type: image/png\r\n", "", "Content-Type: text/html\r\nContent-Encoding: br\r\n",
        "Content-Type: text/html\r\nCache-Control: max-age=1, No-Transform\r\n"}) {
    const Reply reply{.fields = std::string(fields), .body = std::string(5000, 'a')};
    EXPECT_EQ(finished("GET", "Accept-Encoding: gzip", reply, &deflater).body, reply.body);
  }
  const Reply shortly{.fields = "Content-Type: text/html\r\n", .body = std::string(1023, 'a')};
  EXPECT_EQ(finished("GET", "Accept-Encoding: gzip", shortly, &deflater).body, shortly.body);
}

TEST(Finish, KnowsTextByItsType) {
  for (std::string_view type : {"text/css", "application/json", "image/svg+xml", "TEXT/HTML;a=b",
                                "application/ld+json", "application/javascript"})
    EXPECT_TRUE(is_compressible(type)) << type;
  for (std::string_view type : {"", "image/jpeg", "application/pdf", "video/mp4", "textual"})
    EXPECT_FALSE(is_compressible(type)) << type;
}

TEST(Finish, AddsTheDateUnlessItIsThere) {
  EXPECT_EQ(finished("GET", "", {.status = 404}).fields, kDate);
  EXPECT_EQ(finished("PUT", "", {.status = 405, .fields = "date: x\r\n"}).fields, "date: x\r\n");
}

// Every range of every short body, against the definition.
TEST(Finish, CutsEveryRangeAsDefined) {
  for (std::uint64_t size = 0; size < 6; ++size) {
    for (std::uint64_t first = 0; first < 8; ++first) {
      for (std::uint64_t last = first; last < 8; ++last) {
        Range expected{.kind = Range::Kind::None};
        for (std::uint64_t byte = 0; byte < size; ++byte) {
          if (byte < first || byte > last) continue;
          if (expected.kind == Range::Kind::None) expected = {Range::Kind::Part, byte, byte};
          expected.until = byte + 1;
        }
        const auto asked = "bytes=" + std::to_string(first) + "-" + std::to_string(last);
        EXPECT_EQ(range_of(asked, size), expected) << asked << " of " << size;
      }
    }
  }
}

}  // namespace
}  // namespace asof::server
