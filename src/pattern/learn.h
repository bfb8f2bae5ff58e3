// Learning a Pattern from visits: when in the day or week a page changes, and how much it matters.
//
// A visit says only that something changed since the visit before. The papers book all of it in the
// period of the visit; learned_pattern spreads it over the time it can have happened in. A cycle of
// a week with 168 slots learns weekdays and weekends.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/axis.h"
#include "pattern/pattern.h"

namespace asof::pattern {

// What one visit saw: the time since the visit before, from < to.
struct Sighting {
  Time from = 0;
  Time to = 0;
  bool changed = false;
  double importance = 1;  // of the change, 0..1; read only where changed
};

// JCDL Algorithm 3: the importance found in each period, averaged over the cycles watched (visits
// once per period are assumed; a period visited twice in a cycle counts twice). A visit at the end
// of a slot belongs to that slot.
std::vector<double> averaged_importance(std::span<const Sighting> seen, Duration cycle,
                                        std::size_t slots);

// The same as a Pattern: in each slot the share of its visits that found a change, as a rate
// (Cho and Garcia-Molina's form, finite when every visit did), and the mean importance found.
Pattern averaged_pattern(std::span<const Sighting> seen, Duration cycle, std::size_t slots);

struct LearnOptions {
  Duration cycle = 86400;
  std::size_t slots = 24;
  double prior = 0.5;  // changes' worth of belief, per slot, that the rate is the same all day
  double rest = 1;     // slots' worth of belief that the page rests, and as much that it changes
  bool smooth = true;  // a quarter to each neighbour, every round
  int rounds = 100;    // at most; fewer once nothing moves
};

// Expectation-maximization for a periodic Poisson process seen through intervals, smoothed.
// Nothing seen gives rates of zero.
Pattern learned_pattern(std::span<const Sighting> seen, const LearnOptions& options);

// The logarithm of the chance of what was seen, under a pattern with positive rates.
double log_likelihood(const Pattern& pattern, std::span<const Sighting> seen);

}  // namespace asof::pattern
