// Instant: a point in UTC, to the millisecond; the only notion of time in the archive.
//
// The calendar is the proleptic Gregorian one, years 0000 to 9999; there are no leap seconds.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace asof {

struct Instant {
  std::int64_t ms = 0;  // since 1970-01-01T00:00:00Z

  auto operator<=>(const Instant&) const = default;
};

// Something that tells the time. Time is an argument wherever it matters, so tests can pin it.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
};

class SystemClock final : public Clock {
 public:
  Instant now() const override;
};

// From calendar fields, or nothing where no such day or time exists.
std::optional<Instant> from_civil(int year, int month, int day, int hour, int minute, int second,
                                  int millisecond = 0);

// "2026-11-15T09:30:00Z", with 0 to 9 digits of fraction (cut to milliseconds); also the shorter
// forms of the W3C profile (year, year-month, date, minutes). The zone must be Z.
std::optional<Instant> parse_iso8601(std::string_view text);

// 4 to 17 digits, YYYYMMDDhhmmssSSS, the missing ones filled with the earliest value: the beginning
// of parse_period().
std::optional<Instant> parse_digits(std::string_view text);

std::string iso8601(Instant at);          // "2026-11-15T09:30:00.123Z"
std::string iso8601_seconds(Instant at);  // "2026-11-15T09:30:00Z"
std::string digits14(Instant at);         // "20261115093000"
std::string digits17(Instant at);         // "20261115093000123"
std::string http_date(Instant at);        // "Sun, 15 Nov 2026 09:30:00 GMT"

}  // namespace asof
