// Parts: the leaves of one side that a leaf of the other was divided into, or joined from.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "block/block.h"
#include "delta/features_internal.h"
#include "delta/leaf_index_internal.h"

namespace asof::delta {

class Parts final {
 public:
  // The side the parts stand on; all outlive it.
  Parts(const block::BlockTree& tree, const std::vector<Features>& features, Effort& effort);

  // Of the leaves near `whole` those that make it up, the largest first; none where it stayed in
  // one piece. Words alone are no evidence: those of a few links stand in every long text.
  std::vector<block::BlockId> of(const block::Block& whole, const Features& features,
                                 std::span<const LeafIndex::Near> near);

 private:
  class Whole;
  struct Piece {
    std::uint64_t identity = 0;
    Features features;
  };
  struct View;

  // The contents of a leaf, looked at once.
  const std::vector<Piece>& pieces_of(block::BlockId leaf);
  View view_of(block::BlockId leaf, const Whole& whole);

  const block::BlockTree& tree_;
  const std::vector<Features>& features_;
  Effort& effort_;
  std::vector<std::optional<std::vector<Piece>>> pieces_;  // by block
};

}  // namespace asof::delta
