// Which blocks changed, how, and how much each of them counts.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/diff_internal.h"

namespace asof::cli {
namespace {

using block::BlockId;
using delta::Structural;

// The changed blocks by name, while they are collected.
class Collector final {
 public:
  explicit Collector(const Difference& difference) : difference_(difference) {
    const delta::Comparison& comparison = difference.comparison;
    for (BlockId id = 0; id < comparison.names.size(); ++id) new_[comparison.names[id]] = id;
    for (BlockId id = 0; id < comparison.old_names.size(); ++id) {
      old_[comparison.old_names[id]] = id;
    }
  }

  std::vector<ChangedBlock> run() {
    for (const auto& operation : difference_.comparison.delta.operations) add(operation);
    for (const auto& edit : difference_.comparison.delta.edits) {
      ChangedBlock& block = at(edit.block, "~", "changed");
      block.edits.push_back(&edit);
    }
    for (const auto& estimate : difference_.estimate.blocks) share(estimate);
    std::vector<ChangedBlock> blocks;
    blocks.reserve(order_.size());
    for (const std::string& name : order_) blocks.push_back(std::move(blocks_.at(name)));
    std::ranges::stable_sort(blocks, std::ranges::greater{}, &ChangedBlock::importance);
    return blocks;
  }

 private:
  ChangedBlock& at(const std::string& name, std::string_view sign, std::string_view what) {
    const auto [found, fresh] = blocks_.try_emplace(name);
    ChangedBlock& block = found->second;
    if (fresh) {
      order_.push_back(name);
      block.name = name;
      block.sign = sign;
      block.what = what;
      if (const auto old = old_.find(name); old != old_.end()) block.old = old->second;
      if (const auto next = new_.find(name); next != new_.end()) block.fresh = next->second;
    }
    return block;
  }

  void add(const delta::Operation& operation) {
    const std::string what(delta::participle(operation.kind));
    switch (operation.kind) {
      case Structural::Insert:
        at(operation.to.front().block.name, "+", what);
        covers_new(operation.to);
        return;
      case Structural::Delete:
        at(operation.from.front(), "-", what);
        covers_old(operation.from.front());
        return;
      case Structural::Move:
        at(operation.from.front(), ">", what);
        return;
      case Structural::Split:
        at(operation.from.front(), "%", fmt::format("split into {}", operation.to.size()));
        for (const auto& part : operation.to) at(part.block.name, "%", "split off");
        return;
      case Structural::Merge:
        at(operation.to.front().block.name, "%",
           fmt::format("merged from {}", operation.from.size()));
        return;
    }
  }
  // Blocks below an operation's top count towards it.
  void covers_new(const std::vector<delta::Part>& parts) {
    for (const auto& part : parts) top_[part.block.name] = parts.front().block.name;
  }
  void covers_old(const std::string& name) {
    const auto& blocks = difference_.old.tree.blocks;
    std::vector<BlockId> open{old_.at(name)};
    while (!open.empty()) {
      const BlockId id = open.back();
      open.pop_back();
      top_[difference_.comparison.old_names[id]] = name;
      open.insert(open.end(), blocks[id].children.begin(), blocks[id].children.end());
    }
  }
  // The larger side counts, as it does for the page.
  void share(const importance::BlockEstimate& estimate) {
    const auto top = top_.find(estimate.name);
    const auto found = blocks_.find(top == top_.end() ? estimate.name : top->second);
    if (found == blocks_.end()) return;
    const double share = estimate.weight * estimate.change;
    double& importance = found->second.importance;
    importance = top == top_.end() ? std::max(importance, share) : importance + share;
  }

  const Difference& difference_;
  std::map<std::string, BlockId, std::less<>> old_, new_;
  std::map<std::string, ChangedBlock, std::less<>> blocks_;
  std::map<std::string, std::string, std::less<>> top_;
  std::vector<std::string> order_;
};

}  // namespace

std::vector<ChangedBlock> changed_blocks(const Difference& difference) {
  return Collector(difference).run();
}

}  // namespace asof::cli
