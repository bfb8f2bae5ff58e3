// Comparisons of measured numbers, from which verdicts are computed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/report.h"
#include "lab/statistics.h"

namespace asof::lab {

// The values of one strategy, one per repetition; repetitions of all share their chance.
struct Sample {
  std::string name;
  std::vector<double> values;
  Range range = kNotNegative;

  Estimate mean() const { return estimate(values, range); }
};

// The number the paper printed, to the digits it printed.
Check is_printed(std::string_view what, double measured, std::string_view printed);

// Lower (higher) on average, and surely so: the 95 % interval of the paired difference leaves out
// 0. Undecided where it does not.
Check is_lower(const Sample& a, const Sample& b, std::string_view where = {});
Check is_higher(const Sample& a, const Sample& b, std::string_view where = {});
// Not worse: the interval of the paired difference ends below a hundredth of b's mean. Undecided
// where it goes on beyond that and yet reaches down to 0.
Check is_not_higher(const Sample& a, const Sample& b, std::string_view where = {});

// A lead of which the interval is known: above 0, or not, or undecided where 0 lies in it.
Check is_ahead(std::string what, double low, double high);

const Sample& lowest(const std::vector<Sample>& samples);  // of the means; one at least
const Sample& highest(const std::vector<Sample>& samples);

// A measured share between two limits: "by 23 % (around 20 % was claimed)".
Check is_around(std::string_view what, double measured, double low, double high,
                std::string_view claimed);

}  // namespace asof::lab
