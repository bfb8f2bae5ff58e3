// Distance: how many words must be inserted, deleted or replaced to make one text of another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace asof::change {

// The hashes of a text's words, in order.
std::vector<std::uint64_t> word_hashes(std::string_view text);

// Levenshtein's distance; nothing where it exceeds `most`. Time O((n + m) · most), memory O(most).
std::optional<std::size_t> bounded_distance(std::span<const std::uint64_t> a,
                                            std::span<const std::uint64_t> b, std::size_t most);

}  // namespace asof::change
