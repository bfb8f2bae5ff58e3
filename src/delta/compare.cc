// From a matching to the operations that say it.
#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "delta/align_internal.h"
#include "delta/delta.h"
#include "delta/match_internal.h"

namespace asof::delta {
namespace {

using block::Block;
using block::BlockId;
using block::BlockTree;
using block::Content;
using block::kNoBlock;

// What became of a leaf; of an inner block, of all leaves below it, where they fared alike.
enum class Fate : std::uint8_t { Kept, Gone, Moved, Divided, Mixed };

// Per block its own fate or that of everything below it.
std::vector<Fate> whole_fates(const BlockTree& tree, std::vector<Fate> fates) {
  for (std::size_t i = tree.blocks.size(); i-- > 0;) {
    const Block& block = tree.blocks[i];
    if (block.is_leaf()) continue;
    fates[i] = fates[block.children.front()];
    for (BlockId child : block.children) {
      if (fates[child] != fates[i]) fates[i] = Fate::Mixed;
    }
  }
  return fates;
}

class Comparer final {
 public:
  Comparer(const BlockTree& old, const std::vector<std::string>& old_names, const BlockTree& fresh)
      : old_(old), new_(fresh), old_names_(old_names) {
    const std::vector<Features> old_features = leaf_features(old);
    const std::vector<Features> new_features = leaf_features(fresh);
    matching_ = match(old, fresh, old_features, new_features);
    name_blocks();
    find_fates(new_features);
  }

  Comparison run() && {
    deletes();
    arrivals();
    edits();
    frame();
    comparison_.partner = matching_.old_of;
    comparison_.hurried = matching_.hurried;
    comparison_.old_names = old_names_;
    return std::move(comparison_);
  }

 private:
  void name_blocks() {
    std::set<std::string, std::less<>> used(old_names_.begin(), old_names_.end());
    std::vector<std::string>& names = comparison_.names;
    names.resize(new_.blocks.size());
    for (BlockId id = 0; id < new_.blocks.size(); ++id) {
      if (matching_.old_of[id] != kNoBlock) {
        names[id] = old_names_[matching_.old_of[id]];
        continue;
      }
      const std::string& anchor = new_.blocks[id].anchor;
      names[id] = anchor;
      for (int n = 2; !used.insert(names[id]).second; ++n) {
        names[id] = anchor + "~" + std::to_string(n);
      }
    }
  }

  void find_fates(const std::vector<Features>& new_features) {
    old_fates_.assign(old_.blocks.size(), Fate::Gone);
    new_fates_.assign(new_.blocks.size(), Fate::Gone);
    std::vector<std::uint32_t> order(old_.blocks.size());
    std::uint32_t next = 0;
    for (BlockId leaf : old_.leaves()) order[leaf] = next++;
    std::vector<BlockId> stayed;
    std::vector<std::uint32_t> places;
    std::vector<std::uint64_t> weights;
    for (BlockId leaf : new_.leaves()) {
      const BlockId partner = matching_.old_of[leaf];
      if (partner == kNoBlock || !old_.blocks[partner].is_leaf()) continue;
      old_fates_[partner] = new_fates_[leaf] = Fate::Moved;
      stayed.push_back(leaf);
      places.push_back(order[partner]);
      weights.push_back(1 + new_features[leaf].size());
    }
    for (std::size_t kept : heaviest_rise(places, weights)) {
      old_fates_[matching_.old_of[stayed[kept]]] = new_fates_[stayed[kept]] = Fate::Kept;
    }
    for (const SplitMatch& split : matching_.splits) {
      old_fates_[split.from] = Fate::Divided;
      for (BlockId part : split.to) new_fates_[part] = Fate::Divided;
    }
    for (const MergeMatch& merge : matching_.merges) {
      new_fates_[merge.to] = Fate::Divided;
      for (BlockId part : merge.from) old_fates_[part] = Fate::Divided;
    }
    // The page itself is always kept, even where it is one block in one version only.
    old_fates_ = whole_fates(old_, std::move(old_fates_));
    new_fates_ = whole_fates(new_, std::move(new_fates_));
    old_fates_[0] = new_fates_[0] = Fate::Mixed;
  }

  // The largest block an operation on `leaf`'s fate can name.
  void deletes() {
    walk(old_, [&](BlockId id) {
      if (old_fates_[id] != Fate::Gone || matching_.new_of[id] != kNoBlock) return true;
      comparison_.delta.operations.push_back({Structural::Delete, {old_names_[id]}, {}});
      return false;
    });
  }

