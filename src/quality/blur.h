// Blur: how many changes lie between an instant and the capture nearest to it, averaged over the
// observation interval (SHARC sections 4, 7.1 and 8). Any number of captures, inside the interval
// or not; captures and changes ascend; the interval has a positive length. Without a capture every
// blur is infinite.
#pragma once

#include "quality/track.h"

namespace asof::quality {

// omega: the integral over the interval of the distance to the nearest capture. O(captures).
double penalty(std::span<const Time> captures, Interval observation);

// Expected blur of a page that changes as a Poisson process: rate * penalty / length.
double expected_blur(double rate, std::span<const Time> captures, Interval observation);
// Of a site: the sum over pages; page i has rates[i] and captures[i].
double expected_blur(std::span<const double> rates, std::span<const std::vector<Time>> captures,
                     Interval observation);

// Exact blur of a page whose changes are known. Importance plays no part.
// O(changes + captures log changes).
double exact_blur(std::span<const Change> changes, std::span<const Time> captures,
                  Interval observation);
double exact_blur(std::span<const Time> changes, std::span<const Time> captures,
                  Interval observation);
// Of a site: the sum over pages; pages never captured are left out.
double exact_blur(std::span<const PageTrack> site, Interval observation);

}  // namespace asof::quality
