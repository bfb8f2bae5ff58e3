#include <algorithm>
#include <cmath>

#include "pattern/page_fit_internal.h"

namespace asof::pattern::fit {
namespace {

// The continued fraction of the incomplete beta function, by Lentz's method; quick for
// x < (a + 1) / (a + b + 2).
double fraction(double x, double a, double b) {
  constexpr double kTiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < kTiny ? kTiny : d);
  double value = d;
  for (int m = 1; m <= 300; ++m) {
    for (const bool odd : {false, true}) {
      const double step = odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                              : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 + step * d;
      c = 1 + step / c;
      d = 1 / (std::abs(d) < kTiny ? kTiny : d);
      c = std::abs(c) < kTiny ? kTiny : c;
      value *= d * c;
    }
    if (std::abs(d * c - 1) < 1e-12) break;
  }
  return value;
}

}  // namespace

double beta_tail(double x, double a, double b) {
  x = std::clamp(x, 0.0, 1.0);
  if (x == 0) return 1;
  if (x == 1) return 0;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return 1 - front * fraction(x, a, b) / a;
  return front * fraction(1 - x, b, a) / b;
}

}  // namespace asof::pattern::fit
