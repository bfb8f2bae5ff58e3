#include "pattern/predictor.h"

#include "base/check.h"

namespace asof::pattern {

RatePredictor::RatePredictor(const Gamma& start) : tree_(start) { by_name_.emplace("", 0); }

void RatePredictor::learn(const PageTraits& page, std::span<const Observation> seen) {
  if (seen.empty()) return;
  WatchedPage watched = watched_page(seen);
  for (const GroupName& name : groups_of(page)) {
    const auto next = static_cast<std::uint32_t>(tree_.groups.size());
    const auto [at, added] = by_name_.emplace(name.name, next);
    if (added) tree_.add_group(watched.group, name.trait);
    watched.group = at->second;
  }
  tree_.pages.push_back(watched);
}

void RatePredictor::fit() { tree_.fit(); }

// The narrowest group there is.
std::uint32_t RatePredictor::group_of(const PageTraits& page) const {
  std::uint32_t group = 0;
  for (const GroupName& name : groups_of(page)) {
    const auto at = by_name_.find(name.name);
    if (at == by_name_.end()) break;
    group = at->second;
  }
  return group;
}

Gamma RatePredictor::belief(const PageTraits& page, std::span<const Observation> seen) const {
  return updated(tree_.belief(group_of(page)), seen);
}

Gamma RatePredictor::belief_without(const PageTraits& page,
                                    std::span<const Observation> seen) const {
  if (seen.empty()) return belief(page);
  return tree_.belief_without(group_of(page), watched_page(seen));
}

Gamma RatePredictor::belief_of_learned(const PageTraits& page,
                                       std::span<const Observation> seen) const {
  return updated(belief_without(page, seen), seen);
}

}  // namespace asof::pattern
