#include "schedule/watch_prior.h"

#include <algorithm>
#include <cmath>

namespace asof::schedule {

void Prior::add(Sum& sum, const Page& page) const {
  const Course course = course_of(page, patterns_);
  const double rate = course.mean_rate();
  if (rate > 0) sum.least = std::min(sum.least, rate);
  if (course.pattern == nullptr || !(rate > 0) || !sum.rhythmic) return;
  pattern::Pattern& rhythm = sum.rhythm;
  if (rhythm.rates.empty())
    rhythm = *course.pattern;
  else if (rhythm.rates.size() != course.pattern->rates.size() ||
           rhythm.cycle != course.pattern->cycle)
    sum.rhythmic = false;
  else
    for (std::size_t k = 0; k < rhythm.rates.size(); ++k) {
      // The importance of a slot is that of its changes, weighted by how many there are.
      const double both = rhythm.rates[k] + course.pattern->rates[k];
      if (!rhythm.importance.empty() || !course.pattern->importance.empty()) {
        const double weight = rhythm.rates[k] * rhythm.importance_in(k) +
                              course.pattern->rates[k] * course.pattern->importance_in(k);
        if (rhythm.importance.empty()) rhythm.importance.assign(rhythm.rates.size(), 1);
        if (both > 0) rhythm.importance[k] = weight / both;
      }
      rhythm.rates[k] = both;
    }
}

void Prior::finish(const Sum& sum, Duration round) {
  const double rate = sum.least < kNever ? sum.least / 2 : 1 / std::max(round, 1e-9);
  floor_ = sum.rhythm;
  if (!sum.rhythmic || floor_.rates.empty()) floor_ = {.cycle = 1, .rates = {1}, .importance = {}};
  const double factor = rate / floor_.mean_rate();
  for (double& each : floor_.rates) each *= factor;
}

Course Prior::course(const Page& page) const {
  const Course own = course_of(page, patterns_);
  if (own.mean_rate() > 0 || floor_.rates.empty()) return own;
  return {&floor_, 0, 1};
}

double value_of(const Page& page, const Course& course, const Outlook& outlook, bool global) {
  if (global) return page.weight;
  const bool ends = outlook.until < kNever;
  const Duration cycle = course.pattern != nullptr ? course.pattern->cycle : 1;
  const Step all = ends ? course.over(outlook.start, outlook.until) : course.over(0, cycle);
  if (!(all.weight > 0)) return 0;
  return page.weight * (ends ? 1 : cycle) / all.weight;
}

}  // namespace asof::schedule
