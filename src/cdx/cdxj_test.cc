#include "cdx/cdxj.h"

#include <string>

#include <gtest/gtest.h>

#include "cdx/cdx11.h"
#include "support/result.h"

namespace asof::cdx {
namespace {

using test::fails_with;
using test::is_ok;
using test::must;

Line example() {
  Line line;
  line.key = "com,example)/";
  line.timestamp = "20200102030405";
  line.url = "http://example.com/";
  line.mime = "text/html";
  line.status = 200;
  line.digest = "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A";
  line.length = 1043;
  line.offset = 784;
  line.filename = "example.warc.gz";
  return line;
}

TEST(Cdxj, IsWrittenInTheCustomaryOrder) {
  EXPECT_EQ(write_cdxj(example()),
            "com,example)/ 20200102030405 {\"url\": \"http://example.com/\", \"mime\": "
            "\"text/html\", \"status\": \"200\", \"digest\": "
            "\"sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\", \"length\": \"1043\", \"offset\": "
            "\"784\", \"filename\": \"example.warc.gz\"}");
  Line line = example();
  line.status = std::nullopt;
  line.digest = "";
  line.record_digest = "sha256:00";
  line.method = "POST";
  line.request_body = "a=b";
  line.others = {{"x", "[1, 2]"}};
  EXPECT_EQ(write_cdxj(line, JsonStyle::Compact),
            "com,example)/ 20200102030405 {\"url\":\"http://example.com/\",\"mime\":\"text/html\","
            "\"length\":\"1043\",\"offset\":\"784\",\"filename\":\"example.warc.gz\","
            "\"recordDigest\":\"sha256:00\",\"method\":\"POST\",\"requestBody\":\"a=b\","
            "\"x\":[1, 2]}");
}

TEST(Cdxj, EscapesAsJsonStringifyDoes) {
  Line line;
  line.key = "a b\n)/";
  line.timestamp = "20200102030405";
  line.url = "http://\xC3\xA4/\"\\\b\f\n\r\t\x01\x7F\xF0\x9F\x98\x80\xFF/";
  EXPECT_EQ(write_cdxj(line),
            "a%20b%0a)/ 20200102030405 {\"url\": \"http://\xC3\xA4/\\\"\\\\\\b\\f\\n\\r\\t\\u0001"
            "\x7F\xF0\x9F\x98\x80\xEF\xBF\xBD/\"}");
}

TEST(Cdxj, ReadsWhatItWrites) {
  Line line = example();
  line.method = "PUT";
  line.request_body = "\xC3\xA4 \"q\" \\ \x01";
  line.others = {{"languages", "{\"en\": [1, true, null]}"}, {"b", "\"\\u00e4\""}};
  for (JsonStyle style : {JsonStyle::Spaced, JsonStyle::Compact}) {
    auto back = parse_cdxj(write_cdxj(line, style) + "\r\n", 1);
    ASSERT_TRUE(is_ok(back));
    EXPECT_EQ(*back, line);
  }
  EXPECT_EQ(iso8601(*line.instant()), "2020-01-02T03:04:05.000Z");
}

TEST(Cdxj, ReadsTolerantly) {
  auto read = [](std::string_view json) {
    return must(parse_cdxj("k 20200102030405 " + std::string(json), 1));
  };
  EXPECT_EQ(read("{\"status\":404,\"offset\":5,\"length\":\"7\"}").status, 404);
  EXPECT_EQ(read("{\"offset\":5}").offset, 5u);
  EXPECT_EQ(read("{\"status\":\"-\",\"mime\":\"-\"}"), read("{}"));
  EXPECT_EQ(read("{\"status\":\"\",\"length\":null}"), read("{}"));
  EXPECT_EQ(read("{ \"url\" : \"a\" , \"url\" : \"b\" }").url, "b");
  EXPECT_EQ(read("{\"url\":\"\\u00e4\\ud83d\\ude00\\/\\ud83d\"}").url,
            "\xC3\xA4\xF0\x9F\x98\x80/\xEF\xBF\xBD");
  EXPECT_EQ(read("{\"x\":\"1\",\"x\":[{}]}").others, (std::vector<OtherField>{{"x", "[{}]"}}));
  auto spaces = must(parse_cdxj("com,a)/b {c d  20200102030405123  {\"url\":\"u {v\"}", 1));
  EXPECT_EQ(spaces.key, "com,a)/b {c d");
  EXPECT_EQ(spaces.timestamp, "20200102030405123");
  EXPECT_EQ(spaces.url, "u {v");
}

TEST(Cdxj, RefusesBadLinesByNumber) {
  for (std::string_view text : {"",
                                "k",
                                "k 20200102030405",
                                "k 2020 {}",
                                "k 20201302030405 {}",
                                "k 202001020304051234 {}",
                                " 20200102030405 {}",
                                "k 20200102030405 {",
                                "k 20200102030405 {\"a\"}",
                                "k 20200102030405 {\"a\":}",
                                "k 20200102030405 {\"a\":1,}",
                                "k 20200102030405 {\"a\":1} x",
                                "k 20200102030405 {\"a\":01}",
                                "k 20200102030405 {\"a\":tru}",
                                "k 20200102030405 {\"a\":[}",
                                "k 20200102030405 {\"a\":[1}",
                                "k 20200102030405 {\"a\":\"\\x\"",
                                "k 20200102030405 {\"url\":[]}",
                                "k 20200102030405 {\"url\":\"\\u12\"}",
                                "k 20200102030405 {\"offset\":-1}",
                                "k 20200102030405 {\"offset\":\"x\"}",
                                "k 20200102030405 {\"status\":99999}",
                                "k 20200102030405 {\"url\":\"\\",
                                "k 20200102030405 {\"x\":\"\\",
                                "k 20200102030405 {\"x\":\"\\y\"}",
                                "k 20200102030405 {\"x\":[\"\\",
                                "k 20200102030405 {\"x\":\n1}"}) {
    EXPECT_TRUE(fails_with(parse_cdxj(text, 17), Errc::Corrupt, "CDXJ line 17: ")) << text;
  }
  std::string deep = "k 20200102030405 {\"a\":" + std::string(100'000, '[') + "}";
  EXPECT_TRUE(fails_with(parse_cdxj(deep, 1), Errc::Corrupt));
}

TEST(Cdxj, KnowsDirectives) {
  EXPECT_TRUE(is_directive("!meta 0 {\"format\":\"cdxj-gzip-1.0\"}"));
  EXPECT_TRUE(is_directive(" CDX N b a m s k r M S V g"));
  EXPECT_TRUE(is_directive("\r\n"));
  EXPECT_FALSE(is_directive("com,a)/ 20200102030405 {}"));
}

constexpr std::string_view kLine11 =
    "com,example)/ 20200102030405 http://example.com/ text/html 200 "
    "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A - - 1043 784 example.warc.gz";
constexpr std::string_view kLine9 =
    "com,example)/ 20200102030405 http://example.com/ text/html 200 "
    "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A - 784 example.warc.gz";

TEST(Cdx, IsWrittenWithElevenOrNineColumns) {
  EXPECT_EQ(write_cdx_header(cdx11()), " CDX N b a m s k r M S V g");
  EXPECT_EQ(write_cdx_header(cdx9()), " CDX N b a m s k r V g");
  Line line = example();
  line.timestamp = "20200102030405678";
  EXPECT_EQ(write_cdx(line, cdx11()), kLine11);
  EXPECT_EQ(write_cdx(line, cdx9()), kLine9);
  Line revisit = example();
  revisit.mime = "warc/revisit";
  revisit.status = std::nullopt;
  revisit.url = "http://example.com/a b";
  EXPECT_EQ(write_cdx(revisit, {"ams", ' '}), "http://example.com/a%20b warc/revisit -");
}

}  // namespace
}  // namespace asof::cdx
