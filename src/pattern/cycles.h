// Is there a cycle at all? A test that holds the error rate it promises even where changes come in
// bursts: the days of a page are its sample, not its visits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/axis.h"
#include "pattern/calendar.h"
#include "pattern/visit_log.h"

namespace asof::pattern {

enum class Cycle : std::uint8_t {
  Daily,    // the hour of the day matters
  ByClass,  // weekdays, Saturdays, Sundays and holidays differ
  Weekly,   // the day of the week matters
  Monthly,  // the day of the month matters
};
inline constexpr std::size_t kCycles = 4;

struct CycleResult {
  double p = 1;         // chance of evidence as strong where there is no such cycle
  double days = 0;      // that the evidence rests on, in effect
  double strength = 0;  // 0: as often at any time; 1: all changes at one time of the cycle
};

// Too little evidence gives p = 1: fewer than 4 changes, or less than 3, 9, 14 and 60 days for the
// four cycles. Of several logs:
// pages that change together count as one, because a day is one sample whatever changed on it.
// O(changes + days).
CycleResult test_cycle(const VisitLog& log, Cycle cycle, const Calendar& calendar = {});
CycleResult test_cycle(std::span<const VisitLog* const> logs, Cycle cycle,
                       const Calendar& calendar = {});

}  // namespace asof::pattern
