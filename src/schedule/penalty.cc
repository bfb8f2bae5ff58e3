#include "schedule/penalty.h"

#include <algorithm>
#include <cmath>

namespace asof::schedule {

double penalty(std::span<const Time> visits, Time from, Time until) {
  double sum = 0;
  Time low = from;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    // Up to where this visit is the nearest.
    const Time high =
        i + 1 == visits.size() ? until : std::clamp((visits[i] + visits[i + 1]) / 2, low, until);
    const double above = high - visits[i];
    const double below = visits[i] - low;
    sum += (above * std::abs(above) + below * std::abs(below)) / 2;
    low = high;
  }
  return sum;
}

}  // namespace asof::schedule
