// The worst case of a crawl that had to misplace pages (SHARC section 6): k pages are not where
// SHARC-offline wants them, the others are. Values are sums of rate * omega over one download per
// page at 0, delay, .., n * delay, as the paper's example gives them; divide by n * delay for blur.
#pragma once

#include <cstddef>
#include <span>

#include "base/axis.h"

namespace asof::quality {

struct WorstCase {
  double offline = 0;  // of the best schedule
  double worst = 0;    // with k pages misplaced as badly as can be

  double increase() const { return worst - offline; }
  double relative() const { return offline > 0 ? increase() / offline : 0; }
};

// Theorem 6.2 as the paper means it: the k hottest pages at the outermost places, the hottest
// outermost. Rates in any order, each >= 0; at least two pages; at most all misplaced. O(n log n).
WorstCase worst_case(std::span<const double> rates, std::size_t misplaced, Duration delay = 1);
// What is really worst, which the theorem misses: some of the k are the coldest pages in the
// middle, pushing all others outwards. Never below worst_case(). O(n log n + n * misplaced).
WorstCase true_worst_case(std::span<const double> rates, std::size_t misplaced, Duration delay = 1);

// Equation 17: by how much k misplaced pages increase the sum, by the paper's account.
double worst_case_increase(std::span<const double> rates, std::size_t misplaced,
                           Duration delay = 1);

}  // namespace asof::quality
