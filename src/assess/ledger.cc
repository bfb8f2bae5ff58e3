#include <algorithm>
#include <cmath>
#include <tuple>

#include "assess/ledger_internal.h"
#include "certificate/as_of.h"
#include "quality/best_blur.h"
#include "quality/blur.h"
#include "quality/sharp.h"

namespace asof::assess {
namespace {

using certificate::Grade;
using certificate::Sighting;
using certificate::Span;
using certificate::Standing;

constexpr double kMillion = 1e6;
constexpr double kUnboundedShare = .1;  // of the blur, from which on it is a lower bound

quality::Interval interval_of(const Span& span) {
  return {.from = on_axis(span.from), .to = on_axis(span.until)};
}

Time middle_of(const Span& span) { return interval_of(span).middle(); }

// What of the spans lies within another.
void cut(std::vector<Span>& spans, const Span& to) {
  std::erase_if(spans, [&](const Span& one) { return !one.meets(to); });
  for (Span& one : spans) one = {std::max(one.from, to.from), std::min(one.until, to.until)};
  spans.shrink_to_fit();
}

// What of the page's course concerns the crawl: the stretches within it, changes between sightings
// of its own, and its own sightings with those next to them.
struct Share {
  Standing standing;
  std::vector<Time> captures;  // by the crawl
  std::uint64_t answers = 0;   // to it, of any kind
};

Share share_of(const Entry& entry, std::size_t crawl, const Span& span) {
  const auto& sightings = entry.page->evidence.sightings;
  const auto& said = entry.followed->said;
  Share share{.standing = certificate::standing_of(entry.page->evidence, entry.followed->course)};
  Standing& standing = share.standing;
  std::vector<Span> near;
  Span own{span.until, span.from};  // empty
  const auto is_own = [&](std::size_t i) {
    return i < said.size() && entry.page->crawls[said[i].sighting] == crawl;
  };
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (!is_own(i) && !is_own(i + 1) && (i == 0 || !is_own(i - 1))) continue;
    const Sighting& sighting = sightings[said[i].sighting];
    near.push_back({sighting.sent, sighting.received});
    if (!is_own(i)) continue;
    own = {std::min(own.from, sighting.sent), std::max(own.until, sighting.received)};
    share.captures.push_back(middle_of(near.back()));
  }
  standing.seen = std::move(near);
  std::sort(share.captures.begin(), share.captures.end());
  std::erase_if(standing.changes, [&](const Span& change) { return !own.holds(change); });
  cut(standing.proven, span);
  cut(standing.solid, span);
  share.answers = static_cast<std::uint64_t>(
      std::count(entry.page->crawls.begin(), entry.page->crawls.end(), crawl));
  return share;
}

// The rate at which the chance of no change within `gap` is the believed one. The mean would make
// pages of uncertain rate look worse than they are.
double calm_rate(const pattern::Gamma& rate, Duration gap) {
  return gap > 0 ? -std::log1p(-rate.change_probability(gap)) / gap : rate.mean();
}

// The chance that a page which changed between two captures held, at the instant, what the nearer
// one shows: the change may lie anywhere between them.
double chance_in_conflict(const Standing& page, Time at) {
  for (const Span& change : page.changes) {
    const auto within = interval_of(change);
    if (at <= within.from || at >= within.to) continue;
    return 1 - std::min(at - within.from, within.to - at) / within.length();
  }
  return 1;
}

// The most weight that is known at one instant; it may be another than the one with most pages.
double heaviest_of(std::span<const Standing> pages, std::span<const double> weights) {
  std::vector<certificate::Known> known;
  for (std::size_t i = 0; i < pages.size(); ++i)
    if (!pages[i].solid.empty())
      known.push_back({.weight = static_cast<std::uint64_t>(std::llround(weights[i] * kMillion)),
                       .solid = pages[i].solid});
  const auto chosen = certificate::choose(known, certificate::Aim::Solid);
  return chosen ? static_cast<double>(chosen->solid) / kMillion : 0;
}

// The captures around the instant, the page's own or of other crawls, see one version.
double chance_of_sharpness(const Standing& page, Time at) {
  std::vector<Time> captures(page.seen.size());
  std::transform(page.seen.begin(), page.seen.end(), captures.begin(), middle_of);
  std::sort(captures.begin(), captures.end());
  return quality::sharp_probability(page.rate, captures, at);
}

Coherent coherent_of(std::span<const Standing> pages, std::span<const double> weights,
                     const Span& whole) {
  Coherent result{.pages = pages.size()};
  const Span best = certificate::best_spans(pages, whole).solid;
  result.as_of.span = best;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto judged = certificate::judge(pages[i], best);
    certificate::Tally& tally = result.as_of.of(judged.grade);
    ++tally.pages;
    tally.weight += weights[i];
    double chance = judged.probability;
    if (judged.grade == Grade::Conflict) chance = chance_in_conflict(pages[i], middle_of(best));
    result.weight += weights[i];
    result.expected += chance;
    result.expected_weight += chance * weights[i];
  }
  result.heaviest = heaviest_of(pages, weights);
  return result;
}

}  // namespace

