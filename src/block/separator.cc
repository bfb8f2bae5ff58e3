#include "block/separator_internal.h"

#include <algorithm>
#include <array>

namespace asof::block {
namespace {

// VIPS's points, where it has them; the rest, marked below, divide by themselves at a PDoC of 5
// (14 points), because they are what people mean by a new part.
constexpr int kBase = 3;
constexpr int kRuleInList = 2;
constexpr int kBackground = 2;
constexpr int kFont = 2;
constexpr int kSmallerAbove = 2;
constexpr int kSimilar = -4;
constexpr int kNewPart = 12;

constexpr std::uint32_t kLeadInText = 40;
constexpr std::size_t kLeadInUnits = 3;
constexpr std::uint32_t kHeadingText = 120;
// Boxes of lines reach into each other by a few pixels.
constexpr int kTolerance = 4;

struct GapPoints {
  int above;
  int points;
};
constexpr std::array kGapPoints = {GapPoints{55, 12}, GapPoints{45, 10}, GapPoints{35, 8},
                                   GapPoints{25, 6},  GapPoints{15, 4},  GapPoints{8, 2}};

int gap_points(int gap) {
  for (const GapPoints& row : kGapPoints) {
    if (gap > row.above) return row.points;
  }
  return 1;
}

bool empty(const layout::Box& box) { return box.width <= 0 || box.height <= 0; }

bool weighty(const Shape& shape) {
  return shape.kind == Kind::Compound || shape.kind == Kind::List;
}

// A short line in letters a fifth larger than those of what holds it reads as a heading. Not those
// of its neighbour: listings are set smaller, and the line after one is no heading.
bool looks_like_heading(const Shapes& shapes, const Unit& unit) {
  const Shape& shape = unit.shape;
  if (shape.kind != Kind::Text || shape.text == 0 || shape.text > kHeadingText) return false;
  const int around = unit.parent == layout::kNoNode ? 0 : shapes.page.nodes[unit.parent].font_size;
  return around > 0 && shape.font_size * 5 >= around * 6;
}

std::uint32_t background_of(const Shapes& shapes, const Unit& unit) {
  if (unit.shape.background != 0) return unit.shape.background;
  return unit.parent == layout::kNoNode ? 0 : shapes.seen[unit.parent];
}

bool places_parts(const Shapes& shapes, layout::NodeId id) {
  while (id != layout::kNoNode && shapes.marks[id].tag == Tag::TablePart) {
    id = shapes.page.nodes[id].parent;
  }
  return id != layout::kNoNode && !shapes.marks[id].headed_table;
}

// Points for what the two are.
int kind_points(const Shapes& shapes, const Unit& a, const Unit& b, Direction direction) {
  const bool top = a.parent == shapes.top && b.parent == shapes.top;
  const bool both = weighty(a.shape) && weighty(b.shape);
  const bool compounds = a.shape.kind == Kind::Compound && b.shape.kind == Kind::Compound;
  const bool compound = a.shape.kind == Kind::Compound || b.shape.kind == Kind::Compound;
  int points = 0;
  // Outermost, lists of links are the menus of the page.
  if (top && (both || a.shape.menu() || b.shape.menu())) points += kNewPart;
  if (!top && both && compound && a.shape.substantial() && b.shape.substantial() &&
      (compounds || direction == Direction::Vertical)) {
    points += kNewPart;
  }
  if (background_of(shapes, a) != background_of(shapes, b)) {
    points += weighty(a.shape) || weighty(b.shape) ? kNewPart : kBackground;
  }
  return points;
}

// Points within lists and tables, whose items belong together unless they are articles in all but
// name: pictures with text in a list, columns of a page in a table.
int item_points(const Shapes& shapes, const Unit& a, const Unit& b, Tag parent) {
  const bool compounds = a.shape.kind == Kind::Compound && b.shape.kind == Kind::Compound;
  if (!compounds || !a.shape.substantial() || !b.shape.substantial()) return 0;
  if (parent == Tag::List) return a.shape.images > 0 && b.shape.images > 0 ? kNewPart : 0;
  const bool rows = shapes.marks[a.begin].tag == Tag::TablePart;
  if (rows && !(a.shape.wide_cells && b.shape.wide_cells)) return 0;
  return places_parts(shapes, a.parent) ? kNewPart : 0;
}

int font_points(const Shape& a, const Shape& b) {
  int points = 0;
  if (a.font_size != b.font_size || a.font_weight != b.font_weight) points += kFont;
  if (a.font_size < b.font_size) points += kSmallerAbove;
  return points;
}

bool similar(const Shape& a, const Shape& b) {
  return a.kind == Kind::Text && b.kind == Kind::Text && a.font_size == b.font_size &&
         a.font_weight == b.font_weight && a.background == b.background;
}

int points_between(const Shapes& shapes, const Unit& a, const Unit& b, const Separator& separator) {
  const Tag parent =
      a.parent == b.parent && a.parent != layout::kNoNode ? shapes.marks[a.parent].tag : Tag::Other;
  const bool items = parent == Tag::List || parent == Tag::Table || parent == Tag::TablePart;
  int points = kBase;
  if (a.shape.apart() || b.shape.apart()) points += kNewPart;
  if (b.after_rule) points += items ? kRuleInList : kNewPart;
  if (b.shape.headed()) points += kNewPart;
  if (items) return points + item_points(shapes, a, b, parent);
  const bool below_large = looks_like_heading(shapes, a);
  if (looks_like_heading(shapes, b) && !below_large) points += kNewPart;
  if (a.shape.kind == Kind::Heading || below_large) return points;
  if (a.shape.kind == Kind::Table || b.shape.kind == Kind::Table) points += kNewPart;
  if (separator.direction != Direction::None) points += gap_points(separator.gap);
  points += kind_points(shapes, a, b, separator.direction) + font_points(a.shape, b.shape);
  if (similar(a.shape, b.shape) && !b.after_rule) points += kSimilar;
  return points;
}

}  // namespace

Separator between(const layout::Box& a, const layout::Box& b) {
  if (empty(a) || empty(b)) return {};
  const int below = std::max(b.top - a.bottom(), a.top - b.bottom());
  const int beside = std::max(b.left - a.right(), a.left - b.right());
  // Side by side wins over above each other: the second of two columns may begin below the end of
  // a short first one.
  if (beside >= -kTolerance && beside >= below) {
    return {.direction = Direction::Vertical, .gap = std::max(beside, 0)};
  }
  if (below >= -kTolerance) return {.direction = Direction::Horizontal, .gap = std::max(below, 0)};
  return {};
}

std::size_t lead_in(const std::vector<Unit>& units) {
  std::uint32_t text = 0;
  std::size_t lead = 0;
  for (; lead < units.size() && !units[lead].shape.headed(); ++lead) {
    const Unit& unit = units[lead];
    text += unit.shape.text;
    if (lead == kLeadInUnits || unit.shape.kind != Kind::Text || text > kLeadInText) return 0;
    if (lead > 0 && unit.after_rule) return 0;
  }
  if (lead == 0 || lead == units.size()) return 0;
  const Unit& heading = units[lead];
  // A picture may also stand beside all of a card; words before a section are not its own.
  if (heading.shape.apart() || heading.after_rule) return 0;
  if (text > 0 && heading.shape.kind != Kind::Heading) return 0;
  // Where more headings follow, this is no card but a text with sections.
  const bool more = std::any_of(units.begin() + static_cast<std::ptrdiff_t>(lead) + 1, units.end(),
                                [](const Unit& unit) { return unit.shape.headed(); });
  return more ? 0 : lead;
}

namespace {

bool alike(const Shapes& shapes, const Unit& a, const Unit& b) {
  const layout::Node& first = shapes.page.nodes[a.begin];
  const layout::Node& second = shapes.page.nodes[b.begin];
  return !a.run && !b.run && a.parent == b.parent && first.name == second.name &&
         first.attribute("class") == second.attribute("class");
}

// A heading over a row of cards is that of all of them, not of the first.
void part_headings_from_cards(const Shapes& shapes, const std::vector<Unit>& units,
                              std::vector<Separator>& found) {
  for (std::size_t i = 0; i + 2 < units.size(); ++i) {
    if (units[i].shape.kind != Kind::Heading || !divides(shapes, found[i + 1].points)) continue;
    const bool cards = units[i + 1].shape.kind == Kind::Compound &&
                       units[i + 2].shape.kind == Kind::Compound &&
                       alike(shapes, units[i + 1], units[i + 2]);
    if (cards) found[i].points += kNewPart;
  }
}

}  // namespace

std::vector<Separator> separators(const Shapes& shapes, const std::vector<Unit>& units) {
  std::vector<Separator> found;
  if (units.size() < 2) return found;
  found.reserve(units.size() - 1);
  for (std::size_t i = 0; i + 1 < units.size(); ++i) {
    Separator separator = between(units[i].shape.extent, units[i + 1].shape.extent);
    separator.points = points_between(shapes, units[i], units[i + 1], separator);
    found.push_back(separator);
  }
  part_headings_from_cards(shapes, units, found);
  const std::size_t lead = lead_in(units);
  for (std::size_t i = 0; i < lead; ++i) found[i].points = std::min(found[i].points, kBase);
  return found;
}

int coherence_of(int points) { return std::clamp(11 - points / 2, 1, 10); }

int heaviest_within(int coherence) { return 2 * (11 - coherence) + 1; }

}  // namespace asof::block
