// Activity: how lively a whole archive's pages were, hour by hour of real time, beyond their own
// rhythms: a publication, a busy day, a holiday. One page's captures say little about when it
// changed; a hundred pages captured at different times say it to the hour, because the gaps in
// which they changed overlap where it happened.
//
// Model: page p changes at rate base_p(t) g(t), base_p its own pattern, g common to all. EM for
// interval-censored changes, as for patterns (pattern/learn.h): a changed gap hands its expected
// changes out over its slots in proportion to base_p g, and g is changes over changes expected,
// drawn toward 1 by `doubt` changes. Cost O(rounds * pages * slots). Proven by ActivityTest:
// planted events are found, and the likelihood never falls.
#pragma once

#include <span>
#include <vector>

#include "navigate/page.h"

namespace asof::navigate {

struct ActivityOptions {
  Time from = 0;
  Time until = 0;  // > from
  Duration slot = 3600;
  double doubt = 1;
  int rounds = 30;
};

// One factor per slot of [from, until).
std::vector<double> learn_activity(std::span<const Page> pages, const ActivityOptions& options);
std::vector<double> learn_activity(std::span<const Page* const> pages,
                                   const ActivityOptions& options);

// Each slot of a coarse activity, given to the fine slots it covers.
std::vector<double> refine(std::span<const double> activity, const ActivityOptions& coarse,
                           const ActivityOptions& fine);

// The pattern times the activity, as a pattern whose one cycle covers [from, until): to be asked
// within that time only.
pattern::Pattern with_activity(const pattern::Pattern& base, std::span<const double> activity,
                               const ActivityOptions& options);

}  // namespace asof::navigate
