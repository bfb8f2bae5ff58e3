#include "importance/importance.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "importance/vocabulary_internal.h"

namespace asof::importance {
namespace {

using block::BlockId;
using block::BlockTree;
using block::Content;
using block::ContentKind;
using delta::ContentEdit;
using delta::Edit;
using delta::Structural;

// The operations on one block, summed per kind: PerCh times Imp(Op).
class Sum final {
 public:
  explicit Sum(const EstimateOptions& options) : options_(options) {}

  void add(Edit edit, double importance, std::size_t elements) {
    const auto kind = static_cast<std::size_t>(edit);
    ++operations_[kind];
    sums_[kind] += importance / static_cast<double>(std::max<std::size_t>(1, elements));
  }
  double change() const {
    double total = 0;
    double present = 0;
    for (std::size_t kind = 0; kind < sums_.size(); ++kind) {
      total += sums_[kind];
      present += operations_[kind] > 0 ? 1 : 0;
    }
    if (present == 0) return 0;
    return std::min(1.0, total / (options_.count == OperationCount::Three ? 3 : present));
  }

 private:
  const EstimateOptions& options_;
  std::array<double, 3> sums_{};
  std::array<std::size_t, 3> operations_{};
};

class Estimator final {
 public:
  Estimator(const BlockTree& old, const BlockTree& fresh, const delta::Comparison& comparison,
            const EstimateOptions& options)
      : old_(old),
        new_(fresh),
        comparison_(comparison),
        options_(options),
        vocabulary_(old, fresh) {
    for (const ContentEdit& edit : comparison.delta.edits) edits_[edit.block].push_back(&edit);
    for (BlockId id = 0; id < fresh.blocks.size(); ++id) new_by_name_[comparison.names[id]] = id;
    for (BlockId id = 0; id < old.blocks.size(); ++id) {
      old_by_name_[comparison.old_names[id]] = id;
    }
  }

  Estimate run() {
    new_change_.assign(new_.blocks.size(), 0);
    old_change_.assign(old_.blocks.size(), 0);
    kept_blocks();
    for (const delta::Operation& operation : comparison_.delta.operations) take(operation);
    Estimate estimate;
    estimate.amount = vocabulary_.amount();
    estimate.new_side = side(new_, new_change_, false, estimate);
    estimate.old_side = side(old_, old_change_, true, estimate);
    estimate.value =
        std::clamp(std::max({estimate.new_side, estimate.old_side, retitled()}), 0.0, 1.0);
    // Of a page that lost everything, dates and advertisements too are gone for good.
    const bool papers_say = options_.weight != OperationWeight::ByWords;
    if (!papers_say && !comparison_.delta.empty() && vocabulary_.nothing_left()) estimate.value = 1;
    std::ranges::stable_sort(estimate.blocks, std::ranges::greater{},
                             [](const BlockEstimate& b) { return b.weight * b.change; });
    return estimate;
  }

 private:
  // Imp(Op, El).
  double importance_of(Edit edit, const Content& before, const Content& after) const {
    if (options_.weight == OperationWeight::ByKind) {
      return edit == Edit::Insert   ? options_.insert
             : edit == Edit::Delete ? options_.erase
                                    : options_.update;
    }
    const Content& element = edit == Edit::Delete ? before : after;
    if (element.kind == ContentKind::Text) return text_importance(before.text, after.text);
    if (is_advertisement(element)) return options_.alpha;
    if (edit == Edit::Update && is_noise(before, after)) return options_.noise;
    if (options_.weight == OperationWeight::ByElement) return 1;
    return reference_importance(before, after);
  }
  double text_importance(const std::string& before, const std::string& after) const {
    const std::string a = noise::without_noise(before);
    const std::string b = noise::without_noise(after);
    if (options_.weight == OperationWeight::ByElement) {
      return std::max(options_.noise, text_distance(a, b));
    }
    if (differs_in_numbers_only(a, b)) return options_.number;
    return std::max(options_.noise, vocabulary_.news(a, b));
  }
  // A link or an image: its words as those of a text, its address by itself.
  double reference_importance(const Content& before, const Content& after) const {
    const bool same_address =
        noise::clean_address(before.address) == noise::clean_address(after.address);
    if (before.text.empty() && after.text.empty()) return 1;
    const double words = text_importance(before.text, after.text);
    return same_address ? words : std::max(words, options_.address);
  }
  // The same words, and an address that differs only in what says who asked and when, or in the
  // name that a build gave to the same picture: no operation at all, in our reading.
  bool is_same(const ContentEdit& edit) const {
    const Content& before = edit.before;
    const Content& after = edit.after;
    if (options_.weight != OperationWeight::ByWords || edit.edit != Edit::Update) return false;
    if (before.kind != after.kind || before.text != after.text) return false;
    if (before.kind == ContentKind::Text) return false;
    return before.kind == ContentKind::Image
               ? noise::picture_name(before.address) == noise::picture_name(after.address)
               : noise::clean_address(before.address) == noise::clean_address(after.address);
  }
  bool is_noise(const Content& before, const Content& after) const {
    return noise::without_noise(before.text) == noise::without_noise(after.text) &&
           noise::clean_address(before.address) == noise::clean_address(after.address);
  }
  bool is_advertisement(const Content& element) const {
    const noise::Suspect suspect{.address = element.address,
                                 .width = element.box.width,
                                 .height = element.box.height,
                                 .page = options_.page};
    const auto& rules =
        options_.advertisements != nullptr ? *options_.advertisements : noise::default_ad_rules();
    return !noise::advertisement(suspect, rules).empty();
  }

