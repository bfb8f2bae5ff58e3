// Comparisons of measured numbers, from which verdicts are computed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/statistics.h"
#include "studies/report.h"

namespace asof::studies {

// The values of one strategy, one per repetition; repetitions of all share their chance.
struct Sample {
  std::string name;
  std::vector<double> values;
  lab::Range range = lab::kNotNegative;

  lab::Estimate mean() const { return lab::estimate(values, range); }
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

// The one rule for claims of a size, "around 20 %": what was measured lies between half and twice
// of it. In words, for the report.
std::string rule_of_size();
Check is_about(std::string_view what, double measured, double claimed);
// For claims of "at least".
Check is_at_least(std::string_view what, double measured, double claimed);
// For claims without a size, "as well", "similarly", "very close": no more than a tenth apart.
Check is_alike(std::string_view what, double measured, std::string_view claimed);

// Ahead of the best of others, and by about as much as was claimed: two checks, so that a claim of
// which only the order holds is partly reproduced.
std::vector<Check> leads_by(std::string_view where, const Sample& ours,
                            const std::vector<Sample>& others, double claimed);
// How far one is ahead of the best of others, as a share of theirs.
double lead_over(const Sample& ours, const std::vector<Sample>& others);

}  // namespace asof::studies
