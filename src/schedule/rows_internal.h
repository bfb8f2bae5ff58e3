// The parts of the registry, by what their strategies are for.
#pragma once

#include "schedule/registry.h"

namespace asof::schedule {

std::span<const Row> capture_rows();  // one capture of a whole site: SHARC, its rivals and ours
std::span<const Row> watch_rows();    // many pages under a budget per period

// Visits everything in the order of the strategy, then visits everything again in that order.
std::unique_ptr<Strategy> make_twice(const Row& row, const Tuning& tuning);

}  // namespace asof::schedule
