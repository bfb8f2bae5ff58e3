// Source: a page's markup as elements with their places in its bytes, and what a reader sees of
// each.
//
// Every start tag is given an attribute that says which element it is: nothing visible depends on
// it, and in the layout it tells where a box comes from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "block/block.h"
#include "layout/layout.h"

namespace asof::test::planted {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Element {
  std::string name;  // lower case
  std::size_t parent = kNone;
  std::vector<std::size_t> children;
  std::size_t begin = 0, inner_begin = 0, inner_end = 0, end = 0;
  std::string_view classes;  // the value of its class
  bool sound = true;         // it ends where it says, or where the next one must end it

  int heading() const;  // its level; 0: none
};

// A piece of text between two tags.
struct Run {
  std::size_t begin = 0, end = 0;
  std::size_t parent = kNone;
};

// The elements of a page whose start tags carry their numbers.
struct Markup {
  std::string html;
  std::vector<Element> elements;
  std::vector<Run> runs;

  bool within(std::size_t element, std::initializer_list<std::string_view> names) const;
  std::string_view source(std::size_t element) const;
  std::string_view start_tag(std::size_t element) const;
};
Markup markup_of(std::string_view html);

struct Page {
  std::string name;
  std::string url;
  std::string html;
  layout::Resources resources;
};

// A page as its reader sees it.
struct Seen {
  Markup markup;
  layout::Page page;
  block::BlockTree tree;
  std::vector<layout::NodeId> node_of;  // per element; kNoNode: not shown
  std::vector<block::BlockId> leaf_of;  // per node that is text or an image; else kNoBlock
  std::vector<std::size_t> weight;      // per block how many such nodes it holds
  std::vector<block::BlockId> leaves;   // in reading order

  explicit Seen(const Page& page);

  // Texts and images among the nodes of siblings `first` to `last`, in order.
  std::vector<layout::NodeId> bearing(std::size_t first, std::size_t last) const;
  std::vector<layout::NodeId> bearing(std::size_t element) const {
    return bearing(element, element);
  }
  // The leaf that holds all of the element; kNoBlock where several do or none.
  block::BlockId leaf(std::size_t element) const;
  // The block that these siblings are, and nothing besides them.
  block::BlockId block(std::size_t first, std::size_t last) const;
  bool is_below(block::BlockId block, block::BlockId top) const;
  // Its words outside links.
  std::string plain_text(std::size_t element) const;
  std::string text(block::BlockId block) const;  // of everything in it
  bool has(std::size_t element, std::initializer_list<std::string_view> names) const;  // below it
};

block::BlockTree blocks_of(const Page& page, std::string_view html);

// Its words in lower case, sorted.
using Bag = std::vector<std::string>;
Bag bag_of(std::string_view text);
std::size_t shared(const Bag& a, const Bag& b);
double alike(const Bag& a, const Bag& b);  // Dice

}  // namespace asof::test::planted
