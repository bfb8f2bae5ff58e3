#include "base/suggest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace asof {
namespace {

// Letters to add, leave out or replace to turn one word into the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, corner + (a[i] == b[j] ? 0 : 1)});
      corner = above;
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names) {
  const auto nearest = std::ranges::min_element(
      names, {}, [&](std::string_view name) { return distance(name, word); });
  if (nearest == names.end() || 2 * distance(*nearest, word) > word.size()) return {};
  return "did you mean " + std::string(*nearest) + "? ";
}

}  // namespace asof
