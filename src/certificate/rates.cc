#include "certificate/rates.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace asof::certificate {
namespace {

constexpr std::int64_t kSecond = 1000;  // servers cut Last-Modified to it

Time time_of(const Sighting& sighting) {
  return (on_axis(sighting.sent) + on_axis(sighting.received)) / 2;
}

// What a page was seen to hold. A 304 nobody audited counts, too, unless the site was caught lying.
std::vector<Statement> told(const PageEvidence& page, const std::vector<SiteTrust>& sites) {
  const auto* site = find_site(sites, site_of(page.url));
  return site != nullptr && !site->wrong.empty() ? course_of(page, false).said : statements(page);
}

pattern::LookedAt looks_of(const PageEvidence& page, const std::vector<Statement>& said,
                           bool dates) {
  pattern::LookedAt seen;
  const Statement* before = nullptr;
  for (const Statement& now : said) {
    const Sighting& sighting = page.sightings[now.sighting];
    const Time at = time_of(sighting);
    if (before != nullptr && !(at > seen.looks.back().at)) continue;
    pattern::Look look{.at = at};
    look.changed = before != nullptr && !same_state(before->content, now.content);
    const bool dated = dates && !now.by_validator && !is_gone(now.content) && sighting.modified;
    if (dated && (before == nullptr || look.changed)) {
      const Time modified = std::min(on_axis(*sighting.modified), at);
      if (before == nullptr || modified > seen.looks.back().at) look.modified = modified;
    }
    seen.looks.push_back(look);
    before = &now;
  }
  return seen;
}

}  // namespace

void add_dates(const PageEvidence& page, const std::vector<Statement>& said, DatesTally& dates) {
  const Statement* before = nullptr;
  for (const Statement& now : said) {
    if (now.by_validator) continue;
    const Sighting& later = page.sightings[now.sighting];
    if (later.modified && !is_gone(now.content)) {
      ++dates.dated;
      dates.of_now += later.modified->ms + 2 * kSecond > later.sent.ms ? 1 : 0;
    }
    if (before != nullptr && later.modified) {
      const Sighting& earlier = page.sightings[before->sighting];
      ++dates.tested;
      if (same_state(before->content, now.content))
        dates.wrong += earlier.modified && *earlier.modified != *later.modified ? 1 : 0;
      else
        dates.wrong += later.modified->ms + kSecond <= earlier.sent.ms ? 1 : 0;
    }
    before = &now;
  }
}

Rates::Rates(const std::vector<PageEvidence>& pages, const std::vector<SiteTrust>& sites,
             const Span& observed, const Options& options)
    : pages_(pages), observed_(observed), seen_(pages.size()) {
  std::vector<std::vector<Statement>> said;
  said.reserve(pages.size());
  std::map<std::string, DatesTally> dates;
  for (const PageEvidence& page : pages) {
    said.push_back(told(page, sites));
    add_dates(page, said.back(), dates[site_of(page.url)]);
    add_returns(said.back(), undone_);
  }
  for (const auto& [site, tally] : dates) dates_tested_ += tally.tested;
  std::vector<pattern::LookedAt> looked;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    Seen& seen = seen_[i];
    seen.expected =
        pages[i].rate && *pages[i].rate > 0 ? *pages[i].rate : 1 / options.prior_interval;
    seen.dates = dates[site_of(pages[i].url)].usable();
    pattern::LookedAt page = looks_of(pages[i], said[i], seen.dates);
    if (page.looks.empty()) continue;
    page.expected = seen.expected;
    basis_.revisits += page.looks.size() - 1;
    for (const pattern::Look& look : page.looks) basis_.changes += look.changed ? 1 : 0;
    basis_.dates += page.looks.front().modified ? 1 : 0;
    seen.place = looked.size();
    looked.push_back(std::move(page));
  }
  // Without revisits nothing is said, so that nothing need be computed.
  if (basis_.revisits > 0)
    clock_.emplace(std::move(looked), on_axis(observed.from), on_axis(observed.until));
}

double Rates::rate(std::size_t page) const {
  return clock_ && seen_[page].place ? clock_->rate(*seen_[page].place) : seen_[page].expected;
}

double Rates::calm_rate(std::size_t page) const {
  if (!clock_ || !seen_[page].place) return seen_[page].expected;
  const Time from = on_axis(observed_.from);
  const Duration half = (on_axis(observed_.until) - from) / 2;
  const double calm = half > 0 ? clock_->calm(*seen_[page].place, from, from + half) : 0;
  return calm > 0 && calm < 1 ? -std::log(calm) / half : rate(page);
}

double Rates::held(std::size_t page, std::size_t sighting, const Span& span) const {
  if (!clock_ || !seen_[page].place) return 0;
  const Sighting& seen = pages_[page].sightings[sighting];
  const bool before = span.until.ms - seen.sent.ms >= seen.received.ms - span.from.ms;
  if (!before && seen_[page].dates && seen.modified && seen.answer == Answer::Whole) {
    // Its date says it, as far as dates were found right.
    const auto tested = static_cast<double>(dates_tested_);
    const double right = (tested + 1) / (tested + 2);
    return *seen.modified <= span.from ? right : 1 - right;
  }
  const Time from = on_axis(before ? seen.sent : span.from);
  const Time until = on_axis(before ? span.until : seen.received);
  return clock_->calm(*seen_[page].place, from, until);
}

double Rates::undone_within(std::size_t page, const Span& span, double share) const {
  if (!clock_ || !seen_[page].place) return 0;
  return clock_->undone(*seen_[page].place, on_axis(span.from), on_axis(span.until), share);
}

}  // namespace asof::certificate
