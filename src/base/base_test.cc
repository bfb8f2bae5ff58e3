#include <gtest/gtest.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/time.h"

namespace asof {
namespace {

TEST(Text, Base32IsReversible) {
  EXPECT_EQ(base32("foobar"), "MZXW6YTBOI======");
  for (std::size_t n = 0; n < 40; ++n) {
    std::string bytes(n, '\xa7');
    EXPECT_EQ(from_base32(base32(bytes)), bytes);
    EXPECT_EQ(from_hex(hex(bytes)), bytes);
  }
  EXPECT_FALSE(from_base32("A!"));
}

TEST(Text, ReadsBase64OfBothAlphabets) {
  EXPECT_EQ(from_base64("Zm9vYg=="), "foob");
  EXPECT_EQ(from_base64("Zm9vYmFy"), "foobar");
  EXPECT_EQ(from_base64("-_8"), from_base64("+/8="));
  EXPECT_FALSE(from_base64("Zm9v!"));
}

TEST(Text, ReplacesIllFormedUtf8AsTheEncodingStandardDoes) {
  EXPECT_EQ(to_utf8("a\xff z"), "a\xef\xbf\xbd z");
  EXPECT_EQ(to_utf8("\xe2\x82"), "\xef\xbf\xbd");              // cut sequence: one
  EXPECT_EQ(to_utf8("\xc0\x80"), "\xef\xbf\xbd\xef\xbf\xbd");  // overlong: two
  EXPECT_EQ(to_utf8("\xed\xa0\x80").size(), 9u);               // surrogate: three
  EXPECT_TRUE(is_utf8("\xf0\x9f\x98\x80"));
  EXPECT_FALSE(is_utf8("\xf4\x90\x80\x80"));
  for (std::size_t i = 0; i < 40; ++i) {
    std::string text(40, 'a');
    EXPECT_TRUE(is_utf8(text));
    text[i] = '\xff';
    EXPECT_FALSE(is_utf8(text)) << i;
  }
}

TEST(Text, TextOfOthersCannotCommandATerminal) {
  struct Case {
    std::string_view given, shown;
  };
  for (auto [given, shown] : std::initializer_list<Case>{
           {"https://example.org/ä?b=\\n", "https://example.org/ä?b=\\n"},
           {"日本 🙂 \xcc\x81", "日本 🙂 \xcc\x81"},
           {"\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"},
           {"two\r\nlines\tand\x7f", "two\\r\\nlines\\tand\\x7f"},
           {std::string_view("\0\a", 2), "\\x00\\x07"},
           {"\xc2\x9b"
            "31m",
            "\\u009b31m"},  // CSI in one character
           {"\x9b"
            "31m",
            "\xef\xbf\xbd"
            "31m"},  // and in one byte
           {"a\xe2\x80\xae"
            "b\xe2\x81\xa6"
            "c",
            "a\\u202eb\\u2066c"},  // turned about
           {"a\xe2\x80\xa8"
            "b",
            "a\\u2028b"},
       }) {
    EXPECT_EQ(printable(given), shown);
  }
}

TEST(Text, NumbersForPeople) {
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(human_bytes(1536), "1.5 KB");
  EXPECT_EQ(counted(1, "error"), "1 error");
  EXPECT_EQ(counted(2000, "error"), "2,000 errors");
  EXPECT_FALSE(parse_uint("18446744073709551616"));
  EXPECT_EQ(parse_uint("18446744073709551615"), UINT64_MAX);
}

TEST(Text, JsonStringsAreEscaped) {
  EXPECT_EQ(json_quote("a\"b\\\n\x01"), "\"a\\\"b\\\\\\n\\u0001\"");
}

TEST(Time, ReadsTheW3cProfile) {
  EXPECT_EQ(iso8601(*parse_iso8601("2026-11-15T09:30:00.1239Z")), "2026-11-15T09:30:00.123Z");
  EXPECT_EQ(iso8601_seconds(*parse_iso8601("2026-02")), "2026-02-01T00:00:00Z");
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:01Z")->ms, 1000);
  EXPECT_LT(parse_iso8601("1969-12-31T23:59:59.999Z")->ms, 0);
  for (const char* bad :
       {"", "2026", "2026-02-30T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00",
        "2026-01-01T00:00:00.Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00Zjunk"})
    EXPECT_EQ(parse_iso8601(bad).has_value(), std::string_view(bad) == "2026") << bad;
}

TEST(Time, ReadsArchiveTimestamps) {
  EXPECT_EQ(digits17(*parse_digits("20261115093000")), "20261115093000000");
  EXPECT_EQ(digits14(*parse_digits("2026")), "20260101000000");
  EXPECT_EQ(digits17(*parse_digits("20261115093000123")), "20261115093000123");
  EXPECT_FALSE(parse_digits("20261315"));
  EXPECT_FALSE(parse_digits("2026x"));
  EXPECT_EQ(http_date(*parse_digits("19941106084937")), "Sun, 06 Nov 1994 08:49:37 GMT");
}

}  // namespace
}  // namespace asof
