// BlockTree: a page as a person sees it: blocks within blocks, and in each what can be read.
//
// Cai et al. 2003 (VIPS): blocks follow from what is visible (boxes, fonts, backgrounds, gaps), not
// from the markup alone. Leaves hold contents; inner blocks hold blocks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "layout/page.h"

namespace asof::block {

using BlockId = std::uint32_t;  // an index into BlockTree::blocks
inline constexpr BlockId kNoBlock = 0xFFFFFFFF;

enum class ContentKind : std::uint8_t { Text, Link, Image };
std::string_view name_of(ContentKind kind);  // "text", "link", "image"

// One thing a block holds. A text is that of one paragraph, heading, cell or item without the texts
// of its links, which stand for themselves.
struct Content {
  ContentKind kind = ContentKind::Text;
  std::string text;     // of a text or a link; of an image what stands in its place
  std::string address;  // of a link or an image, absolute
  layout::Box box;      // not part of its identity
  // Of a text that links stand in: the whole paragraph, with their words. For people; not part of
  // its identity.
  std::string with_links = {};

  // The same to a reader, wherever it stands.
  bool same(const Content& other) const {
    return kind == other.kind && text == other.text && address == other.address;
  }
};

struct Block {
  BlockId parent = kNoBlock;      // kNoBlock: the root
  std::vector<BlockId> children;  // in reading order; empty for a leaf
  std::vector<Content> contents;  // of a leaf, in the order of the document
  // Where in the markup it comes from, by what versions of a page share: names, ids, ordinals.
  // Unique within the tree.
  std::string anchor;
  layout::Box box;
  int coherence = 10;                 // VIPS's degree of coherence, 1 to 10
  int font_size = 0;                  // of most of its text
  std::uint32_t background = 0;       // as seen
  std::vector<layout::NodeId> nodes;  // the roots of what it holds, in the page
  double by_hand = 1;                 // factor of its weight, where a person gave one

  // Of everything below it: equal hashes, equal contents in equal order.
  std::uint64_t text_hash = 0;
  std::uint64_t link_hash = 0;
  std::uint64_t image_hash = 0;
  std::uint64_t structure_hash = 0;  // of the shape of the tree below it, not of contents

  bool is_leaf() const { return children.empty(); }
};

struct BlockTree {
  std::vector<Block> blocks;  // parents before children; the first is the page
  std::string title;          // of the page
  int width = 0;
  int height = 0;
  std::vector<std::string> reasons;  // what was left out

  std::vector<BlockId> leaves() const;  // in reading order
};

// For people and tests: a line for each block, indented: anchor, box, coherence, number of contents
// and, of a leaf, how it begins.
std::string outline(const BlockTree& tree);

// Fills the hashes of every block from its contents and children.
void hash(BlockTree& tree);

}  // namespace asof::block
