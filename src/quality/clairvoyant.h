// The clairvoyant optimum: the most completeness anybody could reach who knows the whole history
// and may make so many visits at each of the given instants. Exact; the bound beside results on
// real histories.
#pragma once

#include <cstdint>

#include "quality/track.h"

namespace asof::quality {

// A version somebody wants: one visit at any of the instants first..last captures it.
struct Wanted {
  std::uint32_t first = 0;
  std::uint32_t last = 0;  // included
  double weight = 1;
};

// The largest weight that can be captured with at most `per_instant` visits at each of `instants`
// instants. A window beyond the last instant is cut; an empty one is lost. A page is never visited
// twice at an instant, because windows of its versions do not overlap.
// O(n log n + n * (instants + per_instant)) at worst; far less in practice.
double clairvoyant(std::vector<Wanted> wanted, std::size_t instants, std::uint64_t per_instant);

// Which completeness the weights add up to (errata C14).
enum class CompletenessReading {
  PerPage,  // Definition 5.13: page weight / sum of page weights * importance / page's total
  Global,   // page weight * importance / total over all pages
};

// What the versions of the pages are worth and at which instants (ascending) they can be had. The
// optimum over them is the optimum of site_completeness() or global_completeness() of these tracks.
std::vector<Wanted> wanted_versions(std::span<const PageTrack> pages,
                                    std::span<const Time> instants, CompletenessReading reading);

}  // namespace asof::quality
