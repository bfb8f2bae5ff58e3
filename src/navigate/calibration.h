// Are stated probabilities true? A table that says so, and a monotone correction where they are
// not, fitted on what an archive knows itself.
//
// Correction: cases are put in order of what was stated and cut into bins of a least size; each
// bin's share is drawn toward what was stated by a few cases' worth (a small bin says little);
// pool-adjacent-violators (Ayer et al. 1955) makes the shares monotone, which is the least-squares
// monotone fit of the bins; between the bins it is linear. So order is kept, and the choice of
// version does not change. A stated 1 is a proof (two runs overlap), not a guess, and stays 1.
//
// Own evidence: hide captures, predict from the rest, then look again with all of them. Where the
// hidden captures settle the matter the answer is yes or no; where they do not, the answer counts
// as yes by its probability with all captures, corrected as the correction stands, and the fit is
// repeated until it agrees with itself. Leaving the unsettled out would prefer the easy cases.
//
// Cost O(n log n). Proven by CalibrationTest: the pooled fit against all monotone fits of tiny
// inputs, and on a world with planted overconfidence.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace asof::navigate {

struct Case {
  double stated = 0;    // probability, 0..1
  double happened = 0;  // 1 or 0; between them where only a probability is known
};

struct Decile {
  std::size_t count = 0;
  double stated = 0;  // means
  double happened = 0;
};

struct Reliability {
  std::array<Decile, 10> deciles;  // [0, .1), .., [.9, 1)
  Decile certain;                  // stated exactly 1

  // The greatest |stated - happened| of a decile with at least `least` cases; 0 without such.
  double worst(std::size_t least = 200) const;
};

Reliability reliability(std::span<const Case> cases);

// The monotone values nearest to `values` in weighted squares. O(n).
std::vector<double> pool_adjacent_violators(std::span<const double> values,
                                            std::span<const double> weights);

class Correction final {
 public:
  struct Options {
    std::size_t least_bin = 50;
    double doubt = 10;  // cases' worth by which a bin is drawn toward what was stated
  };

  Correction() = default;  // corrects nothing
  static Correction fit(std::span<const Case> cases, const Options& options);
  static Correction fit(std::span<const Case> cases) { return fit(cases, {}); }

  // In [0, 1], monotone; 1 stays 1.
  double operator()(double stated) const;

 private:
  std::vector<double> stated_;
  std::vector<double> corrected_;
};

// A prediction from part of the captures, and what all of them say about it.
struct HiddenCase {
  double stated = 0;
  double settled = 0;  // 0 or 1: proven; between: the probability with all captures
};

Correction fit_on_own_evidence(std::span<const HiddenCase> cases,
                               const Correction::Options& options);

}  // namespace asof::navigate
