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
  // Whole cycles first, so that a long interval costs one cycle; then what is left, at most a
  // cycle, from its place in the cycle on. Each slot is looked at twice at most, whatever rounding
  // does.
  double left = to - from;
  const double cycles = std::floor(left / pattern.cycle);
  double sum = 0;
  if (cycles > 0) {
    for (std::size_t k = 0; k < pattern.slots(); ++k) sum += value(k);
    sum *= cycles;
    left -= cycles * pattern.cycle;
  }
  const Duration length = pattern.slot_length();
  double at = from - pattern.cycle * std::floor(from / pattern.cycle);
  std::size_t slot = std::min(pattern.slots() - 1, static_cast<std::size_t>(at / length));
  for (std::size_t step = 0; step <= pattern.slots() && left > 0; ++step) {
    const double end = static_cast<double>(slot + 1) * length;
    const double part = std::min(left, std::max(0.0, end - at));
    sum += value(slot) * part / length;
    left -= part;
    at = slot + 1 == pattern.slots() ? 0 : end;
    slot = slot + 1 == pattern.slots() ? 0 : slot + 1;
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
