#include "block/anchor_internal.h"

#include <algorithm>
#include <string_view>

#include "block/marks_internal.h"

namespace asof::block {

using layout::Node;
using layout::NodeId;

std::string Anchors::step(NodeId id) {
  const Node& node = page_.nodes[id];
  std::string step = node.is_text() ? "text()" : node.name;
  if (node.parent >= id) return step;
  if (numbered_.insert(node.parent).second) {
    std::unordered_map<std::string_view, std::uint32_t> seen;
    for (NodeId child = node.parent + 1; child < page_.nodes[node.parent].end;
         child = page_.nodes[child].end) {
      ordinals_[child] = ++seen[page_.nodes[child].name];
    }
  }
  const std::uint32_t ordinal = ordinals_[id];
  if (ordinal > 1) step += '[' + std::to_string(ordinal) + ']';
  return step;
}

std::string_view Anchors::id_of_heading(NodeId id) const {
  constexpr NodeId kNear = 20;
  const NodeId end = std::min(page_.nodes[id].end, id + kNear);
  for (NodeId below = id; below < end && !page_.nodes[below].is_text(); ++below) {
    const Node& node = page_.nodes[below];
    const bool heading =
        node.name.size() == 2 && node.name[0] == 'h' && node.name[1] >= '1' && node.name[1] <= '6';
    const std::string_view own = node.attribute("id");
    if (heading && !looks_generated(own)) return own;
  }
  return {};
}

std::string Anchors::name(NodeId id, std::string_view kind) {
  std::vector<std::string> steps;
  while (true) {
    const Node& node = page_.nodes[id];
    const std::string_view own = node.attribute("id");
    if (!looks_generated(own)) {
      steps.push_back('#' + std::string(own));
      break;
    }
    const std::string_view heading = steps.empty() ? id_of_heading(id) : std::string_view();
    if (!heading.empty()) {
      steps.push_back(node.name + "(#" + std::string(heading) + ')');
      break;
    }
    steps.push_back(step(id));
    if (node.parent >= id) break;
    id = node.parent;
  }
  std::string name;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (!name.empty()) name += '/';
    name += *step;
  }
  if (!kind.empty()) name += ':' + std::string(kind);
  // An id may stand twice on a page, and may look like a number given here.
  for (std::string tried = name;;) {
    const auto [at, fresh] = used_.try_emplace(tried, 1);
    if (fresh) return tried;
    tried = name + '~' + std::to_string(++used_[name]);
  }
}

}  // namespace asof::block
