// Rates R = 7 exp(N(0,1)) a day, 1 or 2 bumps over a base, importance per hour
// clamp(N(.4,.2),.05,1), captures with gaps uniform on [.4,1.6] G, G = 10 exp(N(0,.4)) hours.
#include "studies/navigate_world.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace asof::studies {
namespace {

constexpr std::size_t kHours = 24;

double bump(double hour, double mu) {
  const double apart = std::abs(hour - mu);
  const double d = std::min(apart, kHours - apart);
  return std::exp(-d * d / (2 * 2 * 2));
}

pattern::Pattern draw_pattern(const NavigatedWorld& world, Rng& rng) {
  pattern::Pattern pattern{.cycle = kHours};
  const double per_day = world.changes_per_day * std::exp(world.spread * rng.normal());
  const double base = rng.uniform(0.02, 0.3);
  std::vector<double> centres(1 + rng.below(2));
  for (double& mu : centres) mu = rng.uniform(0, kHours);
  double sum = 0;
  for (std::size_t h = 0; h < kHours; ++h) {
    double shape = base;
    for (const double mu : centres) shape += bump(static_cast<double>(h) + 0.5, mu);
    pattern.rates.push_back(shape);
    pattern.importance.push_back(std::clamp(0.4 + 0.2 * rng.normal(), 0.05, 1.0));
    sum += shape;
  }
  for (double& rate : pattern.rates) rate *= per_day / sum;
  return pattern;
}

std::pair<Time, Time> lifetime(const NavigatedPage& page, std::uint64_t version) {
  const auto v = static_cast<std::size_t>(version);
  return {v == 0 ? -kNever : page.changes[v - 1],
          v == page.changes.size() ? kNever : page.changes[v]};
}

}  // namespace

NavigatedPage draw_page(const NavigatedWorld& world, Rng& rng) {
  NavigatedPage drawn;
  drawn.page.changes = draw_pattern(world, rng);
  for (double hour = 0; hour < world.hours; ++hour) {
    const double rate = drawn.page.changes.rates[static_cast<std::size_t>(hour) % kHours];
    const std::uint64_t count = rng.poisson(rate);
    for (std::uint64_t k = 0; k < count; ++k) drawn.changes.push_back(hour + rng.uniform());
  }
  std::sort(drawn.changes.begin(), drawn.changes.end());
  const double gap = world.gap * std::exp(0.4 * rng.normal());
  for (Time at = rng.uniform(0, gap); at < world.hours; at += gap * rng.uniform(0.4, 1.6)) {
    const auto after = std::upper_bound(drawn.changes.begin(), drawn.changes.end(), at);
    navigate::CaptureMark mark{.at = at,
                               .digest = static_cast<std::uint64_t>(after - drawn.changes.begin())};
    if (world.modified && mark.digest > 0) mark.last_modified = *(after - 1);
    drawn.page.captures.push_back(mark);
  }
  return drawn;
}

navigate::Page without_modified(navigate::Page page) {
  for (navigate::CaptureMark& mark : page.captures) mark.last_modified.reset();
  return page;
}

bool truly_coherent(const NavigatedPage& one, std::uint64_t version, const NavigatedPage& other,
                    std::uint64_t other_version) {
  const auto a = lifetime(one, version);
  const auto b = lifetime(other, other_version);
  return std::max(a.first, b.first) < std::min(a.second, b.second);
}

}  // namespace asof::studies