  void arrivals() {
    std::vector<const SplitMatch*> split_of(new_.blocks.size());
    for (const SplitMatch& split : matching_.splits) split_of[split.to.front()] = &split;
    std::vector<const MergeMatch*> merge_of(new_.blocks.size());
    for (const MergeMatch& merge : matching_.merges) merge_of[merge.to] = &merge;
    walk(new_, [&](BlockId id) {
      if (is_inserted(id)) return insert(id), false;
      if (is_moved(id)) {
        add({Structural::Move, {old_names_[matching_.old_of[id]]}, {part(id)}});
        return false;
      }
      if (merge_of[id] != nullptr) merge(*merge_of[id]);
      if (split_of[id] != nullptr) split(*split_of[id]);
      return true;
    });
  }

  bool is_inserted(BlockId id) const {
    return new_fates_[id] == Fate::Gone && matching_.old_of[id] == kNoBlock;
  }
  // A block moves as a whole where everything below it moved with it.
  bool is_moved(BlockId id) const {
    if (new_fates_[id] != Fate::Moved) return false;
    const BlockId partner = matching_.old_of[id];
    return partner != kNoBlock && same_below(partner, id);
  }
  bool same_below(BlockId old, BlockId fresh) const {
    const Block& a = old_.blocks[old];
    const Block& b = new_.blocks[fresh];
    if (matching_.old_of[fresh] != old || a.children.size() != b.children.size()) return false;
    for (std::size_t i = 0; i < a.children.size(); ++i) {
      if (!same_below(a.children[i], b.children[i])) return false;
    }
    return true;
  }

  void insert(BlockId top) {
    Operation operation{Structural::Insert, {}, {}};
    walk_from(new_, top, [&](BlockId id) {
      Part block = part(id);
      block.block.contents = new_.blocks[id].contents;
      operation.to.push_back(std::move(block));
      return true;
    });
    add(std::move(operation));
  }

  void merge(const MergeMatch& merge) {
    Operation operation{Structural::Merge, {}, {part(merge.to)}};
    std::vector<Content> joined;
    for (BlockId id : merge.from) {
      operation.from.push_back(old_names_[id]);
      const std::vector<Content>& contents = old_.blocks[id].contents;
      joined.insert(joined.end(), contents.begin(), contents.end());
    }
    add(std::move(operation));
    bases_.emplace(merge.to, std::move(joined));
  }

  void split(const SplitMatch& split) {
    Operation operation{Structural::Split, {old_names_[split.from]}, {}};
    const std::vector<Content>& whole = old_.blocks[split.from].contents;
    std::uint32_t first = 0;
    const std::vector<std::uint32_t> ends = shares(split);
    for (std::size_t k = 0; k < split.to.size(); ++k) {
      Part share = part(split.to[k]);
      share.first = first;
      share.count = ends[k] - first;
      operation.to.push_back(std::move(share));
      bases_.emplace(split.to[k],
                     std::vector<Content>(whole.begin() + first, whole.begin() + ends[k]));
      first = ends[k];
    }
    add(std::move(operation));
  }

  // Cuts the contents of a divided leaf so that most of them begin in the part they went to: per
  // part where its share ends.
  std::vector<std::uint32_t> shares(const SplitMatch& split) const {
    const std::vector<Content>& whole = old_.blocks[split.from].contents;
    const std::size_t size = whole.size();
    const std::size_t parts = split.to.size();
    // best[k][i]: the most that k parts can keep of the first i contents.
    std::vector<std::vector<double>> best(parts + 1, std::vector<double>(size + 1, 0));
    std::vector<std::vector<std::uint32_t>> cut(parts + 1, std::vector<std::uint32_t>(size + 1, 0));
    std::vector<Features> features;
    features.reserve(size);
    for (const Content& content : whole) features.push_back(features_of(content));
    for (std::size_t k = 1; k <= parts; ++k) {
      const Features part = features_of(new_.blocks[split.to[k - 1]]);
      for (std::size_t i = 0; i <= size; ++i) {
        // Either the part begins here, or it goes on with the content before.
        best[k][i] = best[k - 1][i];
        cut[k][i] = static_cast<std::uint32_t>(i);
        if (i == 0) continue;
        const double kept = best[k][i - 1] + static_cast<double>(overlap(features[i - 1], part));
        if (kept > best[k][i]) {
          best[k][i] = kept;
          cut[k][i] = cut[k][i - 1];
        }
      }
    }
    std::vector<std::uint32_t> ends(parts);
    auto end = static_cast<std::uint32_t>(size);
    for (std::size_t k = parts; k > 0; --k) {
      ends[k - 1] = end;
      end = cut[k][end];
    }
    return ends;
  }

