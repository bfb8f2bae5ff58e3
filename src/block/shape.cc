#include "block/shape_internal.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "block/separator_internal.h"

namespace asof::block {
namespace {

using layout::Node;
using layout::NodeId;

// A heading that holds more is an unclosed one with the page in it; so is such a link.
constexpr std::uint32_t kHeadingMost = 400;
constexpr std::uint32_t kLinkMost = 3'000;

bool drawn(std::uint32_t background) { return (background >> 24) != 0; }

// A picture of one pixel counts visitors and shows nothing.
bool counts_visitors(const Node& node) {
  const std::string_view width = node.attribute("width");
  const std::string_view height = node.attribute("height");
  return (width == "0" || width == "1") && (height == "0" || height == "1");
}

Shape shape_of_text(const Node& node) {
  Shape shape;
  const auto spaces = std::ranges::count_if(node.text, is_space);
  shape.text = static_cast<std::uint32_t>(node.text.size() - static_cast<std::size_t>(spaces));
  shape.bearing = shape.text > 0;
  shape.longest = shape.text;
  shape.font_size = node.font_size;
  shape.font_weight = node.font_weight;
  if (shape.bearing) shape.extent = within_reason(node.box);
  return shape;
}

Shape shape_of_image(const Node& node) {
  Shape shape;
  shape.bearing = !counts_visitors(node);
  shape.block = !node.is_inline;
  shape.images = shape.bearing ? 1 : 0;
  shape.extent = within_reason(node.box);
  return shape;
}

bool always_block(Tag tag) {
  return tag == Tag::Heading || tag == Tag::Item || tag == Tag::Cell || tag == Tag::TablePart ||
         tag == Tag::Table || tag == Tag::List || tag == Tag::Section || tag == Tag::Landmark;
}

// Nothing in it is ever set apart.
bool atomic(Tag tag, const Shape& shape) {
  if (tag == Tag::Paragraph) return shape.text <= kLinkMost;
  if (tag == Tag::Heading) return shape.text <= kHeadingMost;
  return tag == Tag::Link && shape.text <= kLinkMost;
}

Kind kind_of(Tag tag, const std::vector<Unit>& units, const Shape& shape) {
  if (tag == Tag::Landmark) return Kind::Landmark;
  if (tag == Tag::Section) return Kind::Section;
  if (tag == Tag::Heading && atomic(tag, shape)) return Kind::Heading;
  if (tag == Tag::Paragraph) return Kind::Text;
  if (tag == Tag::List) return Kind::List;
  if (tag == Tag::Table && !shape.divisible && shape.rows > 1 && shape.columns > 1) {
    return Kind::Table;
  }
  if (units.size() > 1) return Kind::Compound;
  return units[0].run ? Kind::Text : units[0].shape.kind;
}

void count_cells(Shape& shape, Tag tag, const Node& node, const std::vector<Unit>& units) {
  if (tag != Tag::TablePart && tag != Tag::Table) return;
  if (node.name == "tr") {
    shape.rows = 1;
    shape.columns = static_cast<std::uint32_t>(units.size());
    shape.wide_cells = std::ranges::any_of(units, [](const Unit& cell) {
      return cell.shape.kind == Kind::Compound && cell.shape.substantial();
    });
    return;
  }
  for (const Unit& unit : units) {
    shape.rows += unit.shape.rows;
    shape.columns = std::max(shape.columns, unit.shape.columns);
    shape.wide_cells |= unit.shape.wide_cells;
  }
}

Shape shape_of_element(const Shapes& shapes, NodeId id) {
  const Node& node = shapes.page.nodes[id];
  const Marks& marks = shapes.marks[id];
  Shape shape;
  const std::vector<Unit> units = shapes.units(id);
  if (units.empty()) return shape;
  for (const Unit& unit : units) add(shape, unit.shape);
  if (marks.tag == Tag::Link) shape.link_text = shape.text;
  shape.block |= !node.is_inline || always_block(marks.tag);
  // Lines that an empty line divides are paragraphs, whatever holds them.
  if (units.size() > 1 && marks.tag != Tag::Link) shape.block = true;
  if (shape.block) {
    for (const Separator& separator : separators(shapes, units)) {
      shape.heaviest = std::max(shape.heaviest, separator.points);
    }
    shape.divisible |= divides(shapes, shape.heaviest);
    count_cells(shape, marks.tag, node, units);
  }
  // What stands in a list or under the heads of a table belongs together, whatever is in it, as
  // long as it is not the page that is in it.
  const bool items = marks.tag == Tag::Item || (marks.tag == Tag::Table && marks.headed_table);
  if (atomic(marks.tag, shape) || (items && !shape.holds_parts)) {
    shape.divisible = false;
    shape.heaviest = std::min(shape.heaviest, heaviest_within(shapes.coherence));
  }
  shape.kind = kind_of(marks.tag, units, shape);
  shape.level = shape.kind == Kind::Heading ? marks.level : units[lead_in(units)].shape.level;
  shape.holds_parts |= shape.headed() || shape.apart();
  shape.opens_apart = shape.headed() || shape.apart() || units[0].shape.opens_apart;
  if (drawn(node.background)) {
    shape.background = node.background;
  } else if (units.size() == 1) {
    shape.background = units[0].shape.background;
  }
  return shape;
}

std::vector<std::uint32_t> seen_behind(const layout::Page& page) {
  std::vector<std::uint32_t> seen(page.nodes.size(), 0xFFFFFFFF);
  for (NodeId id = 0; id < page.nodes.size(); ++id) {
    const Node& node = page.nodes[id];
    if (node.parent < id) seen[id] = seen[node.parent];
    if (drawn(node.background)) seen[id] = node.background;
  }
  return seen;
}

std::vector<bool> bearing_nodes(const Shapes& shapes) {
  const std::vector<Node>& nodes = shapes.page.nodes;
  std::vector<bool> bearing(nodes.size());
  for (std::size_t id = nodes.size(); id-- > 0;) {
    const Tag tag = shapes.marks[id].tag;
    if (tag == Tag::Text && shape_of_text(nodes[id]).bearing) bearing[id] = true;
    if (tag == Tag::Image && !counts_visitors(nodes[id])) bearing[id] = true;
    const bool shown = tag != Tag::Drawing && tag != Tag::Break && tag != Tag::Rule;
    if (shown && bearing[id] && nodes[id].parent < id) bearing[nodes[id].parent] = true;
  }
  return bearing;
}

NodeId outermost_of_several(const Shapes& shapes) {
  const std::vector<Node>& nodes = shapes.page.nodes;
  const std::vector<bool> bearing = bearing_nodes(shapes);
  NodeId top = 0;
  while (top < nodes.size()) {
    NodeId only = layout::kNoNode;
    for (NodeId child = top + 1; child < nodes[top].end; child = nodes[child].end) {
      if (!bearing[child]) continue;
      if (only != layout::kNoNode || nodes[child].is_text()) return top;
      only = child;
    }
    if (only == layout::kNoNode) break;
    top = only;
  }
  return top;
}

}  // namespace

layout::Box within_reason(const layout::Box& box) {
  constexpr int kFar = 50'000'000;
  return {.left = std::clamp(box.left, -kFar, kFar),
          .top = std::clamp(box.top, -kFar, kFar),
          .width = std::clamp(box.width, 0, kFar),
          .height = std::clamp(box.height, 0, kFar)};
}

layout::Box joined(const layout::Box& a, const layout::Box& b) {
  if (a.width <= 0 || a.height <= 0) return b;
  if (b.width <= 0 || b.height <= 0) return a;
  const int left = std::min(a.left, b.left);
  const int top = std::min(a.top, b.top);
  return {.left = left,
          .top = top,
          .width = std::max(a.right(), b.right()) - left,
          .height = std::max(a.bottom(), b.bottom()) - top};
}

void add(Shape& shape, const Shape& other) {
  if (!other.bearing) return;
  const bool same_font =
      shape.font_size == other.font_size && shape.font_weight == other.font_weight;
  if (shape.text > 0 && other.text > 0 && (!same_font || !other.one_font)) shape.one_font = false;
  if (shape.text == 0 && !other.one_font) shape.one_font = false;
  if (other.longest > shape.longest) {
    shape.longest = other.longest;
    shape.font_size = other.font_size;
    shape.font_weight = other.font_weight;
  }
  shape.bearing = true;
  shape.block |= other.block;
  shape.divisible |= other.divisible;
  shape.holds_parts |= other.holds_parts;
  shape.heaviest = std::max(shape.heaviest, other.heaviest);
  shape.text += other.text;
  shape.link_text += other.link_text;
  shape.images += other.images;
  shape.extent = joined(shape.extent, other.extent);
}

Unit Shapes::whole(NodeId id) const {
  return {.begin = id, .end = page.nodes[id].end, .parent = page.nodes[id].parent, .shape = of[id]};
}

std::vector<Unit> Shapes::units(NodeId id) const {
  std::vector<Unit> units;
  bool rule = false;
  bool open = false;  // the last unit is a run that goes on
  int breaks = 0;
  for (NodeId child = id + 1; child < page.nodes[id].end; child = page.nodes[child].end) {
    const Tag tag = marks[child].tag;
    const Shape& shape = of[child];
    if (tag == Tag::Break && ++breaks >= 2) open = false;
    if (tag == Tag::Rule) rule = true;
    if (!shape.bearing) {
      // An empty block ends the line all the same.
      if (tag == Tag::Rule || (tag == Tag::Other && !page.nodes[child].is_inline)) open = false;
      continue;
    }
    breaks = 0;
    if (shape.block) {
      units.push_back(whole(child));
      units.back().after_rule = rule;
      open = false;
    } else if (open) {
      units.back().end = page.nodes[child].end;
      add(units.back().shape, shape);
    } else {
      units.push_back(whole(child));
      units.back().run = true;
      units.back().after_rule = rule;
      open = true;
    }
    rule = false;
  }
  return units;
}

Shapes shapes_of(const layout::Page& page, int coherence) {
  Shapes shapes{.page = page,
                .marks = marks_of(page),
                .of = std::vector<Shape>(page.nodes.size()),
                .seen = seen_behind(page),
                .coherence = coherence};
  shapes.top = outermost_of_several(shapes);
  for (std::size_t i = page.nodes.size(); i-- > 0;) {
    const auto id = static_cast<NodeId>(i);
    switch (shapes.marks[id].tag) {
      case Tag::Text:
        shapes.of[id] = shape_of_text(page.nodes[id]);
        break;
      case Tag::Image:
        shapes.of[id] = shape_of_image(page.nodes[id]);
        break;
      case Tag::Rule:
      case Tag::Break:
      case Tag::Drawing:
        break;
      default:
        shapes.of[id] = shape_of_element(shapes, id);
    }
  }
  return shapes;
}

}  // namespace asof::block
