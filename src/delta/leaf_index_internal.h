// LeafIndex: the leaves of one side that have something in common with a leaf of the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "block/block.h"
#include "delta/features_internal.h"

namespace asof::delta {

// How much work a comparison may still cost. Real pages use a hundredth of it.
class Effort final {
 public:
  explicit Effort(std::size_t steps = 500'000'000) : left_(steps) {}
  // False once it is used up.
  bool spend(std::size_t steps) {
    left_ = steps < left_ ? left_ - steps : 0;
    return left_ > 0;
  }
  bool spent() const { return left_ == 0; }

 private:
  std::size_t left_;
};

class LeafIndex final {
 public:
  // `features` per block of the tree; only those of `leaves` are indexed. All outlive it.
  LeafIndex(const std::vector<block::BlockId>& leaves, const std::vector<Features>& features,
            Effort& effort);

  struct Near {
    block::BlockId leaf = block::kNoBlock;
    std::size_t shared = 0;  // features, as overlap() counts them
  };
  // Leaves that share something telling, each once, in order. Nothing without effort left.
  std::vector<Near> near(const Features& features);

 private:
  struct Posting {
    std::uint64_t feature;
    block::BlockId leaf;
    std::uint32_t count;  // how often it stands there
  };
  std::vector<Posting> postings_;      // by feature
  std::vector<std::uint32_t> shared_;  // per block, while near() counts; zero in between
  Effort& effort_;
};

}  // namespace asof::delta
