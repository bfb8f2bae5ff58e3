// Matters: the probability that a reader calls a change meaningful.
//
// Importance is a share of the page, so one sentence of a long text is little of it; to a reader it
// may be all. This is a logistic model of both: the importance, and how much changed, of what kind.
// Its coefficients are fitted on pairs of versions that people have judged (bench/matters.cc,
// docs/importance.md).
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace asof::importance {

// Changes whenever matters() may answer otherwise for the same change.
inline constexpr int kMattersVersion = 2;

// What came and what went, counted over the whole page; what only stands elsewhere is neither.
// Noise is left out.
struct Amount {
  int words = 0;        // outside the frame of the page, without numbers
  int numbers = 0;      // likewise
  int frame_words = 0;  // in the frame: navigation, header, footer, side
  int links = 0;        // addresses outside the frame
  int images = 0;       // likewise

  bool operator==(const Amount&) const = default;
};

// One term of the model.
struct Term {
  std::string_view name;
  double (*value)(double importance, const Amount& amount);
  double coefficient;
};
std::span<const Term> terms();

// In [0,1]; 0 where the importance is 0.
double matters(double importance, const Amount& amount);

}  // namespace asof::importance
