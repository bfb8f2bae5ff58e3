// Requisites of watched pages: images, style sheets and whatever else a page needs to be shown are
// fetched once, with the page that first needs them. The strategy does not hear of them: they are
// nothing that is watched.
#pragma once

#include <memory>

#include "schedule/strategy.h"

namespace asof::schedule {

// Wraps a strategy that watches.
std::unique_ptr<Strategy> with_requisites_once(std::unique_ptr<Strategy> strategy);

}  // namespace asof::schedule
