#include "block/group_internal.h"

#include <algorithm>

#include "block/separator_internal.h"

namespace asof::block {
namespace {

using layout::NodeId;

// Bytes of text without spaces: a screen of prose; more where rows or items belong together.
constexpr std::uint32_t kProse = 4'000;
constexpr std::uint32_t kRows = 8'000;
// One unit of four may begin a part, and past this room every one.
constexpr std::uint64_t kOneOf = 4;
constexpr std::uint32_t kLongest = 4;

// The body of a section stands beside its heading, not around it. Where its first unit goes with
// the heading, the body's units join those of its parent.
bool joins(const Unit& heading, const Unit& body) {
  return heading.shape.kind == Kind::Heading && body.shape.divisible && !body.shape.apart() &&
         !body.shape.opens_apart && !body.after_rule;
}

std::vector<Unit> with_bodies(const Shapes& shapes, const std::vector<Unit>& units) {
  std::vector<Unit> flat;
  flat.reserve(units.size());
  std::vector<Unit> open(units.rbegin(), units.rend());
  while (!open.empty()) {
    const Unit unit = open.back();
    open.pop_back();
    if (flat.empty() || !joins(flat.back(), unit)) {
      flat.push_back(unit);
      continue;
    }
    std::vector<Unit> inner = shapes.units(unit.begin);
    inner.back().closes = true;
    open.insert(open.end(), inner.rbegin(), inner.rend());
  }
  return flat;
}

int level_of(const std::vector<Unit>& units) {
  if (units.front().shape.divisible) return 0;
  for (const Unit& unit : units) {
    if (unit.shape.kind == Kind::Heading) return unit.shape.headed() ? unit.shape.level : 0;
    if (unit.shape.kind != Kind::Text) break;
  }
  return 0;
}

std::uint64_t hash_of(const Shapes& shapes, const Unit& unit) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (NodeId id = unit.begin; id < unit.end; ++id) {
    for (char c : shapes.page.nodes[id].text) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    }
  }
  return hash ^ (hash >> 32);
}

// Replaces units too large to be placed as one by what they are made of.
std::vector<Unit> spread(const Shapes& shapes, const std::vector<Unit>& units) {
  std::vector<Unit> flat;
  std::vector<Unit> open(units.rbegin(), units.rend());
  while (!open.empty()) {
    const Unit unit = open.back();
    open.pop_back();
    const Tag tag = shapes.marks[unit.begin].tag;
    const bool fixed = unit.run || tag == Tag::Link || tag == Tag::Heading || tag == Tag::Image;
    if (fixed || unit.shape.text < kProse / 2) {
      flat.push_back(unit);
      continue;
    }
    const std::vector<Unit> inner = shapes.units(unit.begin);
    open.insert(open.end(), inner.rbegin(), inner.rend());
  }
  return flat;
}

}  // namespace

bool Group::divisible() const { return units.size() == 1 && units.front().shape.divisible; }

std::vector<Group> grouped(const Shapes& shapes, const std::vector<Unit>& given) {
  const std::vector<Unit> units = with_bodies(shapes, given);
  const std::vector<Separator> between = separators(shapes, units);
  std::vector<Group> groups;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const int points = i == 0 ? 0 : between[i - 1].points;
    const bool cut = i == 0 || divides(shapes, points) || units[i].shape.divisible ||
                     units[i - 1].shape.divisible || units[i - 1].closes;
    if (cut) groups.push_back({.points = points});
    groups.back().landmark |= units[i].shape.kind == Kind::Landmark;
    groups.back().units.push_back(units[i]);
  }
  for (Group& group : groups) group.level = group.landmark ? 0 : level_of(group.units);
  return groups;
}

std::vector<std::vector<Unit>> parts(const Shapes& shapes, const std::vector<Unit>& units) {
  std::uint32_t text = 0;
  bool rows = false;
  for (const Unit& unit : units) {
    text += unit.shape.text;
    rows |= unit.shape.kind == Kind::List || unit.shape.kind == Kind::Table;
  }
  const std::uint32_t room = rows ? kRows : kProse;
  if (text <= room) return {units};
  std::vector<std::vector<Unit>> found(1);
  std::uint32_t since = 0;
  for (const Unit& unit : spread(shapes, units)) {
    const bool may = since >= room && hash_of(shapes, unit) % kOneOf == 0;
    // A heading goes with what it stands over, a term with its meaning.
    const bool bound = found.back().empty() || found.back().back().shape.kind == Kind::Heading ||
                       shapes.page.nodes[unit.begin].name == "dd";
    if (!bound && (may || since >= room * kLongest)) {
      found.emplace_back();
      since = 0;
    }
    since += unit.shape.text;
    found.back().push_back(unit);
  }
  return found;
}

}  // namespace asof::block
