// Page: an HTML page as it was laid out: every visible box with its place, font and background.
//
// Nodes stand in the order of the document, parents before children. Text nodes hold the text of
// one run, white space folded to single spaces. What the engine does not show (scripts, heads,
// display: none) is not there. Which engine made it does not matter to whoever reads it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace asof::layout {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFFFFFF;

// In CSS pixels from the page's upper left corner.
struct Box {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;

  int right() const { return left + width; }
  int bottom() const { return top + height; }
  bool operator==(const Box&) const = default;
};

struct Attribute {
  std::string name;  // lower case
  std::string value;
  bool operator==(const Attribute&) const = default;
};

struct Node {
  NodeId parent = kNoNode;  // kNoNode: the root
  NodeId end = 0;           // its descendants are the nodes after it and before this one
  std::string name;         // of an element, lower case; empty for text
  std::string text;         // of a text node
  std::vector<Attribute> attributes;
  Box box;
  int font_size = 0;
  int font_weight = 400;
  std::uint32_t background = 0;  // 0xAARRGGBB; 0: transparent
  bool is_inline = false;        // laid out within lines, as text is

  bool is_text() const { return name.empty(); }
  std::string_view attribute(std::string_view wanted) const;  // empty where missing
};

enum class Engine : std::uint8_t { InProcess, Chromium };
std::string_view name_of(Engine engine);

struct Page {
  std::vector<Node> nodes;  // the first is the root; never empty after a layout
  std::string base;         // what addresses in it are relative to
  std::string title;
  int width = 0;
  int height = 0;
  Engine engine = Engine::InProcess;
  // What was left out to stay within the limits, or missing; a sentence each.
  std::vector<std::string> reasons;
  // The layout cannot be trusted: it collapsed, or needs what this engine does not know (scripts
  // that write the page, grid, frames). Another engine should be asked where there is one.
  bool doubtful = false;
  bool cut = false;  // the limits left room for the beginning only
};

}  // namespace asof::layout
