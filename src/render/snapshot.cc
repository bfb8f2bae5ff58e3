#include "render/snapshot_internal.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text.h"

namespace asof::render {

namespace {

using Json = nlohmann::json;
using layout::Box;
using layout::kNoNode;
using layout::Node;
using layout::NodeId;

constexpr double kFarthest = 1'000'000;
constexpr int kDeepest = 2'000;  // elements within each other; this walk is recursive

int pixels(double value) {
  return static_cast<int>(std::lround(std::clamp(value, -kFarthest, kFarthest)));
}

double number_in(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::isfinite(value) ? value : 0;
}

// "rgb(1, 2, 3)" or "rgba(1, 2, 3, 0.5)"
std::uint32_t colour_in(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return 0;
  std::array<double, 4> parts = {0, 0, 0, 1};
  std::size_t at = 0;
  for (const std::string_view part : split(text.substr(open + 1), ',')) {
    if (at < parts.size()) parts[at++] = number_in(trim(part));
  }
  const auto channel = [](double value) {
    return static_cast<std::uint32_t>(std::clamp(std::lround(value), 0L, 255L));
  };
  const std::uint32_t alpha = channel(parts[3] * 255);
  if (alpha == 0) return 0;
  return alpha << 24 | channel(parts[0]) << 16 | channel(parts[1]) << 8 | channel(parts[2]);
}

std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_space(c)) {
      out.push_back(c);
    } else if (out.empty() || out.back() != ' ') {
      out.push_back(' ');
    }
  }
  return out;
}

// Shown as one box, whatever it holds; as in the process.
bool is_replaced(std::string_view name) {
  static const std::unordered_set<std::string_view> kNames = {
      "svg", "math", "iframe", "video", "audio", "canvas", "select", "img", "input", "textarea"};
  return kNames.contains(name);
}

struct Style {
  std::string_view display;
  bool visible = true;
  int font_size = 0;
  int font_weight = 400;
  std::uint32_t background = 0;
  bool apart = false;  // out of the flow
  bool clips = false;
};

class Reader final {
 public:
  explicit Reader(const Json& result)
      : strings_(result.at("strings")), document_(result.at("documents").at(0)) {}

  layout::Page read() {
    page_.engine = layout::Engine::Chromium;
    page_.title = std::string(trim(folded(string(document_.at("title")))));
    page_.base = string(document_.at("baseURL"));
    page_.width = pixels(document_.value("contentWidth", 0.0));
    page_.height = pixels(document_.value("contentHeight", 0.0));
    index_layout();
    index_tree();
    for (std::size_t node = 0; node < children_.size(); ++node) {
      if (name_of(node) == "html" && page_.nodes.empty()) read_node(node, {});
    }
    if (page_.nodes.empty()) page_.nodes.push_back({.end = 1, .name = "html"});
    return std::move(page_);
  }

 private:
  struct Place {
    NodeId parent = kNoNode;
    NodeId block = kNoNode;
    Style style;
    int depth = 0;
  };

  std::string_view string(const Json& index) const {
    const auto at = index.get<std::int64_t>();
    if (at < 0 || static_cast<std::size_t>(at) >= strings_.size()) return {};
    return strings_[static_cast<std::size_t>(at)].get_ref<const std::string&>();
  }

