// Sharp pages: those whose version as of an instant is known for certain, because the captures on
// both sides of it agree (SHARC section 7). Captures and changes ascend.
#pragma once

#include <optional>

#include "quality/track.h"

namespace asof::quality {

// Which changes between the two captures t_v <= t_r count. The program uses HalfOpen: a change at
// the instant of a capture is in that capture (errata C8). SHARC's Example 7.9 needs Closed.
enum class Bounds {
  HalfOpen,  // (t_v, t_r]
  Closed,    // [t_v, t_r]
  Open,      // (t_v, t_r)
};

// The last capture at or before `as_of` and the first at or after it; none where one is missing. A
// capture at `as_of` is both. O(log captures).
std::optional<Interval> bracket(std::span<const Time> captures, Time as_of);

// The probability that a page of this rate does not change between the bracketing captures:
// e^(-rate * gap); 0 where a side has no capture.
double sharp_probability(double rate, std::span<const Time> captures, Time as_of);
// The expected number of sharp pages; page i has rates[i] and captures[i].
double expected_sharp(std::span<const double> rates, std::span<const std::vector<Time>> captures,
                      Time as_of);

// Whether the page did not change between the bracketing captures. O(log).
bool is_sharp(std::span<const Change> changes, std::span<const Time> captures, Time as_of,
              Bounds bounds = Bounds::HalfOpen);
// The number of sharp pages of a site.
std::size_t sharp_pages(std::span<const PageTrack> site, Time as_of,
                        Bounds bounds = Bounds::HalfOpen);

}  // namespace asof::quality
