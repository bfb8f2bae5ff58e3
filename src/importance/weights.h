// Weights of blocks: what share of a page's importance each of its leaves has.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "block/block.h"

namespace asof::importance {

inline constexpr std::string_view kDefaultModel = "reader";

struct WeightModel {
  std::string_view name;
  std::string_view what;  // one line
  // Per leaf, in the order of BlockTree::leaves(), not below zero; scaled to a sum of 1 afterwards.
  std::vector<double> (*raw)(const block::BlockTree& tree);
};
std::span<const WeightModel> weight_models();
const WeightModel* weight_model(std::string_view name);  // null: unknown

// Per leaf, in the order of tree.leaves(); the sum is 1 (every leaf the same where a model sees
// nothing of weight). An unknown model is a mistake of the caller.
std::vector<double> block_weights(const block::BlockTree& tree, std::string_view model);

// The block belongs to the frame of the page: navigation, header, footer, side.
bool in_frame(const block::Block& leaf);

}  // namespace asof::importance