  // A title stands beside the blocks: by itself it is worth a small block, and where the page
  // changes more than that it is part of the same news.
  double retitled() const {
    const auto& title = comparison_.delta.title;
    if (!title) return 0;
    const double words =
        text_distance(noise::without_noise(title->before), noise::without_noise(title->after));
    return options_.title * std::max(options_.noise, words);
  }

  // A leaf of the new version by the edits of its contents.
  double edited(BlockId id, std::size_t old_elements) const {
    const auto found = edits_.find(comparison_.names[id]);
    if (found == edits_.end()) return 0;
    const std::size_t new_elements = new_.blocks[id].contents.size();
    Sum sum(options_);
    for (const ContentEdit* edit : found->second) {
      if (is_same(*edit)) continue;
      sum.add(edit->edit, importance_of(edit->edit, edit->before, edit->after),
              edit->edit == Edit::Delete ? old_elements : new_elements);
    }
    return sum.change();
  }

  // A leaf that came or went, by all it holds.
  double whole(const std::vector<Content>& contents, Edit edit) const {
    Sum sum(options_);
    const Content nothing;
    for (const Content& content : contents) {
      const bool inserted = edit == Edit::Insert;
      sum.add(edit, importance_of(edit, inserted ? nothing : content, inserted ? content : nothing),
              contents.size());
    }
    return sum.change();
  }

  void kept_blocks() {
    for (BlockId id : new_.leaves()) {
      const BlockId partner = comparison_.partner[id];
      if (partner == block::kNoBlock) continue;
      new_change_[id] = edited(id, old_.blocks[partner].contents.size());
      if (old_.blocks[partner].is_leaf()) old_change_[partner] = new_change_[id];
    }
  }

  void take(const delta::Operation& operation) {
    switch (operation.kind) {
      case Structural::Insert:
        for (const delta::Part& part : operation.to) {
          new_change_[new_by_name_.at(part.block.name)] = whole(part.block.contents, Edit::Insert);
        }
        return;
      case Structural::Delete:
        below(old_, old_by_name_.at(operation.from[0]),
              [&](BlockId id) { old_change_[id] = whole(old_.blocks[id].contents, Edit::Delete); });
        return;
      case Structural::Move:
        below(new_, new_by_name_.at(operation.to[0].block.name), [&](BlockId id) {
          raise(new_change_[id], options_.move);
          raise(old_change_[comparison_.partner[id]], options_.move);
        });
        return;
      case Structural::Split:
      case Structural::Merge:
        divide(operation);
        return;
    }
  }

  // Contents that only stand in other blocks did not change; what was edited on the way did.
  void divide(const delta::Operation& operation) {
    double sum = 0;
    for (const delta::Part& part : operation.to) {
      const BlockId id = new_by_name_.at(part.block.name);
      std::size_t elements = part.count;
      if (operation.kind == Structural::Merge) elements = elements_of(operation.from);
      new_change_[id] = edited(id, elements);
      sum += new_change_[id];
    }
    for (const std::string& name : operation.from) {
      old_change_[old_by_name_.at(name)] = sum / static_cast<double>(operation.to.size());
    }
  }
  std::size_t elements_of(const std::vector<std::string>& names) const {
    std::size_t count = 0;
    for (const std::string& name : names) {
      count += old_.blocks[old_by_name_.at(name)].contents.size();
    }
    return count;
  }

  static void raise(double& value, double least) { value = std::max(value, least); }

  // Every leaf at or below a block.
  template <class Visit>
  static void below(const BlockTree& tree, BlockId top, Visit visit) {
    std::vector<BlockId> open{top};
    while (!open.empty()) {
      const BlockId id = open.back();
      open.pop_back();
      if (tree.blocks[id].is_leaf()) visit(id);
      open.insert(open.end(), tree.blocks[id].children.begin(), tree.blocks[id].children.end());
    }
  }

  double side(const BlockTree& tree, const std::vector<double>& change, bool is_old,
              Estimate& estimate) const {
    const std::vector<BlockId> leaves = tree.leaves();
    const std::vector<double> weights = block_weights(tree, options_.model);
    double sum = 0;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const double here = change[leaves[i]];
      if (here == 0) continue;
      sum += weights[i] * here;
      const std::string& name =
          is_old ? comparison_.old_names[leaves[i]] : comparison_.names[leaves[i]];
      estimate.blocks.push_back({name, weights[i], here, is_old});
    }
    return sum;
  }

  const BlockTree& old_;
  const BlockTree& new_;
  const delta::Comparison& comparison_;
  const EstimateOptions& options_;
  const Vocabulary vocabulary_;
  std::map<std::string_view, std::vector<const ContentEdit*>> edits_;
  std::map<std::string, BlockId, std::less<>> new_by_name_, old_by_name_;
  std::vector<double> new_change_, old_change_;
};

}  // namespace

double text_distance(std::string_view a, std::string_view b) {
  if (a == b) return 0;
  const std::vector<std::uint64_t> in_a = word_set(a);
  const std::vector<std::uint64_t> in_b = word_set(b);
  std::vector<std::uint64_t> all;
  std::ranges::set_union(in_a, in_b, std::back_inserter(all));
  const std::size_t shared = in_a.size() + in_b.size() - all.size();
  return all.empty() ? 0 : 1 - static_cast<double>(shared) / static_cast<double>(all.size());
}

Estimate estimate(const BlockTree& old, const BlockTree& fresh, const delta::Comparison& comparison,
                  const EstimateOptions& options) {
  return Estimator(old, fresh, comparison, options).run();
}

}  // namespace asof::importance
