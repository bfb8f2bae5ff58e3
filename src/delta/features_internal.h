// Features: what a leaf says, as a bag of hashes; how alike two leaves are.
#pragma once

#include <cstdint>
#include <vector>

#include "block/block.h"

namespace asof::delta {

// Sorted; a feature may stand there several times.
using Features = std::vector<std::uint64_t>;

// The words of its texts and links, the addresses of its links and images.
Features features_of(const block::Content& content);
Features features_of(const block::Block& leaf);

// How many features two bags share.
std::size_t overlap(const Features& a, const Features& b);
// Dice's coefficient, in [0,1]; 1 for two empty bags.
double likeness(const Features& a, const Features& b);
double likeness(const Features& a, const Features& b, std::size_t shared);  // their overlap

// Equal for contents that are the same to a reader.
std::uint64_t identity_of(const block::Content& content);
std::uint64_t identity_of(const block::Block& leaf);

}  // namespace asof::delta
