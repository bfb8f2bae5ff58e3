// Two-zone organ pipe: ours. With one download a page, a page agrees with the middle of the capture
// with probability exp(-rate * distance), convex and falling: hot pages belong near the middle
// while rate * distance is small, and far away once they are lost. collections_test.cc: all orders
// of small collections. Off-peak urgency: Ben Saad, Pehlivan and Gancarski, TPDL section 5.
#include "schedule/off_peak.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pattern/spans.h"

namespace asof::schedule {
namespace {

constexpr std::size_t kTryAll = 256;

// Places of a capture, nearest to its middle first.
std::vector<std::size_t> places(std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto distance = [&](std::size_t place) {
    return std::fabs(2 * static_cast<double>(place) - static_cast<double>(count - 1));
  };
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
  return places;
}

// Hottest first into the nearest places, the `lost` hottest into the farthest.
std::vector<std::size_t> arrange(std::span<const std::size_t> hottest,
                                 std::span<const std::size_t> near, std::size_t lost) {
  std::vector<std::size_t> order(hottest.size());
  for (std::size_t i = 0; i < hottest.size(); ++i)
    order[i < lost ? near[hottest.size() - 1 - i] : near[i - lost]] = hottest[i];
  return order;
}

}  // namespace

double expected_unchanged(std::span<const double> rates, std::span<const std::size_t> order,
                          Duration delay) {
  double sum = 0;
  const double middle = (static_cast<double>(order.size()) - 1) / 2;
  for (std::size_t place = 0; place < order.size(); ++place)
    sum += std::exp(-rates[order[place]] * std::fabs(static_cast<double>(place) - middle) * delay);
  return sum;
}

std::vector<std::size_t> two_zone_order(std::span<const double> rates, Duration delay) {
  std::vector<std::size_t> hottest(rates.size());
  std::iota(hottest.begin(), hottest.end(), std::size_t{0});
  std::stable_sort(hottest.begin(), hottest.end(),
                   [&](std::size_t a, std::size_t b) { return rates[a] > rates[b]; });
  const auto near = places(rates.size());
  std::vector<std::size_t> best = arrange(hottest, near, 0);
  double most = expected_unchanged(rates, best, delay);
  for (std::size_t lost = 1; lost < rates.size();
       lost += rates.size() <= kTryAll ? 1 : 1 + lost / 8) {
    auto order = arrange(hottest, near, lost);
    const double unchanged = expected_unchanged(rates, order, delay);
    if (unchanged <= most + 1e-12) continue;
    most = unchanged;
    best = std::move(order);
  }
  return best;
}

double expected_importance(std::span<const Page> pages, const PatternSource* patterns, double eta,
                           Time from, Time to) {
  if (pages.empty()) return 0;
  std::vector<double> weights;
  weights.reserve(pages.size());
  for (const Page& page : pages) weights.push_back(page.weight);
  const auto top = pattern::heaviest(weights, eta);
  double sum = 0;
  for (const std::size_t place : top) sum += course_of(pages[place], patterns).omega(from, to);
  return sum / static_cast<double>(top.size());
}

}  // namespace asof::schedule
