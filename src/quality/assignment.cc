#include "quality/assignment.h"

#include <limits>

#include "base/check.h"

namespace asof::quality {

std::vector<std::size_t> assign(std::span<const double> costs, std::size_t columns) {
  if (costs.empty()) return {};
  const std::size_t rows = costs.size() / columns;
  CHECK(rows * columns == costs.size() && rows <= columns);
  constexpr double kFar = std::numeric_limits<double>::infinity();
  // Rows and columns count from 1; column 0 holds the row that is looking for one.
  std::vector<double> row_price(rows + 1, 0), column_price(columns + 1, 0);
  std::vector<std::size_t> owner(columns + 1, 0), before(columns + 1, 0);
  std::vector<double> reach(columns + 1);
  std::vector<char> settled(columns + 1);
  for (std::size_t row = 1; row <= rows; ++row) {
    owner[0] = row;
    std::size_t at = 0;
    reach.assign(columns + 1, kFar);
    settled.assign(columns + 1, char{0});
    do {
      settled[at] = 1;
      const std::size_t from = owner[at];
      const std::span<const double> cost = costs.subspan((from - 1) * columns, columns);
      double shortest = kFar;
      std::size_t nearest = 0;
      for (std::size_t c = 1; c <= columns; ++c) {
        if (settled[c]) continue;
        const double step = cost[c - 1] - row_price[from] - column_price[c];
        if (step < reach[c]) {
          reach[c] = step;
          before[c] = at;
        }
        if (reach[c] < shortest) {
          shortest = reach[c];
          nearest = c;
        }
      }
      for (std::size_t c = 0; c <= columns; ++c) {
        if (settled[c]) {
          row_price[owner[c]] += shortest;
          column_price[c] -= shortest;
        } else {
          reach[c] -= shortest;
        }
      }
      at = nearest;
    } while (owner[at] != 0);
    for (; at != 0; at = before[at]) owner[at] = owner[before[at]];
  }
  std::vector<std::size_t> column(rows);
  for (std::size_t c = 1; c <= columns; ++c)
    if (owner[c] != 0) column[owner[c] - 1] = c - 1;
  return column;
}

}  // namespace asof::quality
