#include "lab/statistics.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/check.h"

namespace asof::lab {
namespace {

// P(|T| <= t), as finite sums for a whole number of degrees of freedom (Abramowitz and Stegun,
// 26.7.3 and 26.7.4).
double within(double t, std::size_t freedom) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(freedom)));
  const double square = std::cos(angle) * std::cos(angle);
  const bool odd = freedom % 2 == 1;
  double term = odd ? std::cos(angle) : 1;
  double sum = 0;
  for (std::size_t k = odd ? 1 : 0; k + 2 <= freedom; k += 2) {
    sum += term;
    const auto step = static_cast<double>(k);
    term *= square * (step + 1) / (step + 2);
  }
  if (odd) return 2 / std::numbers::pi * (angle + std::sin(angle) * sum);
  return std::sin(angle) * sum;
}

}  // namespace

double t_95(std::size_t freedom) {
  CHECK(freedom > 0);
  constexpr double kNormal = 1.959963984540054;
  constexpr std::size_t kMany = 2000;  // beyond, two terms of the expansion are exact to 1e-6
  if (freedom > kMany)
    return kNormal + (kNormal * kNormal * kNormal + kNormal) / (4 * static_cast<double>(freedom));
  double low = 0;
  double high = 16;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (within(middle, freedom) < 0.95 ? low : high) = middle;
  }
  return (low + high) / 2;
}

Estimate estimate(std::span<const double> values, const Range& range) {
  Estimate result{.count = values.size(), .range = range};
  if (values.empty()) return result;
  const auto count = static_cast<double>(values.size());
  for (double value : values) result.mean += value / count;
  if (values.size() == 1) {
    result.half = std::numeric_limits<double>::infinity();
    return result;
  }
  double squares = 0;
  for (double value : values) squares += (value - result.mean) * (value - result.mean);
  result.half = t_95(values.size() - 1) * std::sqrt(squares / (count - 1) / count);
  return result;
}

Estimate paired(std::span<const double> a, std::span<const double> b) {
  CHECK(a.size() == b.size());
  std::vector<double> differences(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) differences[i] = a[i] - b[i];
  return estimate(differences);
}

}  // namespace asof::lab
