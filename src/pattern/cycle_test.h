// Is there a cycle at all? A test that holds the error rate it promises even where changes come in
// bursts: the days of a page are its sample, not its visits.
#pragma once

#include <cstddef>

#include "base/axis.h"
#include "pattern/calendar.h"
#include "pattern/visit_log.h"

namespace asof::pattern {

enum class Cycle : std::uint8_t {
  Day,       // the hour of the day matters
  DayClass,  // weekdays, Saturdays, Sundays and holidays differ
  Week,      // the day of the week matters
  Month,     // the day of the month matters
};
inline constexpr std::size_t kCycles = 4;

struct CycleResult {
  double p = 1;           // chance of evidence as strong where there is no such cycle
  double days = 0;        // that the evidence rests on, in effect
  double strength = 0;    // 0: as often at any time; 1: all changes at one time of the cycle
};

// Too little evidence (fewer than 3 changes, or all of one day) gives p = 1. O(changes + days).
CycleResult test_cycle(const VisitLog& log, Cycle cycle, const Calendar& calendar = {});

}  // namespace asof::pattern
