// A run without a site: what a strategy would do if every request were answered at once and nothing
// ever changed. Shows a plan ("what next, and why") and schedules known pages.
#pragma once

#include <vector>

#include "schedule/loop.h"

namespace asof::schedule {

struct Planned {
  Visit visit;
  Time at = 0;
};

struct DryRunOptions {
  Time start = 0;
  Duration delay = 1;   // between two requests; 0: as many as the allocator grants
  Time until = kNever;  // no visit at or after it
  // Links known beforehand: children[page] are found when the page is visited for the first time.
  std::vector<std::vector<Page>> children{};
};

// The strategy has been told what it expects and which pages are known; it is run to its end.
std::vector<Planned> dry_run(std::unique_ptr<Strategy> strategy, Allocator& allocator,
                             const DryRunOptions& options = {});

// What a strategy would do from here on; the strategy itself is left as it is.
std::vector<Planned> plan(const Strategy& strategy, Allocator& allocator,
                          const DryRunOptions& options = {});

}  // namespace asof::schedule
