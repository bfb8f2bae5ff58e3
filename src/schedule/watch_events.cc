#include "schedule/watch_events.h"

#include <algorithm>

namespace asof::schedule {

// Events are few and pages of an event many: sets of pages by event, and for each page its last
// events, give the pages that shared them without a table of pairs.

Time CoChanges::event_at(Time at) const {
  auto after = by_time_.upper_bound(at);
  if (after == by_time_.begin()) return at;
  --after;
  return at - after->first <= together_ ? after->first : at;
}

std::uint32_t CoChanges::event_of(Time at) {
  const auto [found, fresh] =
      by_time_.try_emplace(event_at(at), static_cast<std::uint32_t>(events_.size()));
  if (fresh) events_.emplace_back();
  return found->second;
}

std::span<const CoChanges::Likely> CoChanges::changed(PageId page, Time at) {
  likely_.clear();
  if (own_.size() <= page) own_.resize(page + 1);
  const std::vector<std::uint32_t>& own = own_[page];
  const std::uint32_t event = event_of(at);
  if (std::find(own.begin(), own.end(), event) != own.end()) return likely_;

  // How many of the page's events each other page shared; one more in the divisor, because little
  // is known after one event.
  const double share = 1 / static_cast<double>(own.size() + 1);
  for (const std::uint32_t earlier : own) {
    if (events_[earlier].size() < kFewest) continue;
    for (const PageId other : events_[earlier]) {
      if (other == page) continue;
      if (chance_.size() <= other) chance_.resize(other + 1, 0);
      if (chance_[other] == 0) touched_.push_back(other);
      chance_[other] += share;
    }
  }
  for (const PageId other : touched_) {
    likely_.push_back({other, chance_[other]});
    chance_[other] = 0;
  }
  touched_.clear();
  remember(page, event);
  return likely_;
}

void CoChanges::remember(PageId page, std::uint32_t event) {
  std::vector<std::uint32_t>& own = own_[page];
  events_[event].push_back(page);
  if (own.size() == kRemembered) own.erase(own.begin());
  own.push_back(event);
}

}  // namespace asof::schedule
