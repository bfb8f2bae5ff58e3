// SHARC's penalty of visits: the integral over an observation of the distance to the nearest one.
// Times the rate and over the length of the observation it is the page's expected blur.
#pragma once

#include <span>

#include "base/axis.h"

namespace asof::schedule {

// Definitions 4.1 and 7.1 for any number of visits, and visits outside of the observation (the
// formula of section 4.4 holds only for those inside). Visits in order, at least one. O(visits).
double penalty(std::span<const Time> visits, Time from, Time until);

}  // namespace asof::schedule
