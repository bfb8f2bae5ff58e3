#include "schedule/matching.h"

#include <algorithm>
#include <numeric>

namespace asof::schedule {

double sum_of(const Worth& worth, const Places& places) {
  double sum = 0;
  for (std::size_t place = 0; place < places.size(); ++place) sum += worth.at(places[place], place);
  return sum;
}

Places choose_by_regret(const Worth& worth) {
  const std::size_t n = worth.size();
  std::vector<double> regret(n, 0);
  for (std::size_t row = 0; row < n; ++row) {
    double best = worth.at(row, 0), least = best;
    for (std::size_t place = 1; place < n; ++place) {
      best = std::max(best, worth.at(row, place));
      least = std::min(least, worth.at(row, place));
    }
    regret[row] = best - least;
  }
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return regret[a] > regret[b]; });
  std::vector<std::uint32_t> free(n);
  std::iota(free.begin(), free.end(), 0u);
  Places places(n);
  for (const std::uint32_t row : order) {
    const auto best = std::max_element(
        free.begin(), free.end(),
        [&](std::uint32_t a, std::uint32_t b) { return worth.at(row, a) < worth.at(row, b); });
    places[*best] = row;
    free.erase(best);
  }
  return places;
}

void improve_by_swaps(const Worth& worth, Places& places, int rounds) {
  constexpr double kGain = 1e-12;  // less is rounding
  bool better = true;
  for (int round = 0; round < rounds && better; ++round) {
    better = false;
    for (std::size_t a = 0; a < places.size(); ++a)
      for (std::size_t b = a + 1; b < places.size(); ++b) {
        const double gain = worth.at(places[a], b) + worth.at(places[b], a) -
                            worth.at(places[a], a) - worth.at(places[b], b);
        if (gain <= kGain) continue;
        std::swap(places[a], places[b]);
        better = true;
      }
  }
}

}  // namespace asof::schedule
