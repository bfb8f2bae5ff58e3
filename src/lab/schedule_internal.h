// What running a strategy over a world and grading its visits share.
#pragma once

#include "lab/world.h"
#include "schedule/watch_bound.h"

namespace asof::lab {

// What a strategy is told of a page; its key in WorldPatterns is its place.
schedule::Page believed(const World& world, std::uint32_t page);

// The patterns a world gives its pages, as it gives them. The world outlives it.
class WorldPatterns final : public schedule::PatternSource {
 public:
  explicit WorldPatterns(const World& world) : world_(world) {}

  const pattern::Pattern* pattern(std::uint32_t key) const override {
    if (key >= world_.pages.size() || !world_.pages[key].pattern) return nullptr;
    return &*world_.pages[key].pattern;
  }
  std::uint64_t revision() const override { return 0; }

 private:
  const World& world_;
};

// The periods of a watch: slots of the patterns, or delays where no page has one.
schedule::Watch watch_of(const World& world, const ScheduleOptions& options);

// captures[i]: when page i is visited. In collections pages are not visited at the ends of periods.
Schedule graded(const World& world, const ScheduleOptions& options,
                const std::vector<std::vector<Time>>& captures, bool collections);

}  // namespace asof::lab
