#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "delta/leaf_index_internal.h"
#include "delta/match_internal.h"
#include "delta/parts_internal.h"

namespace asof::delta {
namespace {

using block::BlockId;
using block::BlockTree;
using block::kNoBlock;

// Where blocks came or went before it, another block has a leaf's anchor: only what is hardly
// different is surer than the anchor.
constexpr double kNearlyEqual = .7;
constexpr double kAlike = .4;
constexpr double kAlikeInPlace = .25;
// So much of the smaller leaf is in the other where one is what is left of the other.
constexpr double kKept = .8;
constexpr double kAlikeKept = .2;
constexpr std::size_t kLeastKept = 6;  // features

// How alike two leaves are that share so many features. One that lost or got most of its words but
// kept the rest is still the same.
double kinship(const Features& a, const Features& b, std::size_t shared) {
  const std::size_t less = std::min(a.size(), b.size());
  const double alike = likeness(a, b, shared);
  if (less < kLeastKept || alike < kAlikeKept) return alike;
  const double kept = static_cast<double>(shared) / static_cast<double>(less);
  return kept < kKept ? alike : std::max(alike, kAlike);
}

// The leaves of one version, and which of them have found their like.
struct Side {
  Side(const BlockTree& its_tree, const std::vector<Features>& its_features)
      : tree(its_tree),
        features(its_features),
        leaves(its_tree.leaves()),
        order(its_tree.blocks.size()),
        taken(its_tree.blocks.size()) {
    for (std::size_t i = 0; i < leaves.size(); ++i) order[leaves[i]] = i;
  }

  std::vector<BlockId> left() const {
    std::vector<BlockId> found;
    std::ranges::copy_if(leaves, std::back_inserter(found), [&](BlockId id) { return !taken[id]; });
    return found;
  }

  const BlockTree& tree;
  const std::vector<Features>& features;
  const std::vector<BlockId> leaves;
  std::vector<std::size_t> order;  // of leaves, by block
  std::vector<bool> taken;         // by block
};

class Matcher final {
 public:
  Matcher(const BlockTree& old, const BlockTree& fresh, const std::vector<Features>& old_features,
          const std::vector<Features>& new_features, Effort effort)
      : old_(old, old_features), new_(fresh, new_features), effort_(effort) {
    matching_.old_of.assign(fresh.blocks.size(), kNoBlock);
    matching_.new_of.assign(old.blocks.size(), kNoBlock);
    pair(0, 0);
  }

  Matching run() && {
    equal_ones();
    divided_ones();
    like_ones(kNearlyEqual);
    in_place(kAlikeInPlace);
    like_ones(kAlike);
    in_place(0);
    match_inner(old_.tree, new_.tree, old_.features, new_.features, matching_);
    matching_.hurried = effort_.spent();
    return std::move(matching_);
  }

 private:
  void pair(BlockId old, BlockId fresh) {
    matching_.new_of[old] = fresh;
    matching_.old_of[fresh] = old;
    old_.taken[old] = true;
    new_.taken[fresh] = true;
  }

  void equal_ones() {
    std::unordered_map<std::uint64_t, std::vector<BlockId>> by_identity;
    for (BlockId leaf : old_.left()) {
      by_identity[identity_of(old_.tree.blocks[leaf])].push_back(leaf);
    }
    // Of several equal ones those in the same place belong together, then the first to the first.
    const auto take = [&](bool same_anchor) {
      for (BlockId leaf : new_.left()) {
        const auto group = by_identity.find(identity_of(new_.tree.blocks[leaf]));
        if (group == by_identity.end()) continue;
        const auto partner = std::ranges::find_if(group->second, [&](BlockId id) {
          return !same_anchor || old_.tree.blocks[id].anchor == new_.tree.blocks[leaf].anchor;
        });
        if (partner == group->second.end()) continue;
        pair(*partner, leaf);
        group->second.erase(partner);
      }
    };
    take(true);
    take(false);
  }

  void divided_ones() {
    divide(old_, new_, [this](BlockId leaf, std::vector<BlockId> parts) {
      matching_.splits.push_back({leaf, std::move(parts)});
    });
    divide(new_, old_, [this](BlockId leaf, std::vector<BlockId> parts) {
      matching_.merges.push_back({std::move(parts), leaf});
    });
  }

  // Leaves of the one side whose contents are in several of the other.
  template <class Found>
  void divide(Side& wholes, Side& others, Found found) {
    LeafIndex index(others.left(), others.features, effort_);
    Parts parts(others.tree, others.features, effort_);
    for (BlockId leaf : wholes.left()) {
      auto near = index.near(wholes.features[leaf]);
      std::erase_if(near, [&](const LeafIndex::Near& one) { return others.taken[one.leaf]; });
      std::vector<BlockId> own = parts.of(wholes.tree.blocks[leaf], wholes.features[leaf], near);
      if (own.empty()) continue;
      std::ranges::sort(own, {}, [&](BlockId id) { return others.order[id]; });
      wholes.taken[leaf] = true;
      for (BlockId part : own) others.taken[part] = true;
      found(leaf, std::move(own));
    }
  }

  // Leaves with one anchor, at least so alike.
  void in_place(double least) {
    std::map<std::string_view, BlockId> by_anchor;
    for (BlockId leaf : old_.left()) by_anchor.emplace(old_.tree.blocks[leaf].anchor, leaf);
    for (BlockId leaf : new_.left()) {
      const auto found = by_anchor.find(new_.tree.blocks[leaf].anchor);
      if (found == by_anchor.end() || old_.taken[found->second]) continue;
      if (likeness(old_.features[found->second], new_.features[leaf]) < least) continue;
      pair(found->second, leaf);
    }
  }

  // The most alike first; of those nearly as alike the ones in the same place.
  void like_ones(double least) {
    struct Like {
      double score;
      BlockId old, fresh;
    };
    LeafIndex index(old_.left(), old_.features, effort_);
    std::vector<Like> found;
    for (BlockId leaf : new_.left()) {
      for (const auto& [other, shared] : index.near(new_.features[leaf])) {
        const double alike = kinship(old_.features[other], new_.features[leaf], shared);
        if (alike < least) continue;
        const bool neighbours =
            anchor_of_parent(old_.tree, other) == anchor_of_parent(new_.tree, leaf);
        const bool same_place = old_.tree.blocks[other].anchor == new_.tree.blocks[leaf].anchor;
        found.push_back({alike + (neighbours ? .1 : 0) + (same_place ? .1 : 0), other, leaf});
      }
    }
    std::ranges::stable_sort(found, std::ranges::greater{}, &Like::score);
    for (const Like& like : found) {
      if (!old_.taken[like.old] && !new_.taken[like.fresh]) pair(like.old, like.fresh);
    }
  }

  static std::string_view anchor_of_parent(const BlockTree& tree, BlockId id) {
    const BlockId parent = tree.blocks[id].parent;
    return parent == kNoBlock ? std::string_view() : tree.blocks[parent].anchor;
  }

  Side old_, new_;
  Effort effort_;
  Matching matching_;
};

}  // namespace

std::vector<Features> leaf_features(const BlockTree& tree) {
  std::vector<Features> features(tree.blocks.size());
  for (BlockId leaf : tree.leaves()) features[leaf] = features_of(tree.blocks[leaf]);
  return features;
}

Matching match(const BlockTree& old, const BlockTree& fresh,
               const std::vector<Features>& old_features, const std::vector<Features>& new_features,
               Effort effort) {
  return Matcher(old, fresh, old_features, new_features, effort).run();
}

}  // namespace asof::delta
