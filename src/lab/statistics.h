// Statistics: means with their 95 % intervals by Student's t, for experiments repeated over seeds.
#pragma once

#include <cstddef>
#include <span>

namespace asof::lab {

struct Estimate {
  double mean = 0;
  double half = 0;  // the 95 % interval is mean - half to mean + half; infinite for one value
  std::size_t count = 0;

  double low() const { return mean - half; }
  double high() const { return mean + half; }
};

// Of no values: a mean of 0 from 0.
Estimate estimate(std::span<const double> values);

// Of a[i] - b[i], the same seed in both: far narrower than the difference of two estimates. The
// sizes are equal.
Estimate paired(std::span<const double> a, std::span<const double> b);

// The value that |t| exceeds once in twenty, with that many degrees of freedom (>= 1).
double t_95(std::size_t freedom);

}  // namespace asof::lab
