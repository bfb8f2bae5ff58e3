// Block trees for tests, written down: one block a line, indented by two spaces below its parent,
// "anchor: content | content"; a content is text, "[text](address)" or "![alt](address)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "block/block.h"

namespace asof::delta::test {

inline block::Content content_of(std::string_view text) {
  const std::size_t bracket = text.find("](");
  const bool image = text.starts_with("![");
  if (bracket == std::string_view::npos || (!image && !text.starts_with("["))) {
    return {block::ContentKind::Text, std::string(text), "", {}};
  }
  const std::size_t begin = image ? 2 : 1;
  return {image ? block::ContentKind::Image : block::ContentKind::Link,
          std::string(text.substr(begin, bracket - begin)),
          std::string(text.substr(bracket + 2, text.size() - bracket - 3)),
          {}};
}

inline block::BlockTree tree_of(std::string_view text) {
  block::BlockTree tree{.width = 1000, .height = 0};
  std::vector<block::BlockId> open;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos) continue;
    line.remove_prefix(indent);
    open.resize(indent / 2);
    block::Block block;
    const std::size_t colon = line.find(':');
    block.anchor = line.substr(0, colon);
    std::string_view rest = colon == std::string_view::npos ? "" : line.substr(colon + 1);
    while (!rest.empty()) {
      const std::size_t bar = rest.find(" | ");
      std::string_view piece = rest.substr(0, bar);
      rest = bar == std::string_view::npos ? "" : rest.substr(bar + 3);
      while (piece.starts_with(' ')) piece.remove_prefix(1);
      if (!piece.empty()) block.contents.push_back(content_of(piece));
    }
    const auto id = static_cast<block::BlockId>(tree.blocks.size());
    if (!open.empty()) {
      block.parent = open.back();
      tree.blocks[block.parent].children.push_back(id);
    }
    block.box = {0, tree.height, 1000, 100};
    tree.height += 100;
    tree.blocks.push_back(std::move(block));
    open.push_back(id);
  }
  block::hash(tree);
  return tree;
}

}  // namespace asof::delta::test
