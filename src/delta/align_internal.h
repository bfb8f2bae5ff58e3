// align: which contents of two lists are the same, which were updated, which came and went.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "block/block.h"

namespace asof::delta {

struct Pair {
  std::uint32_t old_index = 0;
  std::uint32_t new_index = 0;
  bool same = false;  // false: updated
};

// Rising in both indices. What is in no pair was deleted or inserted. The work is bounded: of very
// long lists without landmarks only the beginning and end are compared closely.
std::vector<Pair> align(std::span<const block::Content> old, std::span<const block::Content> fresh);

// The longest rising subsequence by weight: the indices into `values` that keep their place.
std::vector<std::size_t> heaviest_rise(std::span<const std::uint32_t> values,
                                       std::span<const std::uint64_t> weights);

}  // namespace asof::delta
