// Orders in which the pages of one collection are downloaded, and when a collection is best left
// alone.
#pragma once

#include <span>
#include <vector>

#include "schedule/watch_course.h"

namespace asof::schedule {

// Pages so that the hottest come in the middle, except for those too hot to be caught unchanged
// anyway: these go to both ends, the hottest outermost, and cost the others nothing. How many they
// are is found by trying: the order with the most pages expected unchanged between their download
// and the middle. Indices into `rates`; O(n^2) for up to 256 pages, O(n log n) tries beyond.
std::vector<std::size_t> two_zone_order(std::span<const double> rates, Duration delay);

// Pages expected to be the same at the middle of the capture as when they were downloaded.
double expected_unchanged(std::span<const double> rates, std::span<const std::size_t> order,
                          Duration delay);

// TPDL section 5: the importance expected in [from, to) of the `eta` share of a collection's pages
// with the highest weights, averaged. The paper's sum runs over one index for pages and periods; it
// is over pages (C20).
double expected_importance(std::span<const Page> pages, const PatternSource* patterns, double eta,
                           Time from, Time to);

}  // namespace asof::schedule
