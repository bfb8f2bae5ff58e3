// Marks: what the markup alone says about the nodes of a page: headings, lists, tables, landmarks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "layout/page.h"

namespace asof::block {

enum class Tag : std::uint8_t {
  Other,
  Text,       // a text node
  Heading,    // h1 to h6
  Paragraph,  // p, pre and others that hold text and nothing to divide
  List,
  Item,  // of a list; also the terms and meanings of a dl
  Table,
  TablePart,  // row groups and rows
  Cell,
  Section,   // article, section
  Landmark,  // a part of the page that has a name: navigation, header, footer, ...
  Link,
  Image,
  Rule,
  Break,
  Drawing,  // svg: neither its text nor its shapes are read
};

struct Marks {
  Tag tag = Tag::Other;
  std::uint8_t level = 0;  // of a heading, 1 to 6
  bool headed_table =
      false;  // of a table: it has header cells or a caption, so its cells are no columns
};

// One for each node.
std::vector<Marks> marks_of(const layout::Page& page);

// An id that a program made up and that the next version need not have.
bool looks_generated(std::string_view id);

}  // namespace asof::block
