// modules: base block delta importance
//
// Two trees made from any bytes: the delta leads from the one to the other, is read back as it was
// written, and weighs between 0 and 1. The bytes themselves as a delta: read or refused, and
// applied or refused.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "delta/delta.h"
#include "delta/json.h"
#include "importance/importance.h"

using namespace asof;
using namespace asof::delta;

namespace {

// A line is a block: its first byte says how deep, the rest is split into contents by tabs.
block::BlockTree tree_of(std::string_view text) {
  block::BlockTree tree{.width = 1000, .height = 1000};
  tree.blocks.push_back({.anchor = "page"});
  std::vector<block::BlockId> open{0};
  for (std::string_view line : split(text, '\n')) {
    if (line.empty() || tree.blocks.size() > 200) continue;
    const std::size_t depth = 1 + static_cast<unsigned char>(line[0]) % 4;
    open.resize(std::min(open.size(), depth));
    block::Block block{.parent = open.back()};
    block.anchor = "b" + std::to_string(tree.blocks.size());
    for (std::string_view piece : split(line.substr(1), '\t')) {
      if (piece.empty()) continue;
      const auto kind = static_cast<block::ContentKind>(static_cast<unsigned char>(piece[0]) % 3);
      const std::string value = to_utf8(piece.substr(1));
      const bool text_only = kind == block::ContentKind::Text;
      block.contents.push_back({kind, value, text_only ? "" : "http://x/" + value, {}});
    }
    const auto id = static_cast<block::BlockId>(tree.blocks.size());
    tree.blocks[block.parent].children.push_back(id);
    tree.blocks.push_back(std::move(block));
    open.push_back(id);
  }
  // Only leaves hold contents.
  for (block::Block& block : tree.blocks) {
    if (!block.is_leaf()) block.contents.clear();
  }
  block::hash(tree);
  return tree;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = std::min(bytes.find('\0'), bytes.size());
  const block::BlockTree old = tree_of(bytes.substr(0, middle));
  const block::BlockTree fresh = tree_of(bytes.substr(std::min(middle + 1, bytes.size())));
  const Comparison comparison = compare(old, fresh);
  const Outline outline = outline_of(old, first_names(old));
  const auto applied = delta::apply(outline, comparison.delta);
  CHECK(applied.has_value());
  CHECK(std::ranges::equal(*applied, outline_of(fresh, comparison.names), &Shown::same));
  const std::string json = to_json(comparison.delta);
  const auto again = from_json(json);
  CHECK(again.has_value());
  CHECK(to_json(*again) == json);
  CHECK(!to_xml(comparison.delta).empty());
  const double value = importance::estimate(old, fresh, comparison).value;
  CHECK(value >= 0 && value <= 1);
  if (const auto foreign = from_json(bytes)) {
    CHECK(from_json(to_json(*foreign)).has_value());
    static_cast<void>(delta::apply(outline, *foreign));
  }
  return 0;
}
