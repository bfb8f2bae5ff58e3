#include "quality/best_blur.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "quality/assignment.h"
#include "quality/blur.h"

namespace asof::quality {

double best_blur(std::span<const PageTrack> site, Time start, Duration delay) {
  if (site.size() < 2) return 0;
  const std::size_t slots = site.size();
  const Interval observation{start, start + static_cast<double>(slots - 1) * delay};
  // Pages that do not change have no blur wherever they stand; the others choose first.
  std::vector<double> costs;
  std::size_t rows = 0;
  for (const PageTrack& page : site) {
    const PageTrack inside = clipped(page, observation);
    if (inside.changes.empty()) continue;
    ++rows;
    for (std::size_t slot = 0; slot < slots; ++slot) {
      const Time at = start + static_cast<double>(slot) * delay;
      costs.push_back(exact_blur(page.changes, std::span(&at, 1), observation));
    }
  }
  const auto chosen = assign(costs, slots);
  double sum = 0;
  for (std::size_t row = 0; row < rows; ++row) sum += costs[row * slots + chosen[row]];
  return sum;
}

double best_expected_blur(std::vector<double> rates, Interval observation) {
  if (rates.empty() || !(observation.length() > 0)) return 0;
  // The cost of a visit grows with its distance from the middle alone, so sorting both is best.
  std::vector<double> away(rates.size(), 0);
  for (std::size_t i = 0; i < away.size() && away.size() > 1; ++i)
    away[i] = std::abs(static_cast<double>(i) / static_cast<double>(away.size() - 1) - .5) *
              observation.length();
  std::sort(away.begin(), away.end());
  std::sort(rates.begin(), rates.end(), std::greater<>());
  double sum = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const Time at = observation.middle() + away[i];
    sum += expected_blur(rates[i], std::span(&at, 1), observation);
  }
  return sum;
}

}  // namespace asof::quality
