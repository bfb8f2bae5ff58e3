#include <gtest/gtest.h>

#include "base/period.h"
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

std::string shown(const std::optional<Period>& period) {
  if (!period) return "none";
  return iso8601(period->first) + " +" + std::to_string(period->ms);
}

TEST(Period, DigitsNameAsMuchTimeAsTheyLeaveOpen) {
  struct Case {
    const char* text;
    const char* period;
  };
  for (auto [text, period] : std::initializer_list<Case>{
           {"2", "2000-01-01T00:00:00.000Z +31556995200000"},
           {"201", "2010-01-01T00:00:00.000Z +315532800000"},
           {"2016", "2016-01-01T00:00:00.000Z +31622400000"},  // 366 days
           {"20160", "2016-01-01T00:00:00.000Z +23673600000"},
           {"20161", "2016-10-01T00:00:00.000Z +7948800000"},  // October to December
           {"20162", "none"},
           {"201602", "2016-02-01T00:00:00.000Z +2505600000"},
           {"2016022", "2016-02-20T00:00:00.000Z +864000000"},  // the 20th to the 29th
           {"2016023", "none"},
           {"20160229", "2016-02-29T00:00:00.000Z +86400000"},
           {"201602292", "2016-02-29T20:00:00.000Z +14400000"},
           {"2016022923", "2016-02-29T23:00:00.000Z +3600000"},
           {"20160229235", "2016-02-29T23:50:00.000Z +600000"},
           {"201602292359", "2016-02-29T23:59:00.000Z +60000"},
           {"2016022923594", "2016-02-29T23:59:40.000Z +10000"},
           {"20160229235946", "2016-02-29T23:59:46.000Z +1000"},
           {"20160229235946123", "2016-02-29T23:59:46.123Z +1"},
           {"201602292359461234", "none"},
           {"", "none"},
           {"20x6", "none"},
           {"2016-02", "2016-02-01T00:00:00.000Z +2505600000"},
           {"2016-02-29", "2016-02-29T00:00:00.000Z +86400000"},
           {"2016-02-29T23:59Z", "2016-02-29T23:59:00.000Z +60000"},
           {"2016-02-29T23:59:46.1Z", "2016-02-29T23:59:46.100Z +100"},
           {"2016-02-29T23:59:46", "none"},
       }) {
    EXPECT_EQ(shown(parse_period(text)), period) << text;
  }
}

// What makes the middle the right instant to ask for.
TEST(Period, ACaptureInsideIsNeverFartherFromTheMiddleThanOneOutside) {
  for (const char* text : {"2016", "201602", "20160229", "20160229235946", "20160229235946123"}) {
    const Period period = *parse_period(text);
    const auto away = [&](Instant at) { return std::abs(at.ms - period.middle().ms); };
    for (Instant inside : {period.first, period.last(), period.middle()}) {
      EXPECT_TRUE(period.contains(inside));
      for (Instant outside : {Instant{period.first.ms - 1}, Instant{period.last().ms + 1}}) {
        EXPECT_FALSE(period.contains(outside));
        EXPECT_LE(away(inside), away(outside)) << text;
      }
    }
  }
}

TEST(Period, DatesOfRecordsAreReadToThePrecisionTheyHave) {
  struct Case {
    const char* text;
    const char* period;
  };
  for (auto [text, period] : std::initializer_list<Case>{
           {"2026-11-15T09:30:00Z", "2026-11-15T09:30:00.000Z +1000"},
           {"2026-11-15t09:30:00.1234567890123z", "2026-11-15T09:30:00.123Z +1"},
           {"2026-11-15T09:30:00", "2026-11-15T09:30:00.000Z +1000"},
           {"2026-11-15 09:30:00+01:00", "2026-11-15T08:30:00.000Z +1000"},
           {"2026-11-15T09:30:00-0530", "2026-11-15T15:00:00.000Z +1000"},
           {"2019-08-15T01:02", "2019-08-15T01:02:00.000Z +60000"},
           {"2019-08-15", "2019-08-15T00:00:00.000Z +86400000"},
           {"2019-08", "2019-08-01T00:00:00.000Z +2678400000"},
           {"2019", "2019-01-01T00:00:00.000Z +31536000000"},
           {"2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999Z +1000"},
           {"2016-12-31T23:59:60.7Z", "2016-12-31T23:59:59.999Z +1000"},
           {"2016-12-30T23:59:60Z", "none"},
           {"2016-12-31T22:59:60Z", "none"},
           {"2016-12-31T23:59:61Z", "none"},
           {"2020-02-30", "none"},
           {"2020-02-30T00:00:00Z", "none"},
           {"2020-01-01T24:00:00Z", "none"},
           {"2020-01-01T10:00:00+1", "none"},
           {"2020-01-01T10:00:00Zjunk", "none"},
           {"now", "none"},
           {"", "none"},
           {"-", "none"},
           {"2004120110", "2004-12-01T10:00:00.000Z +3600000"},
           {"1212121212", "none"},  // 2008, counted in seconds
           {"200412011030", "2004-12-01T10:30:00.000Z +60000"},
           {"20041201103059", "2004-12-01T10:30:59.000Z +1000"},
           {"200412011030591", "2004-12-01T10:30:59.000Z +1000"},
           {"20041201103059123", "2004-12-01T10:30:59.123Z +1"},
           {"200412011030591234", "2004-12-01T10:30:59.000Z +1000"},
           {"20041201103059GMT", "2004-12-01T10:30:59.000Z +1000"},
           {"20041301103059GMT", "none"},
           {"3e8c5f2a", "none"},
           {"2004120110305", "none"},
           {"12345678901234567890123", "none"},
       }) {
    EXPECT_EQ(shown(parse_record_date(text)), period) << text;
  }
}

TEST(Period, WhatIsNotKnownOfAnInstantIsNotShown) {
  const Instant at = *parse_digits("20190815010203");
  EXPECT_EQ(iso8601_known(at, 0), "2019-08-15T01:02:03Z");
  for (auto [text, known] : std::initializer_list<std::pair<const char*, const char*>>{
           {"2019", "2019"},
           {"2019-08", "2019-08"},
           {"2019-02", "2019-02"},
           {"2019-08-15", "2019-08-15"},
           {"2019-08-15T01:02", "2019-08-15T01:02Z"}}) {
    const Period period = *parse_record_date(text);
    EXPECT_EQ(iso8601_known(period.first, period.width()), known);
  }
}

}  // namespace
}  // namespace asof
