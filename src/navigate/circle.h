// Circles: pages that belong together by their links, and are lively together.
//
// A match, its table and the news about it change in the same hours; the rest of the site does not
// (activity.h), and a page's own captures are too far apart to say in which. What pages have in
// common beyond the site's activity is looked for among those a link or two away, and learned as
// the site's is: factors drawn toward 1, by the slot. Without it the probabilities of coherence.h
// are too high: two pages that go through the same lively hours change often there, and the version
// that ended did so before the other began.
//
// Cost O(sum of the circles' captures * slots in a gap * rounds). Proven by CircleTest: against the
// definition, and on planted sections whose lively hours are found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navigate/activity.h"

namespace asof::navigate {

// A link seen in a capture; indices of pages.
struct PageLink {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

using Circle = std::vector<std::uint32_t>;  // indices of pages, ascending, no repeats

// A page with links to or from more pages than this is an index: what it leads to has nothing in
// common.
inline constexpr std::size_t kIndexLinks = 12;

// Of each page: itself, the pages linked with it either way, and those linked with one of these
// that is no index. Empty for a page without links, and where it would be most of the site: what
// such a circle has in common is the site's activity, which would be counted twice.
std::vector<Circle> circles_of(std::size_t pages, std::span<const PageLink> links);

// Multiplies every page's pattern by the activity of its circle, if it has one. The patterns become
// those of `fine` slots; activity is learned in the slots of `coarse`.
void add_circle_activity(std::span<Page> pages, std::span<const Circle> circles,
                         const ActivityOptions& coarse, const ActivityOptions& fine);

}  // namespace asof::navigate
