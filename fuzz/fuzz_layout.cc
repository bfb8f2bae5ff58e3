// modules: base url html layout
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "layout/layout.h"

using namespace asof::layout;

// A page, then, after a marker, the style sheet that every link of it leads to. Whatever they are,
// a tree comes back whose boxes an int can hold with room to spare, within the limits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kMarker = "\n--css--\n";
  constexpr std::size_t kNodes = 500;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = input.find(kMarker);
  const std::string_view html = input.substr(0, cut);
  const std::string_view css =
      cut == std::string_view::npos ? "" : input.substr(cut + kMarker.size());
  image_size(css);

  const Resources resources = [css](std::string_view, ResourceKind) { return std::string(css); };
  LayoutOptions options;
  options.limits.nodes = kNodes;
  options.limits.depth = 60;
  options.limits.style_sheets = 4;
  const Page page = lay_out({.html = html, .url = "http://site.test/page"}, resources, options);
  if (page.nodes.empty() || page.nodes[0].end != page.nodes.size()) std::abort();
  for (NodeId id = 1; id < page.nodes.size(); ++id) {
    const Node& node = page.nodes[id];
    if (node.parent >= id || node.end <= id || node.end > page.nodes[node.parent].end) std::abort();
    if (node.is_text() && (node.text.empty() || node.end != id + 1)) std::abort();
    constexpr int kFar = 1'000'000;
    const Box& box = node.box;
    if (box.left < -kFar || box.top < -kFar || box.width > 2 * kFar || box.height > 2 * kFar) {
      std::abort();
    }
  }
  return 0;
}
