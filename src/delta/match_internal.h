// match: which block of the new version is which of the old one.
#pragma once

#include <vector>

#include "block/block.h"
#include "delta/features_internal.h"
#include "delta/leaf_index_internal.h"

namespace asof::delta {

struct SplitMatch {
  block::BlockId from = block::kNoBlock;
  std::vector<block::BlockId> to;  // in the order of the page
};
struct MergeMatch {
  std::vector<block::BlockId> from;  // in the order of the page
  block::BlockId to = block::kNoBlock;
};

struct Matching {
  std::vector<block::BlockId> old_of;  // per new block its partner, or kNoBlock
  std::vector<block::BlockId> new_of;  // per old block
  std::vector<SplitMatch> splits;
  std::vector<MergeMatch> merges;
  bool hurried = false;  // the effort did not suffice: what is left was matched by place
};

// The words and addresses of every leaf; empty for inner blocks.
std::vector<Features> leaf_features(const block::BlockTree& tree);

// Leaves first, surest first: equal ones, splits and merges, like ones, ones in the same place.
// Then the blocks that hold them. A leaf is never the partner of an inner block but at the root.
Matching match(const block::BlockTree& old, const block::BlockTree& fresh,
               const std::vector<Features>& old_features, const std::vector<Features>& new_features,
               Effort effort = Effort());

// Pairs the blocks that hold paired leaves.
void match_inner(const block::BlockTree& old, const block::BlockTree& fresh,
                 const std::vector<Features>& old_features,
                 const std::vector<Features>& new_features, Matching& matching);

}  // namespace asof::delta
