// Are stated probabilities true? A table that says so, and a monotone correction where they are
// not, fitted on what an archive knows itself.
//
// Correction: one number k below or above 1. Half of the corrected probability is 1 - (1 - p)^k,
// what is left when causes of incoherence that the model has no word for come on top of what it
// knows; half has the odds of p times k^2. Which of the two is nearer to the truth differs with
// what is known of the pages (dates or not). Order is kept, 0 stays 0, and a stated 1 is a proof
// (two runs overlap) and stays 1.
//
// Own evidence: hide captures, predict from the rest, then look again with all of them. Where the
// hidden captures settle the matter the answer is yes or no; where they do not, the answer counts
// as yes by its probability with all captures, corrected in the same way. Leaving the unsettled out
// would prefer the easy cases. k is the one with which as much is stated as is found, drawn toward
// 1 as far as that is unsure: cases that share a page err together, so the error of the fit is the
// spread of the pages' sums, by source and by link (Cameron, Gelbach and Miller 2011), and it is
// weighed against kTrust, how far from the truth the model is expected to be. Where little is
// settled, chance finds corrections as large as those needed.
//
// One number and no curve: of what is hidden in a real archive five cases in six stay unsettled, so
// a curve of many bins has little to hold on to and passes its noise on six times over
// (docs/navigation.md has the comparison).
//
// What may be shown. A correction is only as good as the evidence for it, so its interval is kept,
// and a number is shown as a percentage only where the whole interval says about the same. Numbers
// near 0 and 1 need little evidence for that, those in the middle much.
//
// Cost O(n log n). Proven by CalibrationTest on worlds with planted overconfidence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

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

// A prediction from part of the captures, and what all of them say about it.
struct HiddenCase {
  double stated = 0;
  double settled = 0;       // 0 or 1: proven; between: the probability with all captures
  std::uint32_t group = 0;  // cases of one group share a page and err together
  std::uint32_t other = 0;  // and so do those with one of these: the page that is linked to
};

// How far a percentage that is shown may be from the truth.
inline constexpr double kShownError = 0.07;
// Less than even is no percentage: such numbers are about pages that changed in every gap between
// captures, and how often these change is an assumption that no capture tests.
inline constexpr double kShownLeast = 0.5;

// The deviation of log k to be expected of an archive. Set against the truth of one history.
inline constexpr double kTrust = 0.08;

class Correction final {
 public:
  Correction() = default;  // corrects nothing, and has no evidence
  static Correction fit(std::span<const HiddenCase> cases);

  // In [0, 1], monotone; 0 and 1 stay.
  double operator()(double stated) const;
  // Whether the archive's own evidence calibrates what is stated: every k in the 95 % interval
  // that the hidden captures leave gives a value within kShownError of the corrected one, which is
  // even at least.
  bool holds(double stated) const;

  // That interval, of log k; `settled` cases speak in it. Infinite without evidence.
  double low() const { return low_; }
  double high() const { return high_; }
  std::size_t settled() const { return settled_; }

 private:
  double strength_ = 1;  // k
  double low_ = -kUnknown;
  double high_ = kUnknown;
  std::size_t settled_ = 0;

  static constexpr double kUnknown = std::numeric_limits<double>::infinity();
};

}  // namespace asof::navigate
