// Contents: what can be read in a piece of a page: its texts, links and images.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "block/block.h"
#include "block/shape_internal.h"
#include "url/url.h"

namespace asof::block {

// What stands around words that the page strikes out.
inline constexpr std::string_view kStruck = "[struck out: ";
inline constexpr char kStruckEnd = ']';

class Reader final {
 public:
  explicit Reader(const Shapes& shapes);

  // In the order of the document. A link that holds only an image has no text.
  std::vector<Content> read(const std::vector<Unit>& units) const;

 private:
  class Pass;

  const Shapes& shapes_;
  std::optional<url::Url> base_;
  std::vector<layout::NodeId> link_;       // the innermost link around each node, or kNoNode
  std::vector<layout::NodeId> paragraph_;  // the innermost block around each node
  std::vector<bool> struck_;               // within <s> or <del>
};

}  // namespace asof::block
