// Gamma and RateBelief: what we believe about a rate, in two numbers, updated in constant time.
#pragma once

#include <span>

#include "base/axis.h"
#include "pattern/rate.h"

namespace asof::pattern {

// A gamma distribution over a rate: as if `shape` changes had been seen in `exposure`.
struct Gamma {
  double shape = 1;     // > 0
  double exposure = 1;  // > 0, in time

  double mean() const { return shape / exposure; }
  double variance() const { return shape / (exposure * exposure); }
  // The chance of a change within `length`, over all rates believed possible.
  double change_probability(Duration length) const;
  // The rate that is `deviations` standard deviations above the middle of the belief (Wilson and
  // Hilferty's cube-root approximation); 1.645 gives the upper 95 %.
  double quantile(double deviations) const;
};

// The belief after a visit: exact where nothing changed; after a change the gamma with the exact
// posterior's mean and variance. A dated change, quiet since, is exact again.
Gamma updated(const Gamma& belief, Duration length, bool changed);
Gamma updated(Gamma belief, std::span<const Observation> seen);

// What a visit that found a change does to a RateBelief.
enum class Booking {
  Posterior,  // updated() above
  Expected,   // the algorithms note's B2: adds x / (1 - e^-x) changes, x expected at the present
              // mean. Believes its own guesses: from a mean ten times too high it is still three
              // times too high after 400 visits of a page that changes 1.5 times between visits.
};

// A belief that is kept along a crawl.
class RateBelief final {
 public:
  explicit RateBelief(const Gamma& prior, Booking booking = Booking::Posterior)
      : belief_(prior), booking_(booking) {}

  void observe(Duration length, bool changed);
  double mean() const { return belief_.mean(); }
  const Gamma& belief() const { return belief_; }

 private:
  Gamma belief_;
  Booking booking_;
};

}  // namespace asof::pattern
