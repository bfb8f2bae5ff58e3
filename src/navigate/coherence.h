// How likely two versions were valid at one instant, and one version at a given instant.
//
// Both pages change as Poisson processes whose rates follow their patterns. Two versions were never
// valid together exactly when the one seen earlier (E) ended before the one seen later (L) began:
// both pages must change, in the wrong order. E ended between its last sight and
// the first of the version after it, L began between the last sight of the version before it and
// its first; a Last-Modified gives the last change of such a gap exactly.
//
// Changes that belong together. On real sites one publication touches many pages, at one instant,
// and then E ended at the very moment L began; or within the same hour, in any order. So of the
// rate min(e(t), l(t)) that two pages have in common a share is
//   at_once:  changes of both at one instant; each between the two runs is fatal;
//   in_slot:  bursts: slots (of E's pattern) in which both change, once, in either order;
// and the rest are changes of one alone. "Both changed in the same gap" is evidence of such an
// event, "only one changed" is evidence against, and so is every other capture around: the change
// that ended E may have been joint with the one that ended L.
//
// So the pair is walked through time, from capture to capture and slot to slot. Known at each time:
// with what probability each page has changed since its last capture (four states), and the same
// together with "L has not changed since E first did" (six states between the runs); all twice, in
// calm slots and in bursts. A capture
// keeps the states it agrees with. Within a slot all rates are constant, and each transition is a
// closed form without differences of near-equal numbers. The answer is what remains coherent, over
// all that remains: the exact conditional probability, given the captures of both pages as far as
// kReach captures beyond the two runs. With nothing in common it equals the integral of F'(u)
// S(u), F the chance that L has begun by u and S that E has not ended by then.
//
// Cost O(slots and captures walked over). Proven by CoherenceTest against small time steps, and
// against that integral.
#pragma once

#include "navigate/page.h"

namespace asof::navigate {

// Captures of each page looked at before and after the two runs.
inline constexpr std::size_t kReach = 4;

// A page with its runs, made once and asked often. Borrows the page.
struct Track {
  explicit Track(const Page& its_page) : page(&its_page), runs(runs_of(its_page.captures)) {}
  const Page* page;
  std::vector<Run> runs;
};

// Shares of what two pages' rates have in common; each >= 0, together below 1.
struct Together {
  double at_once = 0;
  double in_slot = 0;
};

// That run `i` of one and run `j` of the other were valid at one instant. In [0, 1]; exactly 1
// where the runs overlap.
double probability_coherent(const Track& one, std::size_t i, const Track& other, std::size_t j,
                            Together together = {});

// log P(what all captures of the two pages show | shares), up to a constant of the pair.
double pair_log_likelihood(const Track& one, const Track& other, Together together);

// That the version was valid at `at`, given when it and its neighbours were seen.
double probability_valid(const Version& version, Time at);

}  // namespace asof::navigate
