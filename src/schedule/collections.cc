// Ben Saad, Pehlivan and Gancarski, "Coherence-oriented crawling and navigation" (TPDL 2011),
// section 5 and Algorithm 1: collections are captured when little is expected to change. Algorithm
// 1 adds U(P_i, t) to its list; U(S_i, t, eta) is meant (C20). The rivals of Figure 6 take sites in
// a circular or fixed order. Choosing costs O(all pages) a period, a turn O(collections chosen).
// collections_test.cc compares with a direct scan.
#include "schedule/collections.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "schedule/off_peak.h"

namespace asof::schedule {
namespace {

// Of a period: times of today's calendar are exact to less than a microsecond.
constexpr double kRounding = 1e-6;

}  // namespace

CollectionAllocator::CollectionAllocator(const Options& options,
                                         std::vector<Collection> collections)
    : options_(options),
      collections_(std::move(collections)),
      last_(collections_.size(), options.start - options.period),
      turns_(collections_.size(), 0) {
  CHECK(options.period > 0);
  for (SiteId site = 0; site < collections_.size(); ++site)
    if (!collections_[site].pages.empty()) line_.push_back(site);
  if (options.choice == Choice::Weight)
    std::stable_sort(line_.begin(), line_.end(), [&](SiteId a, SiteId b) {
      return collections_[a].weight > collections_[b].weight;
    });
}

double CollectionAllocator::urgency(SiteId site, Time now) const {
  const double busy = expected_importance(collections_[site].pages, options_.patterns, options_.eta,
                                          now, now + options_.period);
  return (1 - busy) * (now - last_[site]);
}

void CollectionAllocator::choose(Time now) {
  std::vector<SiteId> free;
  for (const SiteId site : line_)
    if (turns_[site] == 0) free.push_back(site);
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(options_.per_period, free.size()));
  if (options_.choice == Choice::OffPeak) {
    std::vector<double> urgency_of(collections_.size(), 0);
    for (const SiteId site : free) urgency_of[site] = urgency(site, now);
    std::stable_sort(free.begin(), free.end(),
                     [&](SiteId a, SiteId b) { return urgency_of[a] > urgency_of[b]; });
    free.resize(wanted);
  } else {
    free.clear();
    // One still under way keeps its place and is passed over.
    for (std::size_t tried = 0; tried < line_.size() && free.size() < wanted; ++tried) {
      const SiteId site = line_[at_++ % line_.size()];
      if (turns_[site] == 0) free.push_back(site);
    }
  }
  for (const SiteId site : free) {
    last_[site] = now;
    turns_[site] = collections_[site].pages.size();
    active_.push_back(site);
    chosen_.emplace_back(site, now);
  }
}

std::optional<Turn> CollectionAllocator::grant(std::span<const Turn> polite, Time now) {
  if (now >= options_.start && now < options_.until) {
    const auto begun = static_cast<std::uint64_t>(
                           std::floor((now - options_.start) / options_.period + kRounding)) +
                       1;
    if (begun > periods_) {
      periods_ = begun;  // periods in which nobody asked are gone
      choose(now);
    }
  }
  for (const SiteId site : active_)
    for (const Turn& turn : polite)
      if (turn.site == site) {
        Turn granted = turn;
        granted.left = turns_[site];
        return granted;
      }
  return std::nullopt;
}

void CollectionAllocator::spent(const Turn& turn) {
  CHECK(turns_[turn.site] > 0);
  if (--turns_[turn.site] == 0) active_.erase(std::find(active_.begin(), active_.end(), turn.site));
}

Time CollectionAllocator::wants(Time now) const {
  if (now >= options_.until) return kNever;
  // The first period that begins after now: one that began already was not refused for its budget.
  double index = static_cast<double>(periods_);
  if (now >= options_.start)
    index = std::max(index, std::floor((now - options_.start) / options_.period + kRounding) + 1);
  const Time next = options_.start + index * options_.period;
  return next < options_.until && next > now ? next : kNever;
}

}  // namespace asof::schedule
