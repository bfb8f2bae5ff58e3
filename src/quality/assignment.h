// Assignment: the cheapest way to give every row a column of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace asof::quality {

// column[i] for each row. `cost(row, column)` may be called often; rows <= columns. Exact: shortest
// augmenting paths with potentials (Kuhn 1955, Munkres 1957; the form of Jonker and Volgenant
// 1987). O(rows^2 * columns).
std::vector<std::size_t> assign(std::size_t rows, std::size_t columns,
                                const std::function<double(std::size_t, std::size_t)>& cost);

}  // namespace asof::quality
