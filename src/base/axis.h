// The axis of time that decisions and measures live on: seconds, or slots, as a plain number. A
// calendar instant has its place on it too, exact to less than a millisecond for any year we know.
#pragma once

#include <limits>

#include "base/time.h"

namespace asof {

using Time = double;      // a point on the axis
using Duration = double;  // a distance on it, never negative

inline constexpr Time kNever = std::numeric_limits<double>::infinity();

inline Time on_axis(Instant at) { return static_cast<double>(at.ms) / 1000.0; }

}  // namespace asof
