#include "base/time_zone.h"

#include <gtest/gtest.h>

#include "base/time.h"

namespace asof {
namespace {

Time utc(const char* text) { return on_axis(parse_iso8601(text).value()); }

std::string number(std::int64_t value, int width) {
  std::string bytes;
  for (int i = width - 1; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

// A file with the given changes, each to the type beside it, and two types: +1 h and +2 h.
std::string zone_file(const std::vector<std::pair<std::int64_t, int>>& changes,
                      const std::string& footer) {
  const auto block = [&](int width, bool empty) {
    const std::int64_t times = empty ? 0 : static_cast<std::int64_t>(changes.size());
    std::string bytes = "TZif2" + std::string(15, '\0') + number(0, 4) + number(0, 4) +
                        number(0, 4) + number(times, 4) + number(2, 4) + number(4, 4);
    if (!empty) {
      for (const auto& [at, type] : changes) bytes += number(at, width);
      for (const auto& [at, type] : changes) bytes += static_cast<char>(type);
    }
    for (const std::int64_t offset : {3600, 7200})
      bytes += number(offset, 4) + std::string(2, '\0');
    return bytes + std::string("ABC\0", 4);
  };
  return block(4, true) + block(8, false) + "\n" + footer + "\n";
}

TEST(TimeZone, ReadsFixedOffsetsAndRefusesOtherText) {
  EXPECT_EQ(TimeZone::find("UTC").value().offset_at(0), 0);
  EXPECT_EQ(TimeZone::find("+05:30").value().offset_at(0), 19800);
  EXPECT_EQ(TimeZone::find("-08").value().offset_at(1e9), -8 * 3600);
  EXPECT_EQ(TimeZone::find("+05:30").value().next_change(0), kNever);
  for (const char* text :
       {"", "+", "+99:00", "+1:60", "../etc/passwd", "/etc/passwd", "a b", "+1x"})
    EXPECT_EQ(TimeZone::find(text).error().code, Errc::Invalid) << text;
  EXPECT_EQ(TimeZone::find("No/Where").error().code, Errc::NotFound);
}

TEST(TimeZone, ReadsTheSystemsDatabase) {
  const auto paris = TimeZone::find("Europe/Paris");
  if (!paris) GTEST_SKIP() << paris.error().what;
  EXPECT_EQ(paris->offset_at(utc("2024-01-15T12:00:00Z")), 3600);
  EXPECT_EQ(paris->offset_at(utc("2024-07-15T12:00:00Z")), 7200);
  EXPECT_EQ(paris->offset_at(utc("2024-03-31T00:59:59Z")), 3600);
  EXPECT_EQ(paris->offset_at(utc("2024-03-31T01:00:00Z")), 7200);
  EXPECT_EQ(paris->next_change(utc("2024-01-01T00:00:00Z")), utc("2024-03-31T01:00:00Z"));
  EXPECT_EQ(paris->offset_at(utc("2060-07-15T12:00:00Z")), 7200);  // by the rule in the footer
  EXPECT_EQ(TimeZone::find("Asia/Kolkata").value().offset_at(utc("2024-01-01")), 19800);
}

TEST(TimeZone, FollowsTheRuleAfterTheLastChange) {
  const auto zone =
      TimeZone::parse(zone_file({{0, 1}, {1000, 0}}, "CET-1CEST,M3.5.0,M10.5.0/3"), "made up")
          .value();
  EXPECT_EQ(zone.offset_at(-1), 3600);
  EXPECT_EQ(zone.offset_at(0), 7200);
  EXPECT_EQ(zone.offset_at(1000), 3600);
  EXPECT_EQ(zone.offset_at(utc("2024-03-31T00:59:59Z")), 3600);
  EXPECT_EQ(zone.offset_at(utc("2024-03-31T01:00:00Z")), 7200);
  EXPECT_EQ(zone.offset_at(utc("2024-10-27T00:59:59Z")), 7200);
  EXPECT_EQ(zone.offset_at(utc("2024-10-27T01:00:00Z")), 3600);
  // South of the equator summer begins in autumn; Julian days skip 29 February.
  const auto south = TimeZone::parse(zone_file({}, "<-04>4<-03>,J60/0,J300/24"), "x").value();
  EXPECT_EQ(south.offset_at(utc("2024-03-01T03:59:59Z")), -4 * 3600);
  EXPECT_EQ(south.offset_at(utc("2024-03-01T04:00:00Z")), -3 * 3600);
  EXPECT_EQ(south.offset_at(utc("2023-03-01T04:00:00Z")), -3 * 3600);
  EXPECT_EQ(TimeZone::parse(zone_file({}, "EST5"), "x").value().offset_at(0), -5 * 3600);
}

TEST(TimeZone, RefusesDamagedFiles) {
  const std::string good = zone_file({{0, 1}}, "CET-1");
  ASSERT_TRUE(TimeZone::parse(good, "x"));
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(TimeZone::parse(good.substr(0, length), "x")) << length;
  EXPECT_FALSE(TimeZone::parse(zone_file({{0, 7}}, ""), "x"));          // no such type
  EXPECT_FALSE(TimeZone::parse(zone_file({{5, 1}, {5, 0}}, ""), "x"));  // not in order
  for (const char* footer : {"C-1", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0",
                             "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/3x", "<CET-1"})
    EXPECT_FALSE(TimeZone::parse(zone_file({}, footer), "x")) << footer;
}

}  // namespace
}  // namespace asof
