// segment: VIPS's rules on a page as it was laid out.
#pragma once

#include "block/block.h"
#include "layout/page.h"

namespace asof::block {

struct SegmentOptions {
  int coherence = 5;         // PDoC: a block at least as coherent as this is not divided
  std::size_t most = 2'000;  // blocks; beyond it the rest stays undivided, with a reason
};

// A tree with at least a root. Small edits of a page change its tree near them only: every
// decision rests on a block's own surroundings.
BlockTree segment(const layout::Page& page, const SegmentOptions& options = {});

}  // namespace asof::block
