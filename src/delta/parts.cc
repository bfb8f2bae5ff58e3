#include "delta/parts_internal.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace asof::delta {
namespace {

using block::Block;
using block::BlockId;
using block::Content;
using block::ContentKind;

// So much of a part must come from the whole, and so much of the whole go into its parts.
constexpr double kOfPart = .7;
constexpr double kOfWhole = .7;
constexpr double kWholeContents = .5;  // of a part is in contents that did not change
constexpr std::size_t kTelling = 20;   // bytes of a text that would not stand in another by chance
constexpr std::size_t kLeastPart = 3;  // features
constexpr std::size_t kBytesPerStep = 16;  // of a text searched for another

// A bag of features from which some are taken.
class Bag final {
 public:
  explicit Bag(const Features& features) {
    counts_.reserve(features.size());
    for (std::uint64_t feature : features) ++counts_[feature];
  }
  // How many of these, sorted, are in it.
  std::size_t holds(const Features& features) const {
    std::size_t found = 0;
    std::uint32_t same = 0;
    for (std::size_t i = 0; i < features.size(); ++i) {
      same = i > 0 && features[i] == features[i - 1] ? same + 1 : 0;
      const auto entry = counts_.find(features[i]);
      if (entry != counts_.end() && entry->second > same) ++found;
    }
    return found;
  }
  // Takes out what of these is in it, and says how many that were.
  std::size_t take(const Features& features) {
    std::size_t taken = 0;
    for (std::uint64_t feature : features) {
      const auto entry = counts_.find(feature);
      if (entry == counts_.end() || entry->second == 0) continue;
      --entry->second;
      ++taken;
    }
    return taken;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;
};

}  // namespace

// The leaf that may have been divided. Its contents are found in whole or as a piece of a longer
// text.
class Parts::Whole final {
 public:
  Whole(const Block& block, const Features& features, Effort& effort)
      : block_(block), effort_(effort), bag_(features) {
    for (const Content& content : block.contents) {
      identities_.insert(identity_of(content));
      text_ += content.kind == ContentKind::Text ? content.text.size() : 0;
    }
  }
  bool has(const Content& content, const Piece& piece) const {
    if (identities_.contains(piece.identity)) return true;
    if (content.kind != ContentKind::Text || content.text.size() < kTelling) return false;
    // Of a piece of a text all words are in it, but for the first and the last, which may be cut.
    if (bag_.holds(piece.features) + 2 < piece.features.size()) return false;
    if (!effort_.spend(text_ / kBytesPerStep)) return false;
    return std::ranges::any_of(block_.contents, [&](const Content& other) {
      return other.kind == content.kind && other.text.find(content.text) != std::string::npos;
    });
  }

 private:
  const Block& block_;
  Effort& effort_;
  Bag bag_;
  std::unordered_set<std::uint64_t> identities_;
  std::size_t text_ = 0;  // bytes
};

// A leaf as a part: without a head that the whole does not have, because what is divided or joined
// often gets or loses its heading with that.
struct Parts::View {
  BlockId leaf = block::kNoBlock;
  Features body;
  double whole = 0;  // how much of the body is in contents that the whole has too
};

Parts::Parts(const block::BlockTree& tree, const std::vector<Features>& features, Effort& effort)
    : tree_(tree), features_(features), effort_(effort), pieces_(tree.blocks.size()) {}

const std::vector<Parts::Piece>& Parts::pieces_of(BlockId leaf) {
  auto& pieces = pieces_[leaf];
  if (!pieces) {
    pieces.emplace();
    for (const Content& content : tree_.blocks[leaf].contents) {
      pieces->push_back({identity_of(content), features_of(content)});
    }
  }
  return *pieces;
}

Parts::View Parts::view_of(BlockId leaf, const Whole& whole) {
  View view{leaf, features_[leaf], 0};
  const std::vector<Content>& contents = tree_.blocks[leaf].contents;
  const std::vector<Piece>& pieces = pieces_of(leaf);
  double same = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (whole.has(contents[i], pieces[i])) {
      same += static_cast<double>(pieces[i].features.size());
    } else if (i == 0 && pieces.size() > 1) {
      Features rest;
      std::ranges::set_difference(view.body, pieces[i].features, std::back_inserter(rest));
      view.body = std::move(rest);
    }
  }
  view.whole = view.body.empty() ? 0 : same / static_cast<double>(view.body.size());
  return view;
}

std::vector<BlockId> Parts::of(const Block& block, const Features& features,
                               std::span<const LeafIndex::Near> near) {
  if (near.size() < 2 || features.size() < 2 * kLeastPart) return {};
  const Whole whole(block, features, effort_);
  std::vector<View> views;
  for (const auto& [leaf, shared] : near) {
    // Without its head a part cannot share more of what is left.
    const std::vector<Piece>& pieces = pieces_of(leaf);
    const std::size_t head = pieces.size() > 1 ? pieces.front().features.size() : 0;
    const auto least = static_cast<double>(std::max(kLeastPart, features_[leaf].size() - head));
    if (static_cast<double>(shared) < kOfPart * least) continue;
    View view = view_of(leaf, whole);
    if (view.body.size() >= kLeastPart && view.whole >= kWholeContents) {
      views.push_back(std::move(view));
    }
  }
  if (views.size() < 2) return {};
  // The largest first: what is in that already is no part of its own.
  std::ranges::stable_sort(views, std::ranges::greater{},
                           [](const View& view) { return view.body.size(); });
  Bag left(features);
  std::size_t used = 0;
  std::vector<BlockId> parts;
  for (const View& view : views) {
    const auto shared = static_cast<double>(left.holds(view.body));
    if (shared < kOfPart * static_cast<double>(view.body.size())) continue;
    used += left.take(view.body);
    parts.push_back(view.leaf);
  }
  const bool most = static_cast<double>(used) >= kOfWhole * static_cast<double>(features.size());
  return parts.size() < 2 || !most ? std::vector<BlockId>{} : parts;
}

}  // namespace asof::delta