void CrawlLedger::add(const Entry& entry, std::size_t crawl, std::string_view site) {
  auto share = share_of(entry, crawl, span_);
  captures_ += share.answers;
  if (share.captures.size() > 1) ++revisited_;
  if (sites_.empty() || sites_.back().site != site) {
    sites_.push_back({.site = std::string(site), .coherent = {}});
    ends_.push_back(pages_.size());
  }
  const auto observation = interval_of(span_);
  share.standing.rate = calm_rate(entry.rate, observation.length() / 2);
  double blur = 0;
  if (!share.captures.empty() && observation.length() > 0)
    blur = quality::expected_blur(entry.rate.mean(), share.captures, observation);
  expected_blur_ += blur;
  if (entry.unbounded) unbounded_blur_ += blur;
  if (!share.captures.empty()) rates_.push_back(entry.rate.mean());
  remember({.page = pages_.size(),
            .what = {.url = entry.page->evidence.url,
                     .changes = share.standing.changes.size(),
                     .rate = entry.rate.mean(),
                     .expected_blur = blur}});
  pages_.push_back(std::move(share.standing));
  weights_.push_back(entry.weight);
  ends_.back() = pages_.size();
}

// Cut back now and then, so that each page costs little.
void CrawlLedger::remember(Moved moved) {
  moved_.push_back(std::move(moved));
  if (moved_.size() > 2 * worst_ + 16) keep_worst();
}

void CrawlLedger::keep_worst() {
  std::sort(moved_.begin(), moved_.end(), [](const Moved& a, const Moved& b) {
    return std::tie(b.what.changes, b.what.expected_blur, a.page) <
           std::tie(a.what.changes, a.what.expected_blur, b.page);
  });
  moved_.resize(std::min(moved_.size(), worst_));
}

void CrawlLedger::conclude(CrawlQuality& crawl, std::size_t listed) {
  crawl.span = span_;
  crawl.captures = captures_;
  crawl.revisited = revisited_;
  const std::span<const Standing> pages = pages_;
  const std::span<const double> weights = weights_;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    const auto count = ends_[i] - begin;
    sites_[i].coherent =
        coherent_of(pages.subspan(begin, count), weights.subspan(begin, count), span_);
    begin = ends_[i];
  }
  crawl.coherent = sites_.size() == 1 ? sites_[0].coherent : coherent_of(pages, weights, span_);
  const Span& as_of = crawl.coherent.as_of.span;
  for (const Standing& page : pages)
    crawl.expected_sharp += chance_of_sharpness(page, middle_of(as_of));
  crawl.expected_blur = expected_blur_;
  crawl.at_least = unbounded_blur_ > kUnboundedShare * expected_blur_;
  crawl.best_blur = quality::best_expected_blur(std::move(rates_), interval_of(span_));
  keep_worst();
  for (Moved& moved : moved_) {
    const auto judged = certificate::judge(pages_[moved.page], as_of);
    moved.what.grade = judged.grade;
    if (judged.grade == Grade::Likely) moved.what.probability = judged.probability;
    crawl.moved.push_back(std::move(moved.what));
  }
  crawl.site_count = sites_.size();
  crawl.sites = sites_;
  std::stable_sort(crawl.sites.begin(), crawl.sites.end(), [](const auto& a, const auto& b) {
    return a.coherent.pages > b.coherent.pages;
  });
  if (crawl.sites.size() > listed) crawl.sites.resize(listed);
}

}  // namespace asof::assess
