// Landau and Vishkin 1986: per number of edits and diagonal, how far equal prefixes reach. Only the
// diagonals that so many edits can reach are looked at. distance_test.cc holds the full table
// beside it.
#include "change/distance.h"

#include <algorithm>

#include "html/text.h"

namespace asof::change {

std::vector<std::uint64_t> word_hashes(std::string_view text) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(text.size() / 5);
  html::Words words(text);
  while (const auto word = words.next()) hashes.push_back(html::word_hash(*word));
  return hashes;
}

std::optional<std::size_t> bounded_distance(std::span<const std::uint64_t> a,
                                            std::span<const std::uint64_t> b, std::size_t most) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a = a.subspan(1);
    b = b.subspan(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a = a.first(a.size() - 1);
    b = b.first(b.size() - 1);
  }
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > most) return std::nullopt;
  if (a.empty()) return b.size();
  most = std::min(most, b.size());

  // Diagonal d joins a[i] and b[i + d]; kept at index d + most + 1, with a border on both sides.
  // A value is how much of `a` is used; -1 where the diagonal is not reached.
  const auto n = static_cast<std::ptrdiff_t>(a.size());
  const auto m = static_cast<std::ptrdiff_t>(b.size());
  const auto limit = static_cast<std::ptrdiff_t>(most);
  constexpr std::ptrdiff_t kUnreached = -2;
  std::vector<std::ptrdiff_t> reach(2 * most + 3, kUnreached);
  std::vector<std::ptrdiff_t> next(reach.size(), kUnreached);
  for (std::ptrdiff_t edits = 0; edits <= limit; ++edits) {
    for (std::ptrdiff_t d = -edits; d <= edits; ++d) {
      const auto at = static_cast<std::size_t>(d + limit + 1);
      std::ptrdiff_t i = edits == 0 ? 0 : kUnreached;
      if (edits > 0) {
        i = std::max({reach[at] + 1, reach[at + 1] + 1, reach[at - 1]});
        if (i < 0) {
          next[at] = kUnreached;
          continue;
        }
      }
      i = std::min({i, n, m - d});
      if (i < 0 || i + d < 0) {
        next[at] = kUnreached;
        continue;
      }
      while (i < n && i + d < m &&
             a[static_cast<std::size_t>(i)] == b[static_cast<std::size_t>(i + d)]) {
        ++i;
      }
      next[at] = i;
      if (d == m - n && i == n) return static_cast<std::size_t>(edits);
    }
    std::swap(reach, next);
  }
  return std::nullopt;
}

}  // namespace asof::change
