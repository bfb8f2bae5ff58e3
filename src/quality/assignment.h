// Assignment: the cheapest way to give every row a column of its own.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace asof::quality {

// The column of each row; costs[row * columns + column] are finite, and rows <= columns. Exact:
// shortest augmenting paths with potentials (Kuhn 1955, Munkres 1957; the form of Jonker and
// Volgenant 1987). O(rows^2 * columns): about 2 s for a thousand of each.
std::vector<std::size_t> assign(std::span<const double> costs, std::size_t columns);

}  // namespace asof::quality
