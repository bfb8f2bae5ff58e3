// Statistics: means with their 95 % intervals by Student's t, for experiments repeated over seeds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace asof::lab {

// What a quantity can be. An interval is cut there: what is known cannot make it less sure.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};
inline constexpr Range kShare{0, 1};
inline constexpr Range kNotNegative{0};

struct Estimate {
  double mean = 0;
  double half = 0;  // of the 95 % interval before it is cut; infinite for one value
  std::size_t count = 0;
  Range range{};

  double low() const { return std::max(mean - half, range.least); }
  double high() const { return std::min(mean + half, range.most); }
};

// Of no values: a mean of 0 from 0.
Estimate estimate(std::span<const double> values, const Range& range = {});

// Of a[i] - b[i], the same seed in both: far narrower than the difference of two estimates. The
// sizes are equal.
Estimate paired(std::span<const double> a, std::span<const double> b);

// The value that |t| exceeds once in twenty, with that many degrees of freedom (>= 1).
double t_95(std::size_t freedom);

}  // namespace asof::lab
