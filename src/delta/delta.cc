#include "delta/delta.h"

#include <algorithm>

namespace asof::delta {

std::string_view name_of(Structural kind) {
  switch (kind) {
    case Structural::Insert:
      return "insert";
    case Structural::Delete:
      return "delete";
    case Structural::Move:
      return "move";
    case Structural::Split:
      return "split";
    case Structural::Merge:
      return "merge";
  }
  return "";
}

std::string_view name_of(Edit edit) {
  switch (edit) {
    case Edit::Insert:
      return "insert";
    case Edit::Delete:
      return "delete";
    case Edit::Update:
      return "update";
  }
  return "";
}

std::string_view participle(Structural kind) {
  switch (kind) {
    case Structural::Insert:
      return "inserted";
    case Structural::Delete:
      return "deleted";
    case Structural::Move:
      return "moved";
    case Structural::Split:
      return "split";
    case Structural::Merge:
      return "merged";
  }
  return "";
}

std::string_view participle(Edit edit) {
  switch (edit) {
    case Edit::Insert:
      return "inserted";
    case Edit::Delete:
      return "deleted";
    case Edit::Update:
      return "updated";
  }
  return "";
}

bool Shown::same(const Shown& other) const {
  return name == other.name && parent == other.parent &&
         std::ranges::equal(contents, other.contents,
                            [](const auto& a, const auto& b) { return a.same(b); });
}

std::vector<std::string> first_names(const block::BlockTree& tree) {
  std::vector<std::string> names;
  names.reserve(tree.blocks.size());
  for (const block::Block& block : tree.blocks) names.push_back(block.anchor);
  return names;
}

Outline outline_of(const block::BlockTree& tree, const std::vector<std::string>& names) {
  Outline outline;
  outline.reserve(tree.blocks.size());
  std::vector<block::BlockId> open;
  if (!tree.blocks.empty()) open.push_back(0);
  while (!open.empty()) {
    const block::BlockId id = open.back();
    open.pop_back();
    const block::Block& block = tree.blocks[id];
    outline.push_back(
        {names[id], block.parent == block::kNoBlock ? "" : names[block.parent], block.contents});
    open.insert(open.end(), block.children.rbegin(), block.children.rend());
  }
  return outline;
}

}  // namespace asof::delta
