// Period: the stretch of time that a date names. "2016" is a year, "2016-03-01T10:20Z" a minute.
//
// A date is never more precise than it was written. Whoever needs one instant of a period takes the
// one that the question asks for: docs/decisions/022-coarse-dates.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace asof {

struct Period {
  Instant first;
  std::int64_t ms = 1;  // how long it lasts; at least 1

  // The instant that is asked for with "--at 2016". A capture inside the period is never farther
  // from it than one outside.
  Instant middle() const { return {first.ms + ms / 2}; }
  Instant last() const { return {first.ms + ms - 1}; }
  bool contains(Instant at) const { return first <= at && at <= last(); }
  // Of a date that does not name the second: how long the period lasts; else 0.
  std::int64_t width() const { return ms > 1000 ? ms : 0; }

  bool operator==(const Period&) const = default;
};

// The one reader of times that people ask for: 1 to 17 digits of YYYYMMDDhhmmssSSS, or the forms of
// parse_iso8601(). "201" is a decade, "20161" the months from October on.
std::optional<Period> parse_period(std::string_view text);

// The date of a WARC or ARC record, to the precision it has; nothing where it cannot be read.
//
// Beside the forms of parse_iso8601() it takes what is found in archives: small letters, a blank
// for the T, no zone (UTC by the standard) or another zone, a leap second (the last millisecond
// before it, for a second); and digits: 10 (an hour), 12, 14, 17; of 15, 16, 18 and of 14 with
// other text behind them the first 14 count.
std::optional<Period> parse_record_date(std::string_view text);

// The instant as far as it is known: "2016", "2016-03", "2016-03-01", "2016-03-01T10:20Z", else to
// the second. `width` as Period::width() gives it.
std::string iso8601_known(Instant at, std::int64_t width);

}  // namespace asof
