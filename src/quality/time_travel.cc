// SHARC (VLDB'09) section 3: a request for an instant maps to the nearest capture or to the most
// recent one that is not later; a request for an interval accepts any instant of it. Equidistant
// captures: the earlier (errata C16). Proved by TimeTravelTest against a scan of all captures.
#include "quality/coherence.h"

namespace asof::quality {

std::optional<std::size_t> nearest(std::span<const Time> captures, Time at) {
  if (captures.empty()) return std::nullopt;
  const auto later = std::lower_bound(captures.begin(), captures.end(), at);
  auto chosen = later;
  if (later == captures.end() || (later != captures.begin() && at - *(later - 1) <= *later - at))
    chosen = std::lower_bound(captures.begin(), captures.end(), *(later - 1));
  return static_cast<std::size_t>(chosen - captures.begin());
}

std::optional<std::size_t> recent(std::span<const Time> captures, Time at) {
  const auto later = std::upper_bound(captures.begin(), captures.end(), at);
  if (later == captures.begin()) return std::nullopt;
  return static_cast<std::size_t>(later - captures.begin()) - 1;
}

std::optional<std::size_t> nearest(std::span<const Time> captures, Interval wanted) {
  const auto first = std::lower_bound(captures.begin(), captures.end(), wanted.from);
  const auto last = std::upper_bound(first, captures.end(), wanted.to);
  if (first != last) {
    const auto inside = nearest(std::span(first, last), wanted.middle());
    return static_cast<std::size_t>(first - captures.begin()) + *inside;
  }
  const bool before = first != captures.begin();
  const bool after = first != captures.end();
  if (before && (!after || wanted.from - *(first - 1) <= *first - wanted.to))
    return nearest(captures, *(first - 1));
  if (after) return nearest(captures, *first);
  return std::nullopt;
}

}  // namespace asof::quality
