// The least blur anybody could reach who knows the whole history and visits each page once.
#pragma once

#include "quality/track.h"

namespace asof::quality {

// One visit a page, at start, start + delay, start + 2 delay, ...; observed from the first to the
// last of them. Captures of the tracks are ignored. Exact, by assigning the pages that change
// meanwhile to visits: O(changed^2 * pages).
double best_blur(std::span<const PageTrack> site, Time start, Duration delay);

}  // namespace asof::quality
