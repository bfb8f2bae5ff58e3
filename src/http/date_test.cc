#include "http/date.h"

#include <string>

#include <gtest/gtest.h>

namespace asof::http {
namespace {

struct DateCase {
  const char* rule;
  std::string_view text;
  std::string_view iso;  // empty: no date
};

constexpr DateCase kDateCases[] = {
    {"IMF-fixdate", "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"RFC 850", "Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"asctime", "Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"},
    {"asctime, two-digit day", "Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"},
    {"asctime with a zone", "Sun Nov  6 08:49:37 GMT 1994", "1994-11-06T08:49:37Z"},
    {"ISO 8601", "1994-11-06T08:49:37Z", "1994-11-06T08:49:37Z"},
    {"zone missing", "Sun, 06 Nov 1994 08:49:37", "1994-11-06T08:49:37Z"},
    {"zone UTC", "Sun, 06 Nov 1994 08:49:37 UTC", "1994-11-06T08:49:37Z"},
    {"zone +0000", "Sun, 06 Nov 1994 08:49:37 +0000", "1994-11-06T08:49:37Z"},
    {"zone +0100", "Sun, 06 Nov 1994 08:49:37 +0100", "1994-11-06T07:49:37Z"},
    {"zone -05:30", "Sun, 06 Nov 1994 08:49:37 -05:30", "1994-11-06T14:19:37Z"},
    {"zone GMT+1", "Sun, 06 Nov 1994 08:49:37 GMT+1", "1994-11-06T07:49:37Z"},
    {"zone EST", "Sun, 06 Nov 1994 08:49:37 EST", "1994-11-06T13:49:37Z"},
    {"unknown zone", "Sun, 06 Nov 1994 08:49:37 XYZ", "1994-11-06T08:49:37Z"},
    {"two-digit year of this century", "Sat, 06 Nov 04 08:49:37 GMT", "2004-11-06T08:49:37Z"},
    {"two-digit year 69", "06 Nov 69 08:49:37 GMT", "2069-11-06T08:49:37Z"},
    {"two-digit year 70", "06 Nov 70 08:49:37 GMT", "1970-11-06T08:49:37Z"},
    {"wrong weekday", "Mon, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"foreign weekday", "dim, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"no weekday", "06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"lower-case month", "sun, 06 nov 1994 08:49:37 gmt", "1994-11-06T08:49:37Z"},
    {"month in full", "06 November 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"four-digit year with dashes", "Sun, 06-Nov-1994 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"one-digit day and hour", "Sun, 6 Nov 1994 8:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"no seconds", "Sun, 06 Nov 1994 08:49 GMT", "1994-11-06T08:49:00Z"},
    {"fraction", "Sun, 06 Nov 1994 08:49:37.123 GMT", "1994-11-06T08:49:37Z"},
    {"afternoon", "Nov 6, 1994 08:49:37 PM", "1994-11-06T20:49:37Z"},
    {"midnight in the morning", "Nov 6, 1994 12:00:00 AM", "1994-11-06T00:00:00Z"},
    {"quoted", "\"Sun, 06 Nov 1994 08:49:37 GMT\"", "1994-11-06T08:49:37Z"},
    {"blanks around", "  Sun, 06 Nov 1994 08:49:37 GMT ", "1994-11-06T08:49:37Z"},
    {"folded", "Sun, 06 Nov 1994\r\n 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"leap second", "Fri, 31 Dec 2016 23:59:60 GMT", "2016-12-31T23:59:59Z"},
    {"leap day", "Thu, 29 Feb 2024 00:00:00 GMT", "2024-02-29T00:00:00Z"},
    {"before 1970", "Sun, 06 Nov 1960 08:49:37 GMT", "1960-11-06T08:49:37Z"},
    {"no leap day in 2023", "Thu, 29 Feb 2023 00:00:00 GMT", ""},
    {"day 0", "Sun, 00 Nov 1994 08:49:37 GMT", ""},
    {"hour 24", "Sun, 06 Nov 1994 24:00:00 GMT", ""},
    {"hour 13 PM", "Sun, 06 Nov 1994 13:00:00 PM", "1994-11-06T13:00:00Z"},
    {"zero", "0", ""},
    {"minus one", "-1", ""},
    {"empty", "", ""},
    {"words", "never", ""},
    {"seconds since 1970", "784111777", ""},
    {"two times", "06 Nov 1994 08:49:37 08:49:37", ""},
    {"three numbers", "06 Nov 1994 1995 08:49:37", ""},
    {"year of five digits", "06 Nov 19941 08:49:37 GMT", ""},
    {"a zone of half a world", "06 Nov 1994 08:49:37 +9900", ""},
    {"no time", "06 Nov 1994", ""},
};

TEST(Date, ReadsStandardAndSloppyForms) {
  for (const auto& [rule, text, iso] : kDateCases) {
    SCOPED_TRACE(rule);
    auto instant = parse_date(text);
    EXPECT_EQ(instant ? iso8601_seconds(*instant) : "", iso) << text;
  }
}

TEST(Date, ReadsWhatWeWrite) {
  for (std::int64_t seconds : {0LL, 784111777LL, 1763199000LL, 4102444799LL}) {
    Instant at{seconds * 1000};
    EXPECT_EQ(parse_date(http_date(at)), at);
  }
}

TEST(Date, RefusesLongTexts) {
  std::string text = "Sun, 06 Nov 1994 08:49:37 GMT" + std::string(200, ',');
  EXPECT_EQ(parse_date(text), std::nullopt);
}

}  // namespace
}  // namespace asof::http
