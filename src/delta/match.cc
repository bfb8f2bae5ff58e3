#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "delta/match_internal.h"

namespace asof::delta {
namespace {

using block::Block;
using block::BlockId;
using block::BlockTree;
using block::kNoBlock;

// A feature in more leaves than this says nothing about which leaf is which.
constexpr std::size_t kCommon = 64;
// So much of a part must come from the whole, and so much of the whole go into its parts.
constexpr double kOfPart = .7;
constexpr double kOfWhole = .7;
constexpr double kWholeContents = .5;  // of a part is in contents that did not change
constexpr std::size_t kTelling = 20;   // bytes of a text that would not stand in another by chance
constexpr std::size_t kLeastPart = 3;  // features
// Where blocks came or went before it, another block has a leaf's anchor: only what is hardly
// different is surer than the anchor.
constexpr double kNearlyEqual = .7;
constexpr double kAlike = .4;
constexpr double kAlikeInPlace = .25;
// So much of the smaller leaf is in the other where one is what is left of the other.
constexpr double kKept = .8;
constexpr double kAlikeKept = .2;
constexpr std::size_t kLeastKept = 6;  // features

// Leaves not yet paired of one side, found by what they hold.
class Index final {
 public:
  Index(const std::vector<BlockId>& leaves, const std::vector<Features>& features) {
    for (BlockId leaf : leaves) {
      std::uint64_t last = 0;
      bool first = true;
      for (std::uint64_t feature : features[leaf]) {
        if (first || feature != last) postings_[feature].push_back(leaf);
        last = feature;
        first = false;
      }
    }
  }
  // Leaves that share something telling, each once, in order.
  std::vector<BlockId> near(const Features& features) const {
    std::vector<BlockId> found;
    for (std::uint64_t feature : features) {
      const auto posting = postings_.find(feature);
      if (posting == postings_.end() || posting->second.size() > kCommon) continue;
      found.insert(found.end(), posting->second.begin(), posting->second.end());
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

 private:
  std::unordered_map<std::uint64_t, std::vector<BlockId>> postings_;
};

// Takes the shared features out of `left`.
void consume(Features& left, const Features& part) {
  Features rest;
  rest.reserve(left.size());
  std::ranges::set_difference(left, part, std::back_inserter(rest));
  left = std::move(rest);
}

// How alike two leaves are. One that lost or got most of its words but kept the rest is still the
// same.
double kinship(const Features& a, const Features& b) {
  const std::size_t less = std::min(a.size(), b.size());
  const double alike = likeness(a, b);
  if (less < kLeastKept || alike < kAlikeKept) return alike;
  const double kept = static_cast<double>(overlap(a, b)) / static_cast<double>(less);
  return kept < kKept ? alike : std::max(alike, kAlike);
}

// A leaf as a part of another: without a head that the other does not have, because what is divided
// or joined often gets or loses its heading with that.
struct PartView {
  Features body;
  double whole = 0;  // how much of the body is in contents that the other has too
};

// The contents of the other, to be found in whole or as a piece of a longer text.
class Known final {
 public:
  explicit Known(const Block& block) : block_(block) {
    for (const block::Content& content : block.contents) whole_.insert(identity_of(content));
  }
  bool has(const block::Content& content) const {
    if (whole_.contains(identity_of(content))) return true;
    if (content.kind != block::ContentKind::Text || content.text.size() < kTelling) return false;
    return std::ranges::any_of(block_.contents, [&](const block::Content& other) {
      return other.kind == content.kind && other.text.find(content.text) != std::string::npos;
    });
  }

 private:
  const Block& block_;
  std::unordered_set<std::uint64_t> whole_;
};

PartView view_of(const Block& part, const Features& features, const Known& known) {
  PartView view{features, 0};
  double same = 0;
  for (const block::Content& content : part.contents) {
    const Features own = features_of(content);
    if (known.has(content)) {
      same += static_cast<double>(own.size());
    } else if (&content == &part.contents.front() && part.contents.size() > 1) {
      consume(view.body, own);
    }
  }
  view.whole = view.body.empty() ? 0 : same / static_cast<double>(view.body.size());
  return view;
}

struct Candidate {
  BlockId leaf = kNoBlock;
  PartView view;
};

// The parts a leaf was divided into, among those of the other side; none where it was not. Words
// alone are no evidence: those of a few links stand in every long text.
std::vector<BlockId> parts_of(const Block& whole, const Features& whole_features,
                              const std::vector<BlockId>& near, const BlockTree& tree,
                              const std::vector<Features>& features) {
  if (near.size() < 2 || whole_features.size() < 2 * kLeastPart) return {};
  const Known known(whole);
  std::vector<Candidate> candidates;
  for (BlockId leaf : near) {
    PartView view = view_of(tree.blocks[leaf], features[leaf], known);
    if (view.body.size() >= kLeastPart && view.whole >= kWholeContents) {
      candidates.push_back({leaf, std::move(view)});
    }
  }
  if (candidates.size() < 2) return {};
  // The largest first: what is in that already is no part of its own.
  std::ranges::stable_sort(candidates, std::ranges::greater{},
                           [](const Candidate& candidate) { return candidate.view.body.size(); });
  Features left = whole_features;
  std::vector<BlockId> parts;
  for (const Candidate& candidate : candidates) {
    const Features& body = candidate.view.body;
    const auto shared = static_cast<double>(overlap(left, body));
    if (shared < kOfPart * static_cast<double>(body.size())) continue;
    consume(left, body);
    parts.push_back(candidate.leaf);
  }
  const auto used = static_cast<double>(whole_features.size() - left.size());
  if (parts.size() < 2 || used < kOfWhole * static_cast<double>(whole_features.size())) return {};
  return parts;
}

class Matcher final {
 public:
  Matcher(const BlockTree& old, const BlockTree& fresh, const std::vector<Features>& old_features,
          const std::vector<Features>& new_features)
      : old_(old), new_(fresh), old_features_(old_features), new_features_(new_features) {
    matching_.old_of.assign(fresh.blocks.size(), kNoBlock);
    matching_.new_of.assign(old.blocks.size(), kNoBlock);
    old_leaves_ = old.leaves();
    new_leaves_ = fresh.leaves();
    for (std::size_t i = 0; i < old_leaves_.size(); ++i) old_order_[old_leaves_[i]] = i;
    for (std::size_t i = 0; i < new_leaves_.size(); ++i) new_order_[new_leaves_[i]] = i;
    old_taken_.assign(old.blocks.size(), false);
    new_taken_.assign(fresh.blocks.size(), false);
    pair(0, 0);
  }

  Matching run() && {
    equal_ones();
    divided_ones();
    like_ones(kNearlyEqual);
    in_place(kAlikeInPlace);
    like_ones(kAlike);
    in_place(0);
    match_inner(old_, new_, old_features_, new_features_, matching_);
    return std::move(matching_);
  }

 private:
  void pair(BlockId old, BlockId fresh) {
    matching_.new_of[old] = fresh;
    matching_.old_of[fresh] = old;
    old_taken_[old] = true;
    new_taken_[fresh] = true;
  }
  std::vector<BlockId> left(const std::vector<BlockId>& leaves,
                            const std::vector<bool>& taken) const {
    std::vector<BlockId> found;
    std::ranges::copy_if(leaves, std::back_inserter(found), [&](BlockId id) { return !taken[id]; });
    return found;
  }
  std::vector<BlockId> old_left() const { return left(old_leaves_, old_taken_); }
  std::vector<BlockId> new_left() const { return left(new_leaves_, new_taken_); }

  void equal_ones() {
    std::unordered_map<std::uint64_t, std::vector<BlockId>> by_identity;
    for (BlockId leaf : old_left()) {
      by_identity[identity_of(old_.blocks[leaf])].push_back(leaf);
    }
    // Of several equal ones those in the same place belong together, then the first to the first.
    const auto take = [&](bool same_anchor) {
      for (BlockId leaf : new_left()) {
        const auto group = by_identity.find(identity_of(new_.blocks[leaf]));
        if (group == by_identity.end()) continue;
        const auto partner = std::ranges::find_if(group->second, [&](BlockId id) {
          return !same_anchor || old_.blocks[id].anchor == new_.blocks[leaf].anchor;
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
    {
      const Index index(new_left(), new_features_);
      for (BlockId leaf : old_left()) {
        std::vector<BlockId> near = index.near(old_features_[leaf]);
        std::erase_if(near, [&](BlockId id) { return new_taken_[id]; });
        std::vector<BlockId> parts =
            parts_of(old_.blocks[leaf], old_features_[leaf], near, new_, new_features_);
        if (parts.empty()) continue;
        std::ranges::sort(parts, {}, [&](BlockId id) { return new_order_.at(id); });
        old_taken_[leaf] = true;
        for (BlockId part : parts) new_taken_[part] = true;
        matching_.splits.push_back({leaf, std::move(parts)});
      }
    }
    const Index index(old_left(), old_features_);
    for (BlockId leaf : new_left()) {
      std::vector<BlockId> near = index.near(new_features_[leaf]);
      std::erase_if(near, [&](BlockId id) { return old_taken_[id]; });
      std::vector<BlockId> parts =
          parts_of(new_.blocks[leaf], new_features_[leaf], near, old_, old_features_);
      if (parts.empty()) continue;
      std::ranges::sort(parts, {}, [&](BlockId id) { return old_order_.at(id); });
      new_taken_[leaf] = true;
      for (BlockId part : parts) old_taken_[part] = true;
      matching_.merges.push_back({std::move(parts), leaf});
    }
  }

  // Leaves with one anchor, at least so alike.
  void in_place(double least) {
    std::map<std::string_view, BlockId> by_anchor;
    for (BlockId leaf : old_left()) by_anchor.emplace(old_.blocks[leaf].anchor, leaf);
    for (BlockId leaf : new_left()) {
      const auto found = by_anchor.find(new_.blocks[leaf].anchor);
      if (found == by_anchor.end() || old_taken_[found->second]) continue;
      if (likeness(old_features_[found->second], new_features_[leaf]) < least) continue;
      pair(found->second, leaf);
    }
  }

  // The most alike first; of those nearly as alike the ones in the same place.
  void like_ones(double least) {
    struct Like {
      double score;
      BlockId old, fresh;
    };
    const Index index(old_left(), old_features_);
    std::vector<Like> found;
    for (BlockId leaf : new_left()) {
      for (BlockId other : index.near(new_features_[leaf])) {
        const double alike = kinship(old_features_[other], new_features_[leaf]);
        if (alike < least) continue;
        const bool neighbours = anchor_of_parent(old_, other) == anchor_of_parent(new_, leaf);
        const bool same_place = old_.blocks[other].anchor == new_.blocks[leaf].anchor;
        found.push_back({alike + (neighbours ? .1 : 0) + (same_place ? .1 : 0), other, leaf});
      }
    }
    std::ranges::stable_sort(found, std::ranges::greater{}, &Like::score);
    for (const Like& like : found) {
      if (!old_taken_[like.old] && !new_taken_[like.fresh]) pair(like.old, like.fresh);
    }
  }

  static std::string_view anchor_of_parent(const BlockTree& tree, BlockId id) {
    const BlockId parent = tree.blocks[id].parent;
    return parent == kNoBlock ? std::string_view() : tree.blocks[parent].anchor;
  }

  const BlockTree& old_;
  const BlockTree& new_;
  const std::vector<Features>& old_features_;
  const std::vector<Features>& new_features_;
  std::vector<BlockId> old_leaves_, new_leaves_;
  std::unordered_map<BlockId, std::size_t> old_order_, new_order_;
  std::vector<bool> old_taken_, new_taken_;
  Matching matching_;
};

}  // namespace

std::vector<Features> leaf_features(const BlockTree& tree) {
  std::vector<Features> features(tree.blocks.size());
  for (BlockId leaf : tree.leaves()) features[leaf] = features_of(tree.blocks[leaf]);
  return features;
}

Matching match(const BlockTree& old, const BlockTree& fresh,
               const std::vector<Features>& old_features,
               const std::vector<Features>& new_features) {
  return Matcher(old, fresh, old_features, new_features).run();
}

}  // namespace asof::delta
