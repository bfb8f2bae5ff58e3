// Segmentation after VIPS (Cai, Yu, Wen, Ma 2003): blocks, separators, weights, merging; then again
// within each block that is not coherent enough.
//
// Idea: shapes.cc makes the rounds of VIPS in one pass from the leaves up: what a piece of the page
// looks like and the heaviest separator in it. From the root down, a piece with a heavy separator
// is divided there, one without is a leaf. Guarantee: everything that can be read is in exactly one
// leaf; whether two neighbours are divided depends on the two and what is around them, never on the
// size or the rest of the page. Cost: each node is looked at a bounded number of times for each
// block it lies in. docs/blocks.md has the rules; segment_test.cc holds them to it.
#include "block/segment.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "block/anchor_internal.h"
#include "block/contents_internal.h"
#include "block/group_internal.h"
#include "block/separator_internal.h"
#include "block/shape_internal.h"

namespace asof::block {
namespace {

using layout::NodeId;

class Segmenter final {
 public:
  Segmenter(const layout::Page& page, const SegmentOptions& options)
      : options_(options),
        shapes_(shapes_of(page, options.coherence)),
        reader_(shapes_),
        anchors_(page) {}

  BlockTree run();

 private:
  struct Work {
    BlockId block = 0;
    std::vector<Unit> units;
  };
  // A heading whose section goes on.
  struct OpenSection {
    int level = 0;
    BlockId block = 0;
  };

  BlockId add_block(BlockId parent, const std::vector<Unit>& units, std::string_view kind = {});
  void divide(Work work);
  void divide_at(BlockId block, std::vector<Group> groups);
  void divide_in_parts(BlockId block, const std::vector<Unit>& units);
  void make_leaf(BlockId block, const std::vector<Unit>& units);
  bool room_for(std::size_t more);
  void settle();

  const SegmentOptions& options_;
  Shapes shapes_;
  Reader reader_;
  Anchors anchors_;
  BlockTree tree_;
  std::deque<Work> open_;
};

// The font most of the text of these units is set in.
int font_size_of(const layout::Page& page, const std::vector<Unit>& units) {
  std::vector<std::pair<int, std::size_t>> sizes;
  for (const Unit& unit : units) {
    for (NodeId id = unit.begin; id < unit.end; ++id) {
      const layout::Node& node = page.nodes[id];
      if (!node.is_text()) continue;
      const auto known =
          std::ranges::find(sizes, node.font_size, &std::pair<int, std::size_t>::first);
      if (known == sizes.end()) {
        sizes.emplace_back(node.font_size, node.text.size());
      } else {
        known->second += node.text.size();
      }
    }
  }
  const auto most = std::ranges::max_element(sizes, {}, &std::pair<int, std::size_t>::second);
  return most == sizes.end() ? 0 : most->first;
}

// Whether the groups after the first all lie in the section its heading opens.
bool is_one_section(const std::vector<Group>& groups) {
  const int level = groups.front().level;
  if (level == 0 || groups.front().landmark) return false;
  return std::all_of(groups.begin() + 1, groups.end(), [&](const Group& group) {
    return !group.landmark && (group.level == 0 || group.level > level);
  });
}

}  // namespace

BlockId Segmenter::add_block(BlockId parent, const std::vector<Unit>& units,
                             std::string_view kind) {
  const auto id = static_cast<BlockId>(tree_.blocks.size());
  Block block;
  block.parent = parent;
  const layout::Page& page = shapes_.page;
  for (const Unit& unit : units) {
    for (NodeId node = unit.begin; node < unit.end; node = page.nodes[node].end) {
      block.nodes.push_back(node);
      if (!shapes_.of[node].bearing) continue;
      block.box = joined(block.box, within_reason(page.nodes[node].box));
      block.box = joined(block.box, shapes_.of[node].extent);
    }
  }
  const Unit& first = units.front();
  block.anchor = anchors_.name(first.begin, kind);
  block.background =
      first.shape.background != 0 ? first.shape.background : shapes_.seen[first.begin];
  tree_.blocks.push_back(std::move(block));
  if (parent != kNoBlock) tree_.blocks[parent].children.push_back(id);
  return id;
}

bool Segmenter::room_for(std::size_t more) {
  if (tree_.blocks.size() + more <= options_.most) return true;
  if (tree_.reasons.empty()) {
    tree_.reasons.push_back("more than " + std::to_string(options_.most) +
                            " blocks: what would need more stays undivided");
  }
  return false;
}

void Segmenter::divide(Work work) {
  std::vector<Unit> units = work.units;
  while (units.size() == 1 && units.front().shape.divisible) {
    units = shapes_.units(units.front().begin);
  }
  std::vector<Group> groups;
  if (!units.empty()) groups = grouped(shapes_, units);
  if (groups.size() < 2) return divide_in_parts(work.block, work.units);
  // At most one section for each group. Where there is no room, parts by length are fewer.
  if (!room_for(groups.size() * 2)) return divide_in_parts(work.block, work.units);
  divide_at(work.block, std::move(groups));
}

void Segmenter::divide_at(BlockId block, std::vector<Group> groups) {
  std::vector<OpenSection> sections;
  int heaviest = 0;
  const bool one_section = is_one_section(groups);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Group& group = groups[i];
    heaviest = std::max(heaviest, group.points);
    if (group.landmark) sections.clear();
    while (group.level > 0 && !sections.empty() && sections.back().level >= group.level) {
      sections.pop_back();
    }
    BlockId parent = sections.empty() ? block : sections.back().block;
    const bool goes_on = i + 1 < groups.size() && !groups[i + 1].landmark &&
                         (groups[i + 1].level == 0 || groups[i + 1].level > group.level);
    if (group.level > 0 && goes_on) {
      if (i > 0 || !one_section) {
        parent = add_block(parent, group.units, "section");
        tree_.blocks[parent].nodes.clear();  // those of its blocks, once they are known
        tree_.blocks[parent].coherence = coherence_of(groups[i + 1].points);
      }
      sections.push_back({.level = group.level, .block = parent});
    }
    const BlockId child = add_block(parent, group.units);
    open_.push_back({.block = child, .units = std::move(group.units)});
  }
  tree_.blocks[block].coherence = coherence_of(heaviest);
}

