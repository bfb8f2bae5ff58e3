// Tracks: what a measure sees of a page. Its changes are the truth, its captures what the archive
// has; where either came from (a history, a simulation, a live crawl) does not matter.
//
// Version k of a page is what the k-th change made; it is valid on [change k, change k + 1).
// Version 0 is what stood there before the first change. A capture sees the last change at or
// before it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/axis.h"

namespace asof::quality {

struct Interval {
  Time from = 0;
  Time to = 0;

  Duration length() const { return to - from; }
  Time middle() const { return from + (to - from) / 2; }
};

struct Change {
  Time at = 0;
  double importance = 1;  // >= 0
};

struct PageTrack {
  double weight = 1;            // importance of the page, >= 0
  std::vector<Change> changes;  // ascending
  std::vector<Time> captures;   // ascending
};

using SiteTrack = std::vector<PageTrack>;

// Which version stands at `at`. O(log changes).
inline std::size_t version_at(std::span<const Change> changes, Time at) {
  const auto after = std::upper_bound(changes.begin(), changes.end(), at,
                                      [](Time t, const Change& c) { return t < c.at; });
  return static_cast<std::size_t>(after - changes.begin());
}

// When version `k` is valid; unbounded before the first and after the last change.
inline Interval validity(std::span<const Change> changes, std::size_t k) {
  return {.from = k == 0 ? -kNever : changes[k - 1].at,
          .to = k == changes.size() ? kNever : changes[k].at};
}

// The importance of the change that made version `k`; version 0 has none (errata C13).
inline double importance(std::span<const Change> changes, std::size_t k) {
  return k == 0 ? 0 : changes[k - 1].importance;
}

// What happened within the interval, ends included. The version that stood at its start becomes
// version 0.
PageTrack clipped(const PageTrack& track, Interval observation);

}  // namespace asof::quality
