// Requisites: images, style sheets and whatever else a page needs to be shown are fetched with the
// page that first needs them, before the strategy is asked for another page. From then on they are
// pages like others: a strategy that visits again visits them again.
#pragma once

#include <memory>

#include "schedule/strategy.h"

namespace asof::schedule {

// Wraps a strategy of captures. It is told of requisites as of any page; when it asks for one that
// has been fetched already, it is told at once what that visit brought.
std::unique_ptr<Strategy> with_requisites(std::unique_ptr<Strategy> strategy);

}  // namespace asof::schedule
