// The least blur anybody could reach who visits each page once and knows the whole history, or the
// rates alone.
#pragma once

#include "quality/track.h"

namespace asof::quality {

// One visit a page, at start, start + delay, start + 2 delay, ...; observed from the first to the
// last of them. Captures of the tracks are ignored. Exact, by assigning the pages that change
// meanwhile to visits: O(changed^2 * pages).
double best_blur(std::span<const PageTrack> site, Time start, Duration delay);

// The least expected blur of one visit to each page of these rates, spread evenly over the
// observation: the hottest page in the middle (SHARC section 4.2). O(n log n).
double best_expected_blur(std::vector<double> rates, Interval observation);

}  // namespace asof::quality
