// The as-of interval: for which stretch of time the most of a site is known to have stood together.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "certificate/course.h"

namespace asof::certificate {

// When a page is known, and how much it weighs.
struct Known {
  std::uint64_t weight = 1;  // in millionths, so that sums are exact and ties are ties
  std::vector<Span> proven;  // disjoint
  std::vector<Span> solid;   // disjoint; covers `proven`
};

struct Chosen {
  Span span;
  std::uint64_t solid = 0;   // weight known throughout
  std::uint64_t proven = 0;  // of it, proven
};

// What comes first where the two disagree.
enum class Aim {
  Solid,   // most weight proven or attested; then most proven
  Proven,  // most weight proven; then most proven or attested
};

// The stretch over which the best set of pages is known: every page of it throughout, and no
// instant has a better set. Of equally good stretches the one that `likely` likes best, asked for
// at most `asked` of them, spread evenly; then the earliest. Nothing where no page is ever known.
// O(n log n) besides `likely`.
std::optional<Chosen> choose(std::span<const Known> pages, Aim aim,
                             const std::function<double(const Span&)>& likely = nullptr,
                             std::size_t asked = 256);

}  // namespace asof::certificate
