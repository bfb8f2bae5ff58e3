// What running a strategy over a world and grading its visits share.
#pragma once

#include "lab/world.h"
#include "schedule/watch_bound.h"

namespace asof::lab {

// What a strategy is told of a page.
schedule::Page believed(const WorldPage& page);

// The periods of a watch: slots of the patterns, or delays where no page has one.
schedule::Watch watch_of(const World& world, const ScheduleOptions& options);

// captures[i]: when page i is visited. In collections pages are not visited at the ends of periods.
Schedule graded(const World& world, const ScheduleOptions& options,
                const std::vector<std::vector<Time>>& captures, bool collections);

}  // namespace asof::lab
