#include <litehtml/litehtml.h>
//
#include <litehtml/el_before_after.h>

#include <algorithm>

#include "base/text.h"
#include "layout/attributes_internal.h"
#include "layout/litehtml_internal.h"

namespace asof::layout {

namespace {

// Opens what the engine keeps to itself and a page is made of.
class Peek final : public litehtml::html_tag {
 public:
  static const litehtml::string_map& attributes(const litehtml::html_tag& tag) {
    return tag.*(&Peek::m_attrs);
  }
  static const litehtml::background& background(const litehtml::html_tag& tag) {
    return tag.*(&Peek::m_bg);
  }
};

// From the engine's elements to nodes.
class Reader final {
 public:
  Reader(const Faces& faces, EngineOutput& output) : faces_(faces), output_(output) {}

  void read_root(litehtml::element& root) { read(root, kNoNode, {}); }

 private:
  struct Place {
    int x = 0;  // of the parent's content on the page
    int y = 0;
    bool in_grid = false;
    bool visible = true;
    NodeId block = kNoNode;  // the nearest node that is not inline
  };

  static bool is_inline(litehtml::style_display display) {
    return display == litehtml::display_inline || display == litehtml::display_inline_block ||
           display == litehtml::display_inline_table || display == litehtml::display_inline_text;
  }

  // The engine places lines and cells, not what only groups them.
  static bool has_own_box(litehtml::style_display display) {
    return display != litehtml::display_inline && display != litehtml::display_table_row &&
           display != litehtml::display_table_row_group &&
           display != litehtml::display_table_header_group &&
           display != litehtml::display_table_footer_group;
  }

  void read(litehtml::element& element, NodeId parent, const Place& place) {
    if (element.get_display() == litehtml::display_none) return;
    const auto* tag = dynamic_cast<const litehtml::html_tag*>(&element);
    if (tag == nullptr || dynamic_cast<const litehtml::el_before_after_base*>(tag) != nullptr) {
      return;
    }
    const litehtml::position content = element.get_position();
    Place inner = place;
    inner.x = bounded(place.x + content.x);
    inner.y = bounded(place.y + content.y);
    inner.in_grid = place.in_grid || is_grid(element);
    inner.visible = element.get_visibility() == litehtml::visibility_visible;
    // Put in by the engine to complete a table; the document knows nothing of it.
    if (*element.get_tagName() == '\0') return read_children(element, parent, inner);

    litehtml::position box = content;
    box += element.get_paddings();
    box += element.get_borders();
    const bool has_box = has_own_box(element.get_display());
    if (has_box && is_hidden_by_size(element, box, place)) return;
    const auto id = static_cast<NodeId>(output_.nodes.size());
    Node node;
    node.parent = parent;
    node.name = element.get_tagName();
    node.is_inline = is_inline(element.get_display());
    node.font_size = element.get_font_size();
    node.font_weight = face_of(faces_, element.get_font()).weight;
    node.background = colour_of(*tag);
    if (has_box) {
      node.box = {bounded(place.x + box.x), bounded(place.y + box.y), bounded(box.width),
                  bounded(box.height)};
    }
    take_attributes(*tag, node);
    if (!node.is_inline) inner.block = id;
    output_.nodes.push_back(std::move(node));
    read_children(element, id, inner);
    finish(id, inner.visible, has_box);
  }

  static bool is_grid(const litehtml::element& element) {
    const char* display = element.get_style_property("-asof-display", false, "none");
    return std::string_view(display) == "grid";
  }

  static bool is_hidden_by_size(const litehtml::element& element, const litehtml::position& box,
                                const Place& place) {
    const bool clips = element.get_overflow() > litehtml::overflow_visible;
    if (clips && (box.width <= 1 || box.height <= 1)) return true;
    const bool apart = element.get_element_position() >= litehtml::element_position_absolute;
    return apart && box.width > 0 &&
           (place.x + box.x + box.width <= 0 || place.y + box.y + box.height <= 0);
  }

