#include "pattern/pattern.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace asof::pattern {
namespace {

// Sums value(slot) over [from, to), each slot by the share of it that lies inside.
template <class Value>
double prorated(const Pattern& pattern, Time from, Time to, Value value) {
  if (!(to > from)) return 0;
  CHECK(!pattern.rates.empty());
  const Duration length = pattern.slot_length();
  const double slots = static_cast<double>(pattern.slots());
  // Whole cycles first, so that a long interval costs one cycle.
  double sum = 0;
  const double cycles = std::floor((to - from) / pattern.cycle);
  if (cycles > 0) {
    double whole = 0;
    for (std::size_t k = 0; k < pattern.slots(); ++k) whole += value(k);
    sum = cycles * whole;
    from += cycles * pattern.cycle;
  }
  double index = std::floor(from / length);
  while (from < to) {
    const Time end = std::min(to, (index + 1) * length);
    const double wrapped = index - slots * std::floor(index / slots);
    if (end > from) sum += value(static_cast<std::size_t>(wrapped)) * (end - from) / length;
    from = std::max(from, end);
    index += 1;
  }
  return sum;
}

}  // namespace

std::size_t Pattern::slot_at(Time at) const {
  CHECK(!rates.empty());
  const double index = std::floor(at / slot_length());
  const double count = static_cast<double>(slots());
  return static_cast<std::size_t>(index - count * std::floor(index / count));
}

double Pattern::omega(std::size_t slot) const {
  return importance_in(slot) * -std::expm1(-rates[slot]);
}

double Pattern::expected(Time from, Time to) const {
  return prorated(*this, from, to, [&](std::size_t k) { return rates[k]; });
}

double Pattern::weight(Time from, Time to) const {
  return prorated(*this, from, to, [&](std::size_t k) { return omega(k); });
}

double Pattern::mean_rate() const {
  return std::accumulate(rates.begin(), rates.end(), 0.0) / cycle;
}

}  // namespace asof::pattern
