// Figures by rules 2: what is expected given all that was seen, and how far it may be off.
#include <algorithm>
#include <cmath>

#include "certificate/figures.h"

namespace asof::certificate {
namespace {

// The stretch over which the page is known, where the as-of interval lies in one.
const Span* known_over(const PageVerdict& page, const Span& as_of) {
  for (const auto* all : {&page.proven, &page.attested})
    for (const Held& held : *all)
      if (held.span.holds(as_of)) return &held.span;
  return nullptr;
}

// A page that changed between two captures held at the instant what the nearer one shows, unless
// the change lies between the two; it may lie anywhere.
double chance_in_conflict(const PageVerdict& page, const Span& as_of) {
  const Time at = (on_axis(as_of.from) + on_axis(as_of.until)) / 2;
  for (const ChangeSeen& change : page.changes) {
    const Time from = on_axis(change.within.from);
    const Time until = on_axis(change.within.until);
    if (at > from && at < until) return 1 - std::min(at - from, until - at) / (until - from);
  }
  return 1;
}

// The number that so many independent events do not exceed with this chance.
double poisson_quantile(double mean, double chance) {
  if (mean > 500) return mean + std::sqrt(mean) * (chance > .5 ? 1.645 : -1.645);
  double term = std::exp(-mean);
  double sum = term;
  double count = 0;
  while (sum < chance && count < 2000) {
    count += 1;
    term *= mean / count;
    sum += term;
  }
  return count;
}

}  // namespace

void estimate(const Rates& rates, const Certificate& certificate, Figures& figures) {
  if (!certificate.tells_rates()) {
    figures.expected_blur = figures.expected_sharp = figures.expected_coherent = 0;
    figures.breadth_first = {};
    return;
  }
  const auto blur = rates.blur();
  figures.expected_blur = blur.expected;
  figures.blur_least = blur.least;
  figures.blur_most = blur.most;
  const Undone& undone = certificate.undone;
  const Interval share = undone.share();
  const double likely_share = (static_cast<double>(undone.all_returned()) + .5) /
                              (static_cast<double>(undone.all_chances()) + 1);
  double few = 0, some = 0, many = 0;
  figures.expected_coherent = 0;
  for (std::size_t i = 0; i < certificate.pages.size(); ++i) {
    const PageVerdict& page = certificate.pages[i];
    if (page.grade == Grade::Likely) figures.expected_coherent += page.probability;
    if (page.grade == Grade::Conflict)
      figures.expected_coherent += chance_in_conflict(page, certificate.as_of.span);
    const Span* span = known_over(page, certificate.as_of.span);
    if (span == nullptr) continue;
    figures.expected_coherent += 1;
    few += rates.undone_within(i, *span, share.least);
    some += rates.undone_within(i, *span, likely_share);
    many += rates.undone_within(i, *span, share.most);
  }
  const auto sharp = static_cast<double>(figures.sharp);
  figures.expected_sharp = std::max(0.0, sharp - some);
  figures.sharp_least = std::max(0.0, sharp - poisson_quantile(many, .95));
  figures.sharp_most = std::max(0.0, sharp - poisson_quantile(few, .05));
}

}  // namespace asof::certificate
