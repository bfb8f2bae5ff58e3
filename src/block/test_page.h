// test_page: a small page written down as markup, laid out by rules simple enough to see through.
//
// Blocks stand below each other, lines are 20 pixels high and hold 100 characters of 10 pixels.
// Attributes that only exist here: gap (pixels above a block), bg (background, RRGGBB), size and
// bold (font), column (400 pixels wide), beside (that, next to the block before it), inline.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "layout/page.h"

namespace asof::block {

class TestPage final {
 public:
  static layout::Page lay_out(std::string_view markup) {
    TestPage page;
    page.parse("<html>" + std::string(markup) + "</html>");
    page.place(0, 0, 0, 1000);
    page.page_.base = "https://example.org/dir/page.html";
    page.page_.width = 1000;
    page.page_.height = page.page_.nodes[0].box.height;
    return std::move(page.page_);
  }

 private:
  static constexpr std::array<std::string_view, 4> kVoid = {"img", "br", "hr", "input"};
  static constexpr std::array<std::string_view, 10> kInline = {
      "a", "b", "br", "em", "i", "img", "input", "small", "span", "strong"};

  static int number(std::string_view text, int otherwise, int base = 10) {
    int value = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
  }

  layout::Node& open(std::string name) {
    layout::Node node;
    const auto id = static_cast<layout::NodeId>(page_.nodes.size());
    node.parent = open_.empty() ? layout::kNoNode : open_.back();
    node.end = id + 1;
    node.is_inline = name.empty() || std::ranges::find(kInline, name) != kInline.end();
    node.name = std::move(name);
    node.font_size = open_.empty() ? 16 : page_.nodes[open_.back()].font_size;
    node.font_weight = open_.empty() ? 400 : page_.nodes[open_.back()].font_weight;
    page_.nodes.push_back(std::move(node));
    open_.push_back(id);
    return page_.nodes.back();
  }

  void close() {
    page_.nodes[open_.back()].end = static_cast<layout::NodeId>(page_.nodes.size());
    open_.pop_back();
  }

  void start(std::string_view tag) {
    std::vector<std::string_view> words = split(tag, ' ');
    layout::Node& node = open(std::string(words[0]));
    constexpr std::string_view kSizes[] = {"h1", "h2", "h3", "h4"};
    for (int i = 0; i < 4; ++i) {
      if (node.name != kSizes[i]) continue;
      node.font_size = 30 - 3 * i;
      node.font_weight = 700;
    }
    if (node.name == "b" || node.name == "strong") node.font_weight = 700;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t equals = words[i].find('=');
      const std::string_view value =
          equals == std::string_view::npos ? "yes" : words[i].substr(equals + 1);
      node.attributes.push_back({std::string(words[i].substr(0, equals)), std::string(value)});
      std::ranges::replace(node.attributes.back().value, '_', ' ');
    }
    for (const layout::Attribute& attribute : node.attributes) {
      if (attribute.name == "size") node.font_size = number(attribute.value, 16);
      if (attribute.name == "bold") node.font_weight = 700;
      if (attribute.name == "inline") node.is_inline = true;
      if (attribute.name == "bg") {
        node.background = 0xFF000000U | static_cast<std::uint32_t>(number(attribute.value, 0, 16));
      }
    }
    if (std::ranges::find(kVoid, node.name) != kVoid.end()) close();
  }

  void parse(std::string_view markup) {
    while (!markup.empty()) {
      const std::size_t at = markup.find('<');
      const std::string_view text = markup.substr(0, at);
      if (!text.empty()) {
        open("").text = std::string(text);
        close();
      }
      if (at == std::string_view::npos) return;
      const std::size_t end = markup.find('>', at);
      const std::string_view tag = markup.substr(at + 1, end - at - 1);
      if (tag.starts_with('/')) {
        close();
      } else {
        start(tag);
      }
      markup.remove_prefix(end + 1);
    }
  }

  // Gives the node and all below it their boxes; returns its height.
  int place(layout::NodeId id, int left, int top, int width) {
    layout::Node& node = page_.nodes[id];
    if (node.is_text()) {
      const int letters = static_cast<int>(node.text.size());
      const int height = 20 * (1 + letters * 10 / width);
      node.box = {left, top, std::min(letters * 10, width), height};
      return height;
    }
    int y = top;
    int height = node.name == "img" ? 100 : node.name == "hr" ? 2 : 0;
    int x = left;
    int row_top = top;
    for (layout::NodeId child = id + 1; child < node.end; child = page_.nodes[child].end) {
      const layout::Node& below = page_.nodes[child];
      const bool beside = !below.attribute("beside").empty();
      x = beside ? x + 420 : left;
      if (!beside) {
        const bool margin = below.name == "p" || below.name == "ul" || below.name == "table";
        row_top = y + number(below.attribute("gap"), margin ? 12 : 0);
      }
      const bool narrow = beside || !below.attribute("column").empty();
      const int child_width = narrow ? std::min(400, width) : width;
      y = std::max(y, row_top + place(child, x, row_top, child_width));
    }
    height = std::max(height, y - top);
    page_.nodes[id].box = {left, top, node.name == "img" ? 100 : width, height};
    return height;
  }

  layout::Page page_;
  std::vector<layout::NodeId> open_;
};

}  // namespace asof::block
