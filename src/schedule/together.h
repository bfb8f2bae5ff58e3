// Pages that must be consistent with each other, like an index and what it lists, are visited next
// to each other (SHARC section 9), whatever the strategy.
#pragma once

#include <memory>

#include "schedule/strategy.h"

namespace asof::schedule {

// Wraps a strategy of captures. When it asks for a page of a set (Page::set), all pages of the set
// are visited in a row; when it asks for the others, it is told at once what those visits brought.
// So every page of a set gets as many visits as the one of them that gets most. A page that becomes
// known after its set was visited is visited alone, and with the others from the next time on.
std::unique_ptr<Strategy> with_sets(std::unique_ptr<Strategy> strategy);

}  // namespace asof::schedule
