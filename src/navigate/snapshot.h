// A whole site as of one instant, chosen so that it hangs together.
//
// score(u) = sum of weight * the greatest probability that one kept version was valid at u. The
// instant u* near the one asked for with the greatest score is taken, and with it each page's best
// version; expected damage is the weight expected not to belong there.
//
// Exact, not a grid: between run ends, known dates of change and slot borders every page's term is
// the maximum of convex functions (a decaying and a rising exponential), so their sum is convex
// there and greatest at one of those cuts. Only the runs left and right of u can be valid at u.
// Cost O(pages * (cuts in the window) * log). Proven by SnapshotTest against a fine grid over all
// runs.
#pragma once

#include <span>
#include <vector>

#include "navigate/policy.h"

namespace asof::navigate {

struct Site {
  std::span<const Page> pages;
  std::span<const double> weights;  // one per page, >= 0; empty means 1 each
};

struct Snapshot {
  Time at = 0;                   // the instant chosen
  double score = 0;              // expected weight that was valid there
  double damage = 0;             // expected weight that was not, pages without captures included
  std::vector<Choice> versions;  // per page
};

// As of an instant within `window` of `at`, the nearest such on a tie. window >= 0.
Snapshot snapshot(const Site& site, Time at, Duration window);

}  // namespace asof::navigate
