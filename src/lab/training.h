// Training: what an archive that watched a site until some time would believe of its pages from
// then on. Nothing after that time is looked at.
#pragma once

#include <vector>

#include "base/random.h"
#include "lab/history.h"
#include "pattern/pattern.h"
#include "pattern/visit_log.h"
#include "quality/track.h"
#include "schedule/patterns.h"

namespace asof::lab {

struct Training {
  std::vector<double> rates;               // changes per second, by page
  std::vector<pattern::Pattern> patterns;  // by page: a week of hours
};

// Rates: changes counted from `from` to `until`, shrunk towards the site's mean as if half a change
// of an average page had been seen, so that a page that never changed is not believed to be dead.
// Patterns: by hour of the day, weekdays and weekends (UTC) apart, each hour shrunk towards the
// site's own rhythm at the page's rate.
Training train(const History& history, Time from, Time until);

// What an archive believes that visited every page about every `gap` from `within.from` to
// `within.to`, at times of its own, and saw nothing else. Keys are pages of the history.
schedule::LearnedPatterns learned_from_visits(const History& history, quality::Interval within,
                                              Duration gap, Rng rng);
// The same as a log, of one page.
pattern::VisitLog visits_of(const History& history, std::uint32_t page, quality::Interval within,
                            Duration gap, Rng rng);

}  // namespace asof::lab
