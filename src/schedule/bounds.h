// Bounds and exact optima to hold strategies against.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/axis.h"

namespace asof::schedule {

// No schedule of `downloads` requests, one every `delay`, each page at least once, has an expected
// blur below this; the observation is the capture. Needs as many downloads as pages.
double blur_bound(std::span<const double> rates, std::uint64_t downloads, Duration delay = 1);
// Likewise where the observation has a length of its own.
double blur_bound_observed(std::span<const double> rates, std::uint64_t downloads,
                           Duration observation);
// Likewise for any number of downloads.
double blur_bound_any(std::span<const double> rates, Duration delay = 1);

// No schedule that visits each page exactly twice has an expected blur below this. Tighter than
// blur_bound(rates, 2 * pages) where rates differ, since that may give pages other numbers.
// O(n log n).
double two_visit_bound(std::span<const double> rates, Duration delay = 1);

// The least expected blur of any sequence of `downloads` requests in which each page occurs, by
// trying all: for some five pages and eight downloads.
double least_blur_exhaustive(std::span<const double> rates, std::uint64_t downloads);

// Two visits to each page, and a page is sharp when they agree. By the pyramid theorem (uncrossing
// two intervals never hurts) the best schedule assigns pages to intervals of 1, 3, 5, ... delays.
// Exact, O(n^3): about 2 s for a thousand pages.
double best_expected_sharp(std::span<const double> rates, Duration delay = 1);

// No schedule of requests at these times has more expected sharp pages as of an instant, whatever
// page each request is for; `every_page`: none that also visits each page at least once, for which
// there are as many requests as pages. A page needs a visit on both sides of the instant, or one at
// it, and the nearest visits of the pages are different requests; so by the pyramid theorem pages
// are assigned to the pairs of the nearest requests before and behind, the next nearest, ..., the
// coldest pages at best. Exact up to kMostAssigned pages; beyond that pages and pairs are put into
// as many groups, each as good as its best: somewhat more than can be reached, in the same time.
double most_expected_sharp(std::span<const double> rates, std::span<const Time> requests,
                           Time as_of, bool every_page);
inline constexpr std::size_t kMostAssigned = 512;

struct SharpSweep {
  double sharp = 0;
  std::size_t hopeless = 0;  // hottest pages, put outermost
};
// The best of the schedules that give up on the k hottest pages. Never above best_expected_sharp
// and equal to it where rates follow a power law. Tries every k up to 2000 pages, about 200 numbers
// beyond; O(n) each.
SharpSweep sweep_expected_sharp(std::span<const double> rates, Duration delay = 1);

}  // namespace asof::schedule