  static std::uint32_t colour_of(const litehtml::html_tag& tag) {
    const litehtml::web_color& colour = Peek::background(tag).m_color;
    if (colour.alpha == 0) return 0;
    return std::uint32_t{colour.alpha} << 24 | std::uint32_t{colour.red} << 16 |
           std::uint32_t{colour.green} << 8 | colour.blue;
  }

  static void take_attributes(const litehtml::html_tag& tag, Node& node) {
    const litehtml::string_map& attributes = Peek::attributes(tag);
    node.attributes.reserve(attributes.size());
    for (const auto& [name, value] : attributes) {
      if (name == kOriginalClass || name == kOriginalId) continue;
      const auto original = name == "class" ? attributes.find(std::string(kOriginalClass))
                            : name == "id"  ? attributes.find(std::string(kOriginalId))
                                            : attributes.end();
      node.attributes.push_back({name, original == attributes.end() ? value : original->second});
    }
  }

  void read_children(litehtml::element& element, NodeId id, const Place& place) {
    NodeId run = kNoNode;
    for (std::size_t i = 0; i < element.get_children_count(); ++i) {
      const auto child = element.get_child(static_cast<int>(i));
      if (child->get_display() != litehtml::display_inline_text) {
        run = kNoNode;
        read(*child, id, place);
        continue;
      }
      read_text(*child, id, place, run);
    }
  }

  // Adds a word or a space to the run of its siblings.
  void read_text(litehtml::element& word, NodeId parent, const Place& place, NodeId& run) {
    std::string text;
    word.get_text(text);
    const bool blank = trim(text).empty();
    if (blank) {
      // Separates what is before from what comes, even where the line broke.
      if (run != kNoNode) {
        append_space(run);
      } else if (!output_.nodes.empty() && output_.nodes.back().is_text() &&
                 last_block_ == place.block) {
        append_space(static_cast<NodeId>(output_.nodes.size() - 1));
      }
      return;
    }
    if (!place.visible) return;
    const litehtml::position position = word.get_position();
    const Box box{bounded(place.x + position.x), bounded(place.y + position.y),
                  bounded(position.width), bounded(position.height)};
    output_.text += text.size();
    if (place.in_grid) output_.grid_text += text.size();
    if (run == kNoNode) {
      const Face& face = face_of(faces_, word.get_font());
      run = static_cast<NodeId>(output_.nodes.size());
      Node node;
      node.parent = parent;
      node.box = box;
      node.is_inline = true;
      node.font_size = face.size;
      node.font_weight = face.weight;
      output_.nodes.push_back(std::move(node));
      output_.nodes.back().end = run + 1;
      last_block_ = place.block;
    } else {
      unite(output_.nodes[run].box, box);
    }
    output_.nodes[run].text.append(text);
  }

  void append_space(NodeId run) {
    std::string& text = output_.nodes[run].text;
    if (!text.empty() && text.back() != ' ') text.push_back(' ');
  }

  static void unite(Box& box, const Box& other) {
    const int right = std::max(box.right(), other.right());
    const int bottom = std::max(box.bottom(), other.bottom());
    box.left = std::min(box.left, other.left);
    box.top = std::min(box.top, other.top);
    box.width = bounded(right - box.left);
    box.height = bounded(bottom - box.top);
  }

  // Sets the end of the node, the box of one that has only its children's, and drops what shows
  // nothing.
  void finish(NodeId id, bool visible, bool has_box) {
    auto& nodes = output_.nodes;
    const auto end = static_cast<NodeId>(nodes.size());
    const bool childless = end == id + 1;
    const bool flat = nodes[id].box.width <= 0 || nodes[id].box.height <= 0;
    if (childless && id != 0 && (!visible || flat)) {
      nodes.pop_back();
      return;
    }
    nodes[id].end = end;
    if (has_box || childless) return;
    nodes[id].box = nodes[id + 1].box;
    for (NodeId child = id + 1; child < end; child = nodes[child].end) {
      unite(nodes[id].box, nodes[child].box);
    }
  }

  const Faces& faces_;
  EngineOutput& output_;
  NodeId last_block_ = kNoNode;
};

}  // namespace

void read_page(litehtml::element& root, const Faces& faces, EngineOutput& output) {
  Reader(faces, output).read_root(root);
}

}  // namespace asof::layout
