#include <algorithm>
#include <map>

#include "delta/match_internal.h"

namespace asof::delta {
namespace {

using block::BlockId;
using block::BlockTree;
using block::kNoBlock;

// Less in common than this and it is another block.
constexpr double kShared = .3;

// Per block the weight of the leaves below it.
std::vector<double> weights_below(const BlockTree& tree, const std::vector<Features>& features) {
  std::vector<double> weights(tree.blocks.size());
  for (std::size_t i = tree.blocks.size(); i-- > 0;) {
    const block::Block& block = tree.blocks[i];
    if (block.is_leaf()) weights[i] += 1 + static_cast<double>(features[i].size());
    if (block.parent != kNoBlock) weights[block.parent] += weights[i];
  }
  return weights;
}

struct Candidate {
  double score = 0;
  BlockId old = kNoBlock;
  BlockId fresh = kNoBlock;
};

}  // namespace

void match_inner(const BlockTree& old, const BlockTree& fresh,
                 const std::vector<Features>& old_features,
                 const std::vector<Features>& new_features, Matching& matching) {
  // Every paired leaf speaks for all pairs of blocks that hold it on either side.
  std::map<std::pair<BlockId, BlockId>, double> shared;
  for (BlockId leaf = 1; leaf < fresh.blocks.size(); ++leaf) {
    const BlockId partner = matching.old_of[leaf];
    if (partner == kNoBlock || !fresh.blocks[leaf].is_leaf()) continue;
    const auto weight =
        1 + static_cast<double>(old_features[partner].size() + new_features[leaf].size()) / 2;
    for (BlockId a = old.blocks[partner].parent; a != kNoBlock && a != 0; a = old.blocks[a].parent)
      for (BlockId b = fresh.blocks[leaf].parent; b != kNoBlock && b != 0;
           b = fresh.blocks[b].parent)
        shared[{a, b}] += weight;
  }
  const std::vector<double> old_weights = weights_below(old, old_features);
  const std::vector<double> new_weights = weights_below(fresh, new_features);
  std::vector<Candidate> candidates;
  for (const auto& [blocks, weight] : shared) {
    const auto [a, b] = blocks;
    const bool same_anchor = old.blocks[a].anchor == fresh.blocks[b].anchor;
    const double score = 2 * weight / (old_weights[a] + new_weights[b]);
    if (score < kShared && !same_anchor) continue;
    candidates.push_back({score + (same_anchor ? .5 : 0), a, b});
  }
  std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::score);
  for (const Candidate& candidate : candidates) {
    if (matching.new_of[candidate.old] != kNoBlock) continue;
    if (matching.old_of[candidate.fresh] != kNoBlock) continue;
    matching.new_of[candidate.old] = candidate.fresh;
    matching.old_of[candidate.fresh] = candidate.old;
  }
}

}  // namespace asof::delta