void Segmenter::divide_in_parts(BlockId block, const std::vector<Unit>& units) {
  const std::vector<std::vector<Unit>> found = parts(shapes_, units);
  if (found.size() < 2 || !room_for(found.size())) return make_leaf(block, units);
  for (const std::vector<Unit>& part : found) {
    make_leaf(add_block(block, part, "part"), part);
  }
}

void Segmenter::make_leaf(BlockId id, const std::vector<Unit>& units) {
  Block& block = tree_.blocks[id];
  block.contents = reader_.read(units);
  block.font_size = font_size_of(shapes_.page, units);
  for (const Content& content : block.contents) block.box = joined(block.box, content.box);
  Shape all;
  for (const Unit& unit : units) add(all, unit.shape);
  for (const Separator& separator : separators(shapes_, units)) {
    all.heaviest = std::max(all.heaviest, separator.points);
  }
  block.coherence =
      all.heaviest > 0 ? std::min(9, coherence_of(all.heaviest)) : (all.one_font ? 10 : 9);
}

// What inner blocks have from those below them.
void Segmenter::settle() {
  std::vector<std::size_t> text(tree_.blocks.size());
  std::vector<std::size_t> largest(tree_.blocks.size());
  for (std::size_t id = tree_.blocks.size(); id-- > 0;) {
    Block& block = tree_.blocks[id];
    for (const Content& content : block.contents) text[id] += content.text.size();
    // Never more coherent than what is in it, and never coherent enough to have stayed whole.
    if (!block.is_leaf()) block.coherence = std::min(block.coherence, options_.coherence - 1);
    block.coherence = std::clamp(block.coherence, 1, 10);
    if (block.nodes.empty()) {
      for (BlockId child : block.children) {
        const std::vector<NodeId>& nodes = tree_.blocks[child].nodes;
        block.nodes.insert(block.nodes.end(), nodes.begin(), nodes.end());
      }
    }
    if (block.parent == kNoBlock) continue;
    Block& parent = tree_.blocks[block.parent];
    parent.box = joined(parent.box, block.box);
    parent.coherence = std::min(parent.coherence, block.is_leaf() ? 10 : block.coherence);
    text[block.parent] += text[id];
    if (parent.font_size == 0 || text[id] > largest[block.parent]) {
      parent.font_size = block.font_size;
      largest[block.parent] = text[id];
    }
  }
}

BlockTree Segmenter::run() {
  tree_.title = shapes_.page.title;
  tree_.width = shapes_.page.width;
  tree_.height = shapes_.page.height;
  if (shapes_.page.nodes.empty()) {
    tree_.blocks.emplace_back().anchor = "page";
    return std::move(tree_);
  }
  const std::vector<Unit> page = {shapes_.whole(0)};
  open_.push_back({.block = add_block(kNoBlock, page), .units = page});
  while (!open_.empty()) {
    Work work = std::move(open_.front());
    open_.pop_front();
    divide(std::move(work));
  }
  settle();
  hash(tree_);
  return std::move(tree_);
}

BlockTree segment(const layout::Page& page, const SegmentOptions& options) {
  return Segmenter(page, options).run();
}

}  // namespace asof::block
