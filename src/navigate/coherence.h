// How likely two versions were valid at one instant, and one version at a given instant.
//
// Both pages change as Poisson processes whose rates follow their patterns. Two versions were never
// valid together exactly when the one seen earlier (E) ended before the one seen later (L) began:
// both pages must change, in the wrong order (algorithms.md B5). E ended in (hi, next], L began in
// (previous, lo]; a Last-Modified gives the last change of such a gap exactly.
//
// Joint changes. On real sites one publication touches many pages at one instant, and then E ended
// at the very moment L began. So of the changes of the pair a share is joint: with rates e(t) and
// l(t), changes of both at once come at rate c(t) = share * min(e(t), l(t)), changes of one alone
// at the rest. Every joint change between the two runs is fatal, and "both changed in the same gap"
// is then evidence of a joint change. A run proves that no joint change fell inside it. The answer
// is the exact conditional probability, given all that the captures of the two pages say:
//
//   N = sum over u, the last change of L before lo:
//         u <= hi:  any change of L,       then none of L until lo,        E changes in (hi, next]
//         u >  hi:  a change of L alone,   none of E in (hi, u], none of L in (u, lo], E in (u,
//         next]
//   D = probability that E changed in (hi, next] and L changed in (previous, lo]
//
// With share 0 this is B5's integral of F'(u) S(u).
//
// Rates are constant between slot borders, so every integral is a sum of closed forms, written so
// that no term is a difference of near-equal numbers. Cost O(slots between the runs).
// Proven by CoherenceTest against a time-stepping twin that tracks both pages.
#pragma once

#include "navigate/page.h"

namespace asof::navigate {

// In [0, 1]; 1 where the runs overlap. `share` in [0, 1), the joint share of changes. Symmetric.
double probability_coherent(const Version& one, const Version& other, double share = 0);

// That the version was valid at `at`, given when it and its neighbours were seen.
double probability_valid(const Version& version, Time at);

}  // namespace asof::navigate