  void edits() {
    walk(new_, [&](BlockId id) {
      const BlockId partner = matching_.old_of[id];
      const auto base = bases_.find(id);
      if (base != bases_.end()) {
        edit(id, base->second);
      } else if (partner != kNoBlock) {
        edit(id, old_.blocks[partner].contents);
      }
      return true;
    });
  }

  void edit(BlockId id, const std::vector<Content>& before) {
    const std::vector<Content>& after = new_.blocks[id].contents;
    const std::string& name = comparison_.names[id];
    std::uint32_t i = 0;
    std::uint32_t j = 0;
    const auto up_to = [&](std::size_t old_end, std::size_t new_end) {
      for (; i < old_end; ++i) put({name, Edit::Delete, i, 0, before[i], {}});
      for (; j < new_end; ++j) put({name, Edit::Insert, 0, j, {}, after[j]});
    };
    for (const Pair& pair : align(before, after)) {
      up_to(pair.old_index, pair.new_index);
      if (!pair.same) put({name, Edit::Update, i, j, before[i], after[j]});
      ++i;
      ++j;
    }
    up_to(before.size(), after.size());
  }

  // Where the operations alone would leave the blocks grouped otherwise, the grouping is said.
  void frame() {
    const Outline wanted = outline_of(new_, comparison_.names);
    const auto got = delta::apply(outline_of(old_, old_names_), comparison_.delta);
    if (got && std::ranges::equal(*got, wanted, &Shown::same)) return;
    for (const Shown& block : wanted) {
      comparison_.delta.frame.push_back({block.name, block.parent, {}});
    }
  }

  Part part(BlockId id) const {
    const BlockId parent = new_.blocks[id].parent;
    CHECK(parent != kNoBlock);
    const auto& siblings = new_.blocks[parent].children;
    const auto position = std::ranges::find(siblings, id) - siblings.begin();
    return {{comparison_.names[id], comparison_.names[parent], {}},
            static_cast<std::uint32_t>(position)};
  }
  void add(Operation operation) { comparison_.delta.operations.push_back(std::move(operation)); }
  void put(ContentEdit edit) { comparison_.delta.edits.push_back(std::move(edit)); }

  // In reading order, going below a block where `visit` says so.
  template <class Visit>
  static void walk(const BlockTree& tree, Visit visit) {
    walk_from(tree, 0, visit);
  }
  template <class Visit>
  static void walk_from(const BlockTree& tree, BlockId top, Visit visit) {
    std::vector<BlockId> open{top};
    while (!open.empty()) {
      const BlockId id = open.back();
      open.pop_back();
      if (!visit(id)) continue;
      const auto& children = tree.blocks[id].children;
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }

  const BlockTree& old_;
  const BlockTree& new_;
  const std::vector<std::string>& old_names_;
  Matching matching_;
  std::vector<Fate> old_fates_, new_fates_;
  std::map<BlockId, std::vector<Content>> bases_;  // of blocks that were split off or merged
  Comparison comparison_;
};

bool same_hashes(const Block& a, const Block& b) {
  return a.text_hash == b.text_hash && a.link_hash == b.link_hash && a.image_hash == b.image_hash &&
         a.structure_hash == b.structure_hash;
}

Comparison compare_blocks(const BlockTree& old, const std::vector<std::string>& names,
                          const BlockTree& fresh) {
  if (same_hashes(old.blocks[0], fresh.blocks[0])) {
    // Nothing a reader sees is different, so every block is the one in its place.
    const Outline before = outline_of(old, names);
    const Outline after = outline_of(fresh, names);
    if (std::ranges::equal(before, after, &Shown::same)) {
      Comparison comparison{.old_names = names, .names = names, .skipped = true};
      comparison.partner.reserve(fresh.blocks.size());
      for (BlockId id = 0; id < fresh.blocks.size(); ++id) comparison.partner.push_back(id);
      return comparison;
    }
  }
  return Comparer(old, names, fresh).run();
}

}  // namespace

Comparison compare(const BlockTree& old, const std::vector<std::string>& names,
                   const BlockTree& fresh) {
  CHECK(!old.blocks.empty() && !fresh.blocks.empty() && names.size() == old.blocks.size());
  Comparison comparison = compare_blocks(old, names, fresh);
  if (old.title != fresh.title) comparison.delta.title = Retitled{old.title, fresh.title};
  return comparison;
}

Comparison compare(const BlockTree& old, const BlockTree& fresh) {
  return compare(old, first_names(old), fresh);
}

}  // namespace asof::delta
