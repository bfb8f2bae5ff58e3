#include <fmt/format.h>

#include <utility>

#include "block/block.h"

namespace asof::block {
namespace {

constexpr std::size_t kWords = 50;  // bytes

// The beginning of what stands in a leaf, cut between characters.
std::string beginning(const Block& block) {
  std::string words;
  for (const Content& content : block.contents) {
    if (content.text.empty()) continue;
    if (!words.empty()) words += " | ";
    words += content.text;
    if (words.size() > kWords) break;
  }
  if (words.size() <= kWords) return words;
  std::size_t end = kWords;
  while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xC0) == 0x80) --end;
  return words.substr(0, end) + "...";
}

}  // namespace

std::string outline(const BlockTree& tree) {
  std::string text;
  std::vector<std::pair<BlockId, std::size_t>> open;  // block, depth
  if (!tree.blocks.empty()) open.emplace_back(0, 0);
  while (!open.empty()) {
    const auto [id, depth] = open.back();
    open.pop_back();
    const Block& block = tree.blocks[id];
    text += fmt::format("{:{}}{} [{},{} {}x{}] {}", "", depth * 2, block.anchor, block.box.left,
                        block.box.top, block.box.width, block.box.height, block.coherence);
    if (block.is_leaf()) text += fmt::format(" {} \"{}\"", block.contents.size(), beginning(block));
    text += '\n';
    for (std::size_t i = block.children.size(); i-- > 0;) {
      open.emplace_back(block.children[i], depth + 1);
    }
  }
  return text;
}

}  // namespace asof::block
