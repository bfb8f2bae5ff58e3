// agreement: whether two versions of a page are divided alike where they hold the same.
#pragma once

#include "block/block.h"

namespace asof {

// Two versions disagree where contents that both have stand in one leaf of the one and in several
// of the other. Contents that stand on a page more than once tell nothing and are left out.
struct Agreement {
  bool everywhere = true;
  // In leaves that hold nothing that came or went: there no edit can be the reason.
  bool elsewhere = true;
};
Agreement agreement(const block::BlockTree& old, const block::BlockTree& fresh);

}  // namespace asof
