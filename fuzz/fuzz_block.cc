// modules: base url html layout block
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "block/segment.h"
#include "block/test_tree.h"

using namespace asof;
using namespace asof::block;

namespace {

constexpr std::string_view kNames[] = {
    "div",     "p",    "h1",   "h2",    "h3",  "ul",      "li",      "table",  "tr",
    "td",      "th",   "a",    "img",   "br",  "hr",      "span",    "nav",    "main",
    "article", "svg",  "form", "input", "pre", "section", "header",  "footer", "aside",
    "tbody",   "body", "b",    "dl",    "dt",  "button",  "caption", "x",      "h5"};
constexpr std::string_view kValues[] = {"main", "sidebar", "image", "1",   "0",
                                        "a",    "b#c",     "/x",    "x:y", "navigation"};
constexpr std::string_view kAttributes[] = {"id",     "class", "href",  "src",
                                            "height", "type",  "width", "role"};

// Bytes as a tree: what the next one does depends on its lowest bits.
class Tree final {
 public:
  Tree(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {
    page_.base = "http://example.org/";
    open("html");
    while (at_ < size_) step(next());
    while (!open_.empty()) close();
  }
  const layout::Page& page() const { return page_; }

 private:
  std::uint8_t next() { return at_ < size_ ? bytes_[at_++] : std::uint8_t{0}; }
  int number() {
    const auto value = static_cast<std::int8_t>(next());
    // Mostly places on a page, sometimes what only a hostile style sheet says.
    return value == 127 ? 2'147'483'647 : value == -128 ? -2'147'483'647 - 1 : value * 20;
  }

  void open(std::string_view name) {
    layout::Node node;
    node.parent = open_.empty() ? layout::kNoNode : open_.back();
    node.name = name;
    open_.push_back(static_cast<layout::NodeId>(page_.nodes.size()));
    page_.nodes.push_back(std::move(node));
  }
  void close() {
    page_.nodes[open_.back()].end = static_cast<layout::NodeId>(page_.nodes.size());
    open_.pop_back();
  }

  void step(std::uint8_t byte) {
    layout::Node& node = page_.nodes[open_.back()];
    switch (byte & 7) {
      case 0:
      case 1:
        return open(kNames[next() % std::size(kNames)]);
      case 2:
        if (open_.size() > 1) close();
        return;
      case 3: {
        open("");
        layout::Node& text = page_.nodes.back();
        for (int i = byte >> 3; i >= 0; --i) text.text += static_cast<char>(next());
        if ((byte & 8) != 0) text.text.append(600, 'w');
        text.box = {number(), number(), number(), number()};
        text.font_size = byte >> 4;
        return close();
      }
      case 4:
        node.attributes.push_back({std::string(kAttributes[byte >> 5]),
                                   std::string(kValues[next() % std::size(kValues)])});
        return;
      case 5:
        node.box = {number(), number(), number(), number()};
        return;
      case 6:
        node.is_inline = !node.is_inline;
        return;
      default:
        node.background = 0xFF000000U | byte;
    }
  }

  const std::uint8_t* bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
  layout::Page page_;
  std::vector<layout::NodeId> open_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const SegmentOptions options{.coherence = 1 + data[0] % 10,
                               .most = data[0] < 128 ? 2'000U : data[0] - 127U};
  const Tree tree(data + 1, size - 1);
  const BlockTree blocks = segment(tree.page(), options);
  if (const std::string problem = TreeCheck::broken(tree.page(), blocks, options);
      !problem.empty()) {
    std::cerr << problem << '\n' << outline(blocks);
    std::abort();
  }
  return 0;
}
