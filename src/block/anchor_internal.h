// Anchors: names for places in the markup that the next version of a page has too.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "layout/page.h"

namespace asof::block {

class Anchors final {
 public:
  explicit Anchors(const layout::Page& page) : page_(page) {}

  // "#news/div[2]/p": the way down from the nearest id that is no program's, by names and by
  // ordinals among siblings of one name, the first left out; from the root where there is no id.
  // An element that begins with a heading that has an id is "div(#id)".
  // Texts are called text(). `kind`, if any, is appended after a colon. A place asked for again
  // gets a number, so that every answer differs.
  std::string name(layout::NodeId node, std::string_view kind = {});

 private:
  std::string step(layout::NodeId node);
  std::string_view id_of_heading(layout::NodeId node) const;

  const layout::Page& page_;
  std::unordered_map<layout::NodeId, std::uint32_t> ordinals_;  // of all children of some nodes
  std::unordered_set<layout::NodeId> numbered_;                 // which nodes
  std::unordered_map<std::string, std::uint32_t> used_;
};

}  // namespace asof::block
