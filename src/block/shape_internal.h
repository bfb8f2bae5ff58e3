// Shape: what a piece of a laid-out page looks like, as far as dividing it depends on that.
//
// Every node has a shape, made from those of its children, so all of them cost one pass. A unit is
// what VIPS calls a block of one round: a child laid out as a block, or a run of neighbours laid
// out in lines (text, links, emphasis: VIPS's text and virtual text nodes).
#pragma once

#include <cstdint>
#include <vector>

#include "block/marks_internal.h"
#include "layout/page.h"

namespace asof::block {

enum class Kind : std::uint8_t {
  Text,     // lines, paragraphs, images: reads as one
  Heading,  // a heading and nothing else
  List,
  Table,     // rows and columns, not a table that places parts of a page
  Compound,  // several units
  Section,   // article, section
  Landmark,
};

struct Shape {
  Kind kind = Kind::Text;
  bool bearing = false;      // holds text or an image; nothing else counts
  bool block = false;        // laid out as a block, or holds something that is
  bool divisible = false;    // a separator in it is heavy enough to divide it
  bool opens_apart = false;  // a heading above it stands alone: it begins with one, or a section
  bool holds_parts = false;  // a heading, a section or a landmark is in it
  std::uint8_t level = 0;    // of the heading it begins with; 0: none
  bool one_font = true;
  bool wide_cells = false;  // of rows: a cell holds more than words, as columns of a page do
  int heaviest = 0;         // points of the heaviest separator in it
  std::uint32_t text = 0;
  std::uint32_t link_text = 0;  // of that
  std::uint32_t images = 0;
  std::uint32_t longest = 0;  // bytes of the longest run of text, whose font is
  int font_size = 0;
  int font_weight = 400;
  std::uint32_t background = 0;  // its own; 0: that of what it lies on
  std::uint32_t rows = 0;        // of a table or a part of one
  std::uint32_t columns = 0;
  layout::Box extent;  // of its texts and images, all margins left out

  // Deeper headings than the fourth read like bold lines of their section.
  bool headed() const { return level > 0 && level <= 4; }
  bool apart() const { return kind == Kind::Section || kind == Kind::Landmark; }
  bool menu() const { return kind == Kind::List && link_text > 0 && link_text * 10 >= text * 9; }
  // Enough to be an item of its own: a picture with words, or more than a line of text.
  bool substantial() const { return text >= 60 || (images > 0 && text >= 20); }
};

// Takes in a neighbour.
void add(Shape& shape, const Shape& other);
// Whatever a style sheet says, sums of these numbers stay numbers.
layout::Box within_reason(const layout::Box& box);
// The smallest box around both; a box without area is none.
layout::Box joined(const layout::Box& a, const layout::Box& b);

// Nodes begin to end, siblings with all below them.
struct Unit {
  layout::NodeId begin = 0;
  layout::NodeId end = 0;
  layout::NodeId parent = layout::kNoNode;
  bool run = false;         // lines; otherwise one element
  bool after_rule = false;  // an <hr> stands before it
  bool closes = false;      // the last of an element whose units joined those of its parent
  Shape shape;
};

struct Shapes {
  const layout::Page& page;
  std::vector<Marks> marks;
  std::vector<Shape> of;            // one for each node
  std::vector<std::uint32_t> seen;  // the background one sees behind each node
  layout::NodeId top = 0;           // the outermost node that holds several units
  int coherence = 5;                // PDoC

  Unit whole(layout::NodeId id) const;
  std::vector<Unit> units(layout::NodeId id) const;
};

Shapes shapes_of(const layout::Page& page, int coherence);

}  // namespace asof::block
