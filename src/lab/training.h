// Training: what an archive that watched a site until some time would believe of its pages from
// then on. Nothing after that time is looked at.
#pragma once

#include <vector>

#include "lab/history.h"
#include "pattern/pattern.h"

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

}  // namespace asof::lab
