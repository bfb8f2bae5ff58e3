// modules: base pattern
//
// Files of the tz database, and lists of holidays. Changes of a zone must be in order, so that the
// next change of any time lies after it; days must be sorted.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/time_zone.h"
#include "pattern/calendar.h"
#include "pattern/rhythm.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace asof;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto zone = TimeZone::parse(bytes, "fuzzed")) {
    Time at = -1e9;
    for (int i = 0; i < 400 && at < kNever; ++i) {
      CHECK(std::isfinite(zone->offset_at(at)));
      const Time next = zone->next_change(at);
      CHECK(next > at);
      at = next;
    }
    const pattern::Calendar calendar(*zone);
    const pattern::Rhythm rhythm(pattern::Kind::Daily, &calendar);
    CHECK(rhythm.slot_at(1.7e9) < rhythm.slots());
  }
  (void)TimeZone::find(bytes, "/nowhere");
  if (const auto days = pattern::parse_holidays(bytes, "fuzzed"))
    CHECK(std::is_sorted(days->begin(), days->end()));
  return 0;
}