  void index_layout() {
    const Json& nodes = document_.at("layout").at("nodeIndex");
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      layout_.try_emplace(nodes[i].get<std::size_t>(), i);
    }
  }

  void index_tree() {
    const Json& nodes = document_.at("nodes");
    const Json& parents = nodes.at("parentIndex");
    children_.resize(parents.size());
    for (std::size_t i = 0; i < parents.size(); ++i) {
      const auto parent = parents[i].get<std::int64_t>();
      if (parent >= 0 && static_cast<std::size_t>(parent) < i) {
        children_[static_cast<std::size_t>(parent)].push_back(i);
      }
    }
    for (const char* rare : {"pseudoType"}) {
      if (!nodes.contains(rare)) continue;
      for (const Json& index : nodes.at(rare).at("index")) hidden_.insert(index.get<std::size_t>());
    }
    if (nodes.contains("shadowRootType")) {
      const Json& roots = nodes.at("shadowRootType");
      for (std::size_t i = 0; i < roots.at("index").size(); ++i) {
        // The insides of the browser's own controls.
        if (string(roots.at("value")[i]) == "user-agent") {
          hidden_.insert(roots.at("index")[i].get<std::size_t>());
        }
      }
    }
  }

  std::string name_of(std::size_t node) const {
    return lower(string(document_.at("nodes").at("nodeName")[node]));
  }

  Box box_of(std::size_t in_layout) const {
    const Json& bounds = document_.at("layout").at("bounds")[in_layout];
    const double left = bounds[0].get<double>();
    const double top = bounds[1].get<double>();
    Box box{pixels(left), pixels(top), 0, 0};
    box.width = pixels(left + bounds[2].get<double>()) - box.left;
    box.height = pixels(top + bounds[3].get<double>()) - box.top;
    return box;
  }

  Style style_of(std::size_t in_layout) const {
    const Json& values = document_.at("layout").at("styles")[in_layout];
    if (values.size() < kSnapshotStyles.size()) return {};
    return {.display = string(values[0]),
            .visible = string(values[1]) == "visible",
            .font_size = pixels(number_in(string(values[2]))),
            .font_weight = pixels(number_in(string(values[3]))),
            .background = colour_in(string(values[4])),
            .apart = string(values[5]) == "absolute" || string(values[5]) == "fixed",
            .clips = !string(values[6]).starts_with("visible")};
  }

  void read_node(std::size_t node, const Place& place) {
    if (hidden_.contains(node) || place.depth > kDeepest) return;
    const auto type = document_.at("nodes").at("nodeType")[node].get<int>();
    if (type == 3) return read_text(node, place);
    const auto found = layout_.find(node);
    if (type == 1 && found != layout_.end()) return read_element(node, found->second, place);
    // Without a box of its own: a shadow root, or display: contents. What is not displayed has no
    // boxes below it either.
    read_children(node, place);
  }

  void read_children(std::size_t node, Place place) {
    ++place.depth;
    for (const std::size_t child : children_[node]) read_node(child, place);
  }

  void read_element(std::size_t node, std::size_t in_layout, Place place) {
    const Style style = style_of(in_layout);
    const Box box = box_of(in_layout);
    if (style.clips && (box.width <= 1 || box.height <= 1)) return;
    if (style.apart && box.width > 0 && (box.right() <= 0 || box.bottom() <= 0)) return;
    const auto id = static_cast<NodeId>(page_.nodes.size());
    Node made;
    made.parent = place.parent;
    made.name = name_of(node);
    made.box = box;
    made.font_size = style.font_size;
    made.font_weight = style.font_weight;
    made.background = style.background;
    made.is_inline = style.display.starts_with("inline");
    const Json& attributes = document_.at("nodes").at("attributes")[node];
    for (std::size_t i = 0; i + 1 < attributes.size(); i += 2) {
      made.attributes.push_back(
          {lower(string(attributes[i])), std::string(string(attributes[i + 1]))});
    }
    const bool replaced = is_replaced(made.name);
    place.parent = id;
    if (!made.is_inline) place.block = id;
    place.style = style;
    page_.nodes.push_back(std::move(made));
    if (!replaced) read_children(node, place);
    const auto end = static_cast<NodeId>(page_.nodes.size());
    const bool childless = end == id + 1;
    if (childless && id != 0 && (!style.visible || box.width <= 0 || box.height <= 0)) {
      page_.nodes.pop_back();
      return;
    }
    page_.nodes[id].end = end;
  }

  void read_text(std::size_t node, const Place& place) {
    const std::string text = folded(string(document_.at("nodes").at("nodeValue")[node]));
    if (text.empty() || place.parent == kNoNode) return;
    if (text == " ") {
      // Separates what is before from what comes.
      if (!page_.nodes.empty() && page_.nodes.back().is_text() && last_block_ == place.block) {
        std::string& before = page_.nodes.back().text;
        if (before.back() != ' ') before.push_back(' ');
      }
      return;
    }
    const auto found = layout_.find(node);
    if (found == layout_.end() || !place.style.visible) return;
    Node made;
    made.parent = place.parent;
    made.end = static_cast<NodeId>(page_.nodes.size() + 1);
    made.text = text.front() == ' ' ? text.substr(1) : text;
    made.box = box_of(found->second);
    made.font_size = place.style.font_size;
    made.font_weight = place.style.font_weight;
    made.is_inline = true;
    if (text.front() == ' ' && !page_.nodes.empty() && page_.nodes.back().is_text() &&
        last_block_ == place.block && page_.nodes.back().text.back() != ' ') {
      page_.nodes.back().text.push_back(' ');
    }
    page_.nodes.push_back(std::move(made));
    last_block_ = place.block;
  }

  const Json& strings_;
  const Json& document_;
  layout::Page page_;
  std::unordered_map<std::size_t, std::size_t> layout_;  // node -> its first place in the layout
  std::vector<std::vector<std::size_t>> children_;
  std::unordered_set<std::size_t> hidden_;
  NodeId last_block_ = kNoNode;
};

}  // namespace

Result<layout::Page> read_snapshot(std::string_view message) {
  try {
    const Json parsed = Json::parse(message);
    return Reader(parsed.at("result")).read();
  } catch (const Json::exception& error) {
    return Error{Errc::Corrupt, std::string("the browser's snapshot: ") + error.what()};
  }
}

}  // namespace asof::render
