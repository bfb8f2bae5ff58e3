#include "cdx/crawl_log.h"

#include <string>

#include <gtest/gtest.h>

#include "support/result.h"

namespace asof::cdx {
namespace {

using test::fails_with;
using test::is_ok;
using test::must;

constexpr std::string_view kFull =
    "2026-11-15T09:30:01.500Z   200       1234 http://example.com/a LLE http://example.com/ "
    "text/html #042 20261115093000123+250 sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A "
    "http://example.com/ 2t,lenTrunc {\"a\":\"b c\"}";
constexpr std::string_view kBare =
    "2026-11-15T09:30:01.500Z -9998          - http://example.com/b - - - #000 - - - -";

LogLine full() {
  LogLine line;
  line.logged = *parse_iso8601("2026-11-15T09:30:01.500Z");
  line.status = 200;
  line.size = 1234;
  line.url = "http://example.com/a";
  line.hops = "LLE";
  line.via = "http://example.com/";
  line.mime = "text/html";
  line.thread = 42;
  line.fetch_begin = parse_digits("20261115093000123");
  line.fetch_ms = 250;
  line.digest = "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A";
  line.source_tag = "http://example.com/";
  line.annotations = {"2t", "lenTrunc"};
  line.json = "{\"a\":\"b c\"}";
  return line;
}

LogLine bare() {
  LogLine line;
  line.logged = full().logged;
  line.status = -9998;
  line.url = "http://example.com/b";
  return line;
}

TEST(CrawlLog, IsWrittenInColumns) {
  EXPECT_EQ(write_log_line(full()), kFull);
  EXPECT_EQ(write_log_line(bare()), kBare);
  LogLine line = bare();
  line.url = "http://a/b c";
  EXPECT_NE(write_log_line(line).find(" http://a/b%20c - "), std::string::npos);
}

TEST(CrawlLog, ReadsWhatItWrites) {
  EXPECT_EQ(must(parse_log_line(kFull, 1)), full());
  EXPECT_EQ(must(parse_log_line(std::string(kBare) + "\n", 1)), bare());
}

TEST(CrawlLog, ReadsVariants) {
  auto replaced = [](std::string from, std::string to) {
    std::string text(kFull);
    text.replace(text.find(from), from.size(), to);
    return must(parse_log_line(text, 1));
  };
  EXPECT_EQ(replaced("+250", ";250"), full()) << "the manual's separator";
  EXPECT_EQ(replaced("+250", "").fetch_ms, std::nullopt);
  EXPECT_EQ(replaced("+250", "+-1").fetch_ms, std::nullopt);
  EXPECT_EQ(replaced(" 2t,lenTrunc", "").annotations, std::vector<std::string>{});
  EXPECT_EQ(replaced(" 2t,lenTrunc", "").json, full().json);
  EXPECT_EQ(replaced("2t,lenTrunc {\"a\":\"b c\"}", "dns,warcRevisit:digest").annotations,
            (std::vector<std::string>{"dns", "warcRevisit:digest"}));
  EXPECT_EQ(replaced("   200", " 1").status, 1);
  EXPECT_EQ(replaced("#042", "#1200").thread, 1200);
}

TEST(CrawlLog, RefusesBadLinesByNumber) {
  struct Case {
    std::string from, to, what;
  };
  for (const auto& [from, to, what] :
       {Case{"2026-11-15T", "yesterday ", "column 1"}, Case{"   200", " abc", "column 2"},
        Case{"   200", " 9999999", "column 2"}, Case{"1234", "12x", "column 3"},
        Case{"#042", "042", "column 8"}, Case{"+250", "+x", "column 9"},
        Case{"20261115093000123", "20261315093000123", "column 9"}}) {
    std::string text(kFull);
    text.replace(text.find(from), from.size(), to);
    EXPECT_TRUE(fails_with(parse_log_line(text, 9), Errc::Corrupt, "line 9: " + what)) << text;
  }
  EXPECT_TRUE(fails_with(parse_log_line("", 9), Errc::Corrupt, "0 columns"));
  EXPECT_TRUE(fails_with(parse_log_line("a b c", 9), Errc::Corrupt, "3 columns, not 12"));
}

}  // namespace
}  // namespace asof::cdx
