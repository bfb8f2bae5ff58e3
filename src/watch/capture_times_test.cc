#include "watch/capture_times.h"

#include <gtest/gtest.h>

#include "base/time.h"

namespace asof::watch {
namespace {

Time at(std::string_view iso) { return on_axis(*parse_iso8601(iso)); }
std::string text(Time at) { return iso8601_seconds(Instant{static_cast<std::int64_t>(at * 1000)}); }

TEST(CaptureTimes, WaitForTheTimeOfDayOrForRest) {
  const SiteCapture at_noon{.url = "u", .every = 86400, .time_of_day = 12 * 3600.0};
  const SiteCapture off_peak{.url = "u", .every = 7 * 86400.0};
  const TimeZone utc, east = TimeZone::fixed(2 * 3600, "east");
  const pattern::WeekSpan saturday{.from = 5 * 24 + 22, .hours = 6};
  const struct {
    const char* rule;
    const SiteCapture& site;
    const char* due;
    std::optional<pattern::WeekSpan> rest;
    const TimeZone& zone;
    const char* expected;
  } kCases[] = {
      {"later on the same day", at_noon, "2026-11-18T08:00:00Z", {}, utc, "2026-11-18T12:00:00Z"},
      {"on the next day", at_noon, "2026-11-18T13:00:00Z", {}, utc, "2026-11-19T12:00:00Z"},
      {"by local clocks", at_noon, "2026-11-18T08:00:00Z", {}, east, "2026-11-18T10:00:00Z"},
      {"at night where nothing is known",
       off_peak,
       "2026-11-18T08:00:00Z",
       {},
       utc,
       "2026-11-19T03:00:00Z"},
      {"in the quietest hours of the week", off_peak, "2026-11-18T08:00:00Z", saturday, utc,
       "2026-11-21T22:00:00Z"},
      {"exactly when it is due", at_noon, "2026-11-18T12:00:00Z", {}, utc, "2026-11-18T12:00:00Z"},
  };
  for (const auto& one : kCases)
    EXPECT_EQ(text(next_capture(one.site, at(one.due), one.rest, one.zone)), one.expected)
        << one.rule;
}

}  // namespace
}  // namespace asof::watch
