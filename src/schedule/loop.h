// The one loop: whoever may spend a request is asked what it wants, visits are started, what they
// brought is told to the strategy. Live crawls, watches and simulations all run through it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "schedule/allocator.h"
#include "schedule/harvester.h"

namespace asof::schedule {

struct LoopOptions {
  Time until = kNever;                         // no visit is started at or after it
  std::function<void(const Seen&)> on_seen{};  // told of every visit that ended
  std::uint64_t under_way = 0;   // visits the harvester has started, or will, on its own
  std::function<bool()> stop{};  // once true, no visit is started; those under way still end
};

// Runs until nobody wants anything any more. strategies[i] serves site i; the harvester may add
// sites while it waits. The number of visits.
Result<std::uint64_t> run(Harvester& harvester, Allocator& allocator, const Strategies& strategies,
                          const LoopOptions& options = {});

}  // namespace asof::schedule
