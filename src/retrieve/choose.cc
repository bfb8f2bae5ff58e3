#include "retrieve/choose.h"

#include <algorithm>

namespace asof::retrieve {
namespace {

// Instants may lie as far apart as 64 bits allow; unsigned distances do not overflow.
std::uint64_t distance(Instant from, Instant to) {
  return static_cast<std::uint64_t>(to.ms) - static_cast<std::uint64_t>(from.ms);
}

}  // namespace

std::optional<std::size_t> choose(std::span<const Candidate> candidates, Instant at, Choose rule) {
  const bool only_exact =
      rule == Choose::Nearest && std::ranges::any_of(candidates, &Candidate::exact);
  std::optional<std::size_t> before, after;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& one = candidates[i];
    if (only_exact && !one.exact) continue;
    if (rule == Choose::Embedded && one.status != 200) continue;
    if (one.at <= at) {
      if (!before || candidates[*before].at <= one.at) before = i;
    } else if (!after || one.at < candidates[*after].at) {
      after = i;
    }
  }
  if (rule == Choose::Latest || !after) return before;
  if (!before) return after;
  const bool earlier = distance(candidates[*before].at, at) <= distance(at, candidates[*after].at);
  return earlier ? before : after;
}

}  // namespace asof::retrieve
