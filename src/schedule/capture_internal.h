// Strategies that capture a whole site.
#pragma once

#include "schedule/registry.h"

namespace asof::schedule {

std::unique_ptr<Strategy> make_round_robin(const Tuning& tuning);

}  // namespace asof::schedule
