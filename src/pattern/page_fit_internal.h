// The arithmetic of learning one rhythm from one log or several: evidence by slot, and the rates
// that fit it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pattern/page_pattern.h"

namespace asof::pattern::fit {

// A change somewhere in a few slots, or in one where it is dated.
struct Changed {
  std::uint32_t first = 0, last = 0;  // its reaches
  double importance = 1;
  bool dated = false;
};

// Which part of a log. `fold` below 0: all of it; else the days of this fold of kFolds, or, with
// `without`, those of all others.
struct Part {
  int fold = -1;
  bool without = false;
  double scale = 1;  // of its time: with a page's rate, pages of all rates can be put together
};

// What logs say, cut by the slots of a rhythm.
struct Evidence {
  std::vector<double> exposure;  // seconds seen, by slot
  std::vector<Reach> reaches;
  std::vector<Changed> changed;

  explicit Evidence(const Rhythm& rhythm) : exposure(rhythm.slots()) {}
  void add(const VisitLog& log, const Rhythm& rhythm, const Part& part = {});
  double log_likelihood(const std::vector<double>& rates) const;

 private:
  void add_quiet(Time from, Time to, const Rhythm& rhythm, const Part& part);
  std::vector<Reach> scratch_;
};
inline constexpr int kFolds = 4;

// A plain rate from evidence of the constant rhythm, with a gamma belief before it.
struct RateFit {
  double rate = 0;      // the posterior's mean
  double variance = 0;  // of it
};
RateFit fit_rate(const Evidence& evidence, const Gamma& prior);

struct ShapePrior {
  std::vector<double> shape;  // by slot, mean about 1; empty: flat
  double weight = 0.5;        // changes' worth, per slot
  bool smooth = true;         // neighbours are alike
  bool level = true;          // the prior's mean follows what is found; else it stays at the rate
};
// Rates by slot: expectation and maximization, as learned_pattern() does it. The prior's mean is
// its shape at a level that begins at `rate`: a plain rate misses changes hidden in busy hours.
std::vector<double> fit_rates(const Evidence& evidence, const Rhythm& rhythm, double rate,
                              const ShapePrior& prior);
// Variances of rates that fit_rates() gave. O(slots^3).
std::vector<double> variances(const Evidence& evidence, const Rhythm& rhythm,
                              const std::vector<double>& rates, const ShapePrior& prior);

// The chance that a beta(a, b) variable exceeds x.
double beta_tail(double x, double a, double b);

// The likelihood of each fold under what the others teach, added up.
double left_out(const VisitLog& log, const Rhythm& rhythm, const Gamma& rate,
                const ShapePrior& prior);

}  // namespace asof::pattern::fit
