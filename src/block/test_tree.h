// test_tree: what holds of the blocks of every page.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "block/contents_internal.h"
#include "block/segment.h"

namespace asof::block {

class TreeCheck final {
 public:
  // A sentence saying what does not hold; empty where all does.
  static std::string broken(const layout::Page& page, const BlockTree& tree,
                            const SegmentOptions& options) {
    for (std::string problem : {links(tree, options), order(page, tree), contents(page, tree)}) {
      if (!problem.empty()) return problem;
    }
    return {};
  }

  // What can be read on the page: letters by number, the addresses of images in order.
  struct Readable {
    std::array<std::size_t, 256> letters{};
    std::multiset<std::string> images;
    bool operator==(const Readable&) const = default;

    void add(std::string_view text) {
      for (char c : text) {
        if (!is_space(c)) ++letters[static_cast<unsigned char>(c)];
      }
    }

    // Without the words that stand around what is struck out: the page does not hold them.
    void add_content(std::string_view text) {
      add(text);
      for (auto at = text.find(kStruck); at != text.npos; at = text.find(kStruck, at + 1)) {
        for (char c : kStruck) letters[static_cast<unsigned char>(c)] -= is_space(c) ? 0 : 1;
        --letters[static_cast<unsigned char>(kStruckEnd)];
      }
    }
  };

 private:
  static std::string links(const BlockTree& tree, const SegmentOptions& options) {
    if (tree.blocks.empty()) return "there is no root";
    if (tree.blocks.size() > std::max<std::size_t>(options.most, 1)) return "too many blocks";
    std::set<std::string> anchors;
    std::size_t children = 0;
    for (BlockId id = 0; id < tree.blocks.size(); ++id) {
      const Block& block = tree.blocks[id];
      const std::string name = block.anchor + ": ";
      if (!anchors.insert(block.anchor).second) return name + "the anchor is not unique";
      if ((block.parent == kNoBlock) != (id == 0)) return name + "only the first is the root";
      if (id > 0 && block.parent >= id) return name + "comes before its parent";
      if (block.coherence < 1 || block.coherence > 10) return name + "coherence out of range";
      if (block.children.size() == 1) return name + "one child is no division";
      if (!block.is_leaf() && !block.contents.empty()) return name + "contents outside of leaves";
      if (!block.is_leaf() && block.coherence >= std::max(options.coherence, 2)) {
        return name + "is coherent and was divided";
      }
      if (block.is_leaf() && id > 0 && block.contents.empty()) return name + "an empty leaf";
      for (BlockId child : block.children) {
        if (child >= tree.blocks.size() || tree.blocks[child].parent != id) {
          return name + "has a child of another";
        }
      }
      children += block.children.size();
    }
    return children + 1 == tree.blocks.size() ? "" : "a block is in no list of children";
  }

  static std::string order(const layout::Page& page, const BlockTree& tree) {
    layout::NodeId last = 0;
    for (BlockId id : tree.leaves()) {
      for (layout::NodeId node : tree.blocks[id].nodes) {
        if (node < last || node >= page.nodes.size()) {
          return tree.blocks[id].anchor + ": not in the order of the document, or in two leaves";
        }
        last = page.nodes[node].end;
      }
    }
    return {};
  }

  static Readable on(const layout::Page& page) {
    Readable readable;
    for (layout::NodeId id = 0; id < page.nodes.size();) {
      const layout::Node& node = page.nodes[id];
      readable.add(node.text);
      const bool image =
          node.name == "img" || (node.name == "input" && iequals(node.attribute("type"), "image"));
      const auto pixel_wide = [&](std::string_view side) {
        return node.attribute(side) == "0" || node.attribute(side) == "1";
      };
      const bool pixel = pixel_wide("width") && pixel_wide("height");
      if (image && !pixel) readable.images.insert(std::string(node.attribute("alt")));
      const bool skipped = image || node.name == "svg" || node.name == "br" || node.name == "hr";
      id = skipped || node.is_text() ? node.end : id + 1;
    }
    return readable;
  }

  static std::string contents(const layout::Page& page, const BlockTree& tree) {
    Readable found;
    for (const Block& block : tree.blocks) {
      for (const Content& content : block.contents) {
        if (content.kind == ContentKind::Image) {
          found.images.insert(content.text);
        } else {
          found.add_content(content.text);
        }
        if (content.kind == ContentKind::Text && content.text.empty()) return "an empty text";
        if (trim(content.text) != content.text || content.text.find("  ") != std::string::npos) {
          return "white space not folded: " + content.text;
        }
      }
    }
    return found == on(page) ? "" : "something was lost or is there twice";
  }
};

}  // namespace asof::block
