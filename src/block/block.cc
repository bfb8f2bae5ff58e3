#include "block/block.h"

namespace asof::block {
namespace {

// FNV-1a: short, the same on every machine, and nobody gains by forging a hash here.
class Hash final {
 public:
  void add(std::string_view bytes) {
    for (char c : bytes) byte(static_cast<unsigned char>(c));
    byte(0);
  }
  void add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) byte(static_cast<unsigned char>(number >> (8 * i)));
  }
  std::uint64_t value() const { return value_; }

 private:
  void byte(unsigned char c) { value_ = (value_ ^ c) * 0x100000001B3ULL; }

  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

std::uint64_t hash_of(const BlockTree& tree, const Block& block, ContentKind kind,
                      std::uint64_t Block::*below) {
  Hash hash;
  for (const Content& content : block.contents) {
    if (content.kind != kind) continue;
    hash.add(content.text);
    hash.add(content.address);
  }
  for (BlockId child : block.children) hash.add(tree.blocks[child].*below);
  return hash.value();
}

}  // namespace

std::string_view name_of(ContentKind kind) {
  switch (kind) {
    case ContentKind::Text:
      return "text";
    case ContentKind::Link:
      return "link";
    case ContentKind::Image:
      return "image";
  }
  return "";
}

std::vector<BlockId> BlockTree::leaves() const {
  std::vector<BlockId> found;
  std::vector<BlockId> open;
  if (!blocks.empty()) open.push_back(0);
  while (!open.empty()) {
    const BlockId id = open.back();
    open.pop_back();
    const Block& block = blocks[id];
    if (block.is_leaf()) found.push_back(id);
    open.insert(open.end(), block.children.rbegin(), block.children.rend());
  }
  return found;
}

void hash(BlockTree& tree) {
  for (std::size_t i = tree.blocks.size(); i-- > 0;) {
    Block& block = tree.blocks[i];
    block.text_hash = hash_of(tree, block, ContentKind::Text, &Block::text_hash);
    block.link_hash = hash_of(tree, block, ContentKind::Link, &Block::link_hash);
    block.image_hash = hash_of(tree, block, ContentKind::Image, &Block::image_hash);
    Hash structure;
    for (BlockId child : block.children) structure.add(tree.blocks[child].structure_hash);
    block.structure_hash = structure.value();
  }
}

}  // namespace asof::block
