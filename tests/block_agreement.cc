#include "block_agreement.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace asof {
namespace {

using block::BlockId;

// The leaves each content stands in.
using Places = std::map<std::string, std::vector<BlockId>>;

Places places_in(const block::BlockTree& tree) {
  Places places;
  for (BlockId id : tree.leaves()) {
    for (const block::Content& content : tree.blocks[id].contents) {
      places[std::string(block::name_of(content.kind)) + '\n' + content.text + '\n' +
             content.address]
          .push_back(id);
    }
  }
  return places;
}

// Leaves of `a` with something that `b` has not, or not as often.
std::set<BlockId> edited(const Places& a, const Places& b) {
  std::set<BlockId> found;
  for (const auto& [content, leaves] : a) {
    const auto other = b.find(content);
    if (other == b.end() || other->second.size() != leaves.size()) {
      found.insert(leaves.begin(), leaves.end());
    }
  }
  return found;
}

// Whether every leaf of `a` is in one leaf of `b`.
Agreement kept_together(const Places& a, const Places& b) {
  std::map<BlockId, std::set<BlockId>> hits;
  for (const auto& [content, leaves] : a) {
    const auto other = b.find(content);
    if (other == b.end() || leaves.size() != 1 || other->second.size() != 1) continue;
    hits[leaves[0]].insert(other->second[0]);
  }
  const std::set<BlockId> edited_a = edited(a, b);
  const std::set<BlockId> edited_b = edited(b, a);
  Agreement result;
  for (const auto& [leaf, others] : hits) {
    if (others.size() < 2) continue;
    result.everywhere = false;
    const bool touched = edited_a.contains(leaf) || std::ranges::any_of(others, [&](BlockId id) {
                           return edited_b.contains(id);
                         });
    if (!touched) result.elsewhere = false;
  }
  return result;
}

}  // namespace

Agreement agreement(const block::BlockTree& old, const block::BlockTree& fresh) {
  const Places a = places_in(old);
  const Places b = places_in(fresh);
  const Agreement split = kept_together(a, b);
  const Agreement merged = kept_together(b, a);
  return {.everywhere = split.everywhere && merged.everywhere,
          .elsewhere = split.elsewhere && merged.elsewhere};
}

}  // namespace asof
