// What our own strategies believe of pages of which nothing is known, and what a unit of captured
// weight is worth to them.
#pragma once

#include <optional>
#include <span>

#include "schedule/watch_course.h"

namespace asof::schedule {

// A page of which no change is known is not believed dead: it gets half the rate of the calmest
// page that has one, in the site's mean rhythm. Where no page has any, every page is expected to
// change once in a round of visits.
class Prior final {
 public:
  // Looks at all pages; `round` is the time a visit of all pages takes. The source is asked again
  // whenever a course is. O(n * slots).
  template <class Pages>
  void fit(const Pages& pages, Duration round, const PatternSource* patterns) {
    patterns_ = patterns;
    Sum sum;
    for (const auto& each : pages) add(sum, each.page);
    finish(sum, round);
  }
  // Valid while the prior is, and until the source is told something.
  Course course(const Page& page) const;

 private:
  struct Sum {
    double least = kNever;  // positive mean rate
    pattern::Pattern rhythm{};
    bool rhythmic = true;  // all patterns have the same slots
  };
  void add(Sum& sum, const Page& page) const;
  void finish(const Sum& sum, Duration round);

  const PatternSource* patterns_ = nullptr;
  pattern::Pattern floor_;
};

// w / D, D the weight of all changes expected during the watch: completeness as a mean over pages
// (DEXA Definition 5.13). With `global`, w alone: completeness as one ratio over all changes.
// Weighing D by the chance that the page changes at all would be right for Poisson changes; on real
// histories, where calm pages wake up, it costs up to a tenth of completeness.
double value_of(const Page& page, const Course& course, const Outlook& outlook, bool global);

}  // namespace asof::schedule
