// How a watched page is believed to change, and what a stretch of time brings: the arithmetic that
// all watching strategies share.
#pragma once

#include "base/axis.h"
#include "pattern/pattern.h"
#include "schedule/strategy.h"

namespace asof::schedule {

// What a stretch of time brings to one page. The version on the site that nobody has captured yet
// has an expected weight x; over the stretch it becomes x * keep + gain, because a later change
// replaces an earlier one.
struct Step {
  double changes = 0;  // expected number of changes
  double keep = 1;     // exp(-changes), the chance that there is none
  double gain = 0;     // expected weight of the last change, 0 where there is none
  double weight = 0;   // expected weight of all changes

  // This stretch, then the next one.
  Step then(const Step& next) const {
    return {changes + next.changes, keep * next.keep, gain * next.keep + next.gain,
            weight + next.weight};
  }
};

// A page's pattern, or its plain rate where it has none: changes of importance 1, at any time.
struct Course {
  const pattern::Pattern* pattern = nullptr;
  double rate = 0;
  double scale = 1;  // of either, where the page has proven livelier or calmer than that

  Step over(Time from, Time to) const;
  double changes(Time from, Time to) const;
  double mean_rate() const { return scale * (pattern != nullptr ? pattern->mean_rate() : rate); }
  // The papers' omega for the period [from, to): expected importance of what it shows at its end.
  double omega(Time from, Time to) const { return over(from, to).gain; }
  // omega averaged over the periods of a cycle: expected importance whatever the time of day.
  double mean_omega(Duration period) const;
};

// As it is believed now; valid until the source is told something.
inline Course course_of(const Page& page, const PatternSource* patterns) {
  return {patterns != nullptr ? patterns->pattern(page.pattern) : nullptr, page.rate, 1};
}

}  // namespace asof::schedule
