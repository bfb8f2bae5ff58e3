// The page through litehtml. Its style step is replaced: selectors are found by the id, class or
// name of their last compound instead of trying each on every element, and a rule's declarations
// are parsed once. Steps that can take exponential time (selectors with many descendants, tables
// and shrinking boxes inside each other) are counted and, past the limit, cut short.
#include "layout/engine_internal.h"

#include <litehtml/litehtml.h>

#include <litehtml/el_before_after.h>
#include <litehtml/el_body.h>
#include <litehtml/el_break.h>
#include <litehtml/el_div.h>
#include <litehtml/el_font.h>
#include <litehtml/el_image.h>
#include <litehtml/el_para.h>
#include <litehtml/el_table.h>
#include <litehtml/el_td.h>
#include <litehtml/el_tr.h>

#include <algorithm>
#include <exception>
#include <unordered_map>

#include "base/text.h"
#include "layout/default_style_internal.h"
#include "layout/markup_internal.h"
#include "layout/metrics_internal.h"

namespace asof::layout {

namespace {

constexpr long kMostSelections = 20'000'000;
constexpr long kMostRenders = 400'000;
constexpr std::size_t kLargestGrid = 200'000;
constexpr std::size_t kMostTexts = 60'000;  // words beyond it are placed several at once
constexpr int kFarthest = 1'000'000;
constexpr int kLargestFont = 400;

int bounded(int value) { return std::clamp(value, -kFarthest, kFarthest); }

// What may still be done for one page.
struct Budget {
  long selections = kMostSelections;
  long renders = kMostRenders;
  bool table_is_too_large = false;

  bool select(long cost) { return (selections -= cost) > 0; }
  bool render(long cost) { return (renders -= cost) > 0; }
};

// The rules of one sheet by what their last compound asks for.
class RuleIndex final {
 public:
  struct Rule {
    litehtml::css_selector::ptr selector;
    litehtml::style style;
  };

  explicit RuleIndex(const litehtml::css& sheet) {
    rules_.reserve(sheet.selectors().size());
    for (const auto& selector : sheet.selectors()) {
      Rule rule{selector, {}};
      rule.style.add(selector->m_style.c_str(), "", nullptr);
      bucket_of(selector->m_right).push_back(static_cast<std::uint32_t>(rules_.size()));
      rules_.push_back(std::move(rule));
    }
  }

  // The rules that may match, in the order of the cascade.
  void candidates(const std::string& name, const char* id, const litehtml::string_vector& classes,
                  std::vector<std::uint32_t>& out) const {
    out = rest_;
    append(by_name_, name, out);
    if (id != nullptr) append(by_id_, id, out);
    for (const auto& one : classes) append(by_class_, one, out);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  const Rule& rule(std::uint32_t at) const { return rules_[at]; }

 private:
  using Buckets = std::unordered_map<std::string, std::vector<std::uint32_t>>;

  static void append(const Buckets& buckets, const std::string& key,
                     std::vector<std::uint32_t>& out) {
    const auto found = buckets.find(key);
    if (found != buckets.end()) out.insert(out.end(), found->second.begin(), found->second.end());
  }

  std::vector<std::uint32_t>& bucket_of(const litehtml::css_element_selector& last) {
    for (const auto& attribute : last.m_attrs) {
      if (attribute.attribute == "id" && attribute.condition == litehtml::select_equal) {
        return by_id_[attribute.val];
      }
    }
    for (const auto& attribute : last.m_attrs) {
      if (attribute.attribute == "class" && !attribute.class_val.empty()) {
        return by_class_[attribute.class_val.front()];
      }
    }
    return last.m_tag.empty() || last.m_tag == "*" ? rest_ : by_name_[last.m_tag];
  }

  std::vector<Rule> rules_;
  Buckets by_id_;
  Buckets by_class_;
  Buckets by_name_;
  std::vector<std::uint32_t> rest_;
};

// What elements of one page share.
struct Workshop {
  Budget budget;
  std::unordered_map<const litehtml::css*, std::unique_ptr<RuleIndex>> indexes;
  std::vector<std::uint32_t> candidates;

  const RuleIndex& index(const litehtml::css& sheet) {
    auto& found = indexes[&sheet];
    if (!found) found = std::make_unique<RuleIndex>(sheet);
    return *found;
  }
};

// An element of the engine whose work is counted. `Base` is one of the engine's own.
template <class Base>
class Counted final : public Base {
 public:
  Counted(const std::shared_ptr<litehtml::document>& document, Workshop& workshop)
      : Base(document), workshop_(workshop) {}

  void apply_stylesheet(const litehtml::css& sheet) override {
    if (this->m_tag == "a" && this->get_attr("href") != nullptr && this->m_pseudo_classes.empty()) {
      this->m_pseudo_classes.push_back("link");
    }
    const RuleIndex& index = workshop_.index(sheet);
    std::vector<std::uint32_t> candidates;
    index.candidates(this->m_tag, this->get_attr("id"), this->m_class_values, candidates);
    for (const std::uint32_t at : candidates) apply(index.rule(at));
    for (auto& child : this->m_children) {
      if (child->get_display() != litehtml::display_inline_text) child->apply_stylesheet(sheet);
    }
  }

  using Base::select;
  int select(const litehtml::css_selector& selector, bool apply_pseudo) override {
    if (!workshop_.budget.select(1)) return litehtml::select_no_match;
    return Base::select(selector, apply_pseudo);
  }
  bool is_nth_child(const litehtml::element::ptr& child, int number, int offset,
                    bool of_type) const override {
    return workshop_.budget.select(siblings()) &&
           Base::is_nth_child(child, number, offset, of_type);
  }
  bool is_nth_last_child(const litehtml::element::ptr& child, int number, int offset,
                         bool of_type) const override {
    return workshop_.budget.select(siblings()) &&
           Base::is_nth_last_child(child, number, offset, of_type);
  }
  bool is_only_child(const litehtml::element::ptr& child, bool of_type) const override {
    return workshop_.budget.select(siblings()) && Base::is_only_child(child, of_type);
  }

  void init_font() override {
    Base::init_font();
    this->m_font_size = std::clamp(this->m_font_size, 0, kLargestFont);
  }

  // A grid has rows times columns cells, whatever the page has.
  void init() override {
    const bool is_table = this->m_display == litehtml::display_table ||
                          this->m_display == litehtml::display_inline_table;
    if (is_table && grid_size() > kLargestGrid) {
      workshop_.budget.table_is_too_large = true;
      this->m_display = litehtml::display_block;
    }
    Base::init();
  }

  int render(int x, int y, int width, bool second_pass) override {
    if (!workshop_.budget.render(1 + siblings() / 8)) return 0;
    return Base::render(bounded(x), bounded(y), std::clamp(width, 0, kFarthest), second_pass);
  }

 private:
  long siblings() const { return static_cast<long>(this->m_children.size()); }

  void apply(const RuleIndex::Rule& rule) {
    const int match = this->select(*rule.selector, true);
    if (match == litehtml::select_no_match) return;
    if ((match & litehtml::select_match_with_after) != 0) {
      if (auto after = this->get_element_after()) after->add_style(rule.selector->m_style, "");
    } else if ((match & litehtml::select_match_with_before) != 0) {
      if (auto before = this->get_element_before()) before->add_style(rule.selector->m_style, "");
    } else {
      this->m_style.combine(rule.style);
    }
  }

  std::size_t grid_size() const {
    std::size_t rows = 0;
    std::size_t columns = 1;
    for (const auto& child : this->m_children) {
      if (child->get_display() == litehtml::display_table_row) {
        ++rows;
        columns = std::max(columns, cells_of(*child));
      }
      for (std::size_t i = 0; i < child->get_children_count(); ++i) {
        const auto row = child->get_child(static_cast<int>(i));
        if (row->get_display() != litehtml::display_table_row) continue;
        ++rows;
        columns = std::max(columns, cells_of(*row));
      }
    }
    return rows * columns;
  }

  static std::size_t cells_of(const litehtml::element& row) {
    std::size_t cells = 0;
    for (std::size_t i = 0; i < row.get_children_count(); ++i) {
      const auto cell = row.get_child(static_cast<int>(i));
      if (cell->get_display() != litehtml::display_table_cell) continue;
      cells += parse_uint(cell->get_attr("colspan", "1")).value_or(1);
    }
    return cells;
  }

  Workshop& workshop_;
};

// What the engine asks of whoever shows the page. Nothing is drawn.
class Container final : public litehtml::document_container {
 public:
  Container(const EngineInput& input, Workshop& workshop) : input_(input), workshop_(workshop) {
    words_at_once_ = 1 + input.words / kMostTexts;
  }

  const Face& face(litehtml::uint_ptr font) const {
    static const Face kNone;
    return font == 0 || font > faces_.size() ? kNone : faces_[font - 1];
  }

  litehtml::uint_ptr create_font(const char* name, int size, int weight, litehtml::font_style,
                                 unsigned int, litehtml::font_metrics* metrics) override {
    size = std::clamp(size, 0, kLargestFont);
    const std::string_view family = name == nullptr ? "" : name;
    faces_.push_back({size, std::clamp(weight, 1, 1'000), family.find("mono") != family.npos});
    metrics->ascent = size * 9 / 10;
    metrics->descent = size / 4;
    metrics->height = metrics->ascent + metrics->descent;
    metrics->x_height = size / 2;
    metrics->draw_spaces = false;
    return faces_.size();
  }
  void delete_font(litehtml::uint_ptr) override {}
  int text_width(const char* text, litehtml::uint_ptr font) override {
    return layout::text_width(text, face(font));
  }
  int pt_to_px(int pt) const override { return bounded(pt) * 4 / 3; }
  int get_default_font_size() const override { return 16; }
  const char* get_default_font_name() const override { return "sans-serif"; }

  void get_image_size(const char* source, const char*, litehtml::size& size) override {
    const auto known = source == nullptr ? std::nullopt : input_.image(source);
    size.width = known ? known->width : 0;
    size.height = known ? known->height : 0;
  }

  void link(const std::shared_ptr<litehtml::document>& document,
            const litehtml::element::ptr&) override {
    if (is_styled_) return;
    is_styled_ = true;
    document->add_stylesheet(std::string(input_.css).c_str(), "", "");
  }

  void get_client_rect(litehtml::position& client) const override {
    client = {0, 0, input_.width, input_.height};
  }
  void get_media_features(litehtml::media_features& media) const override {
    media.type = litehtml::media_type_screen;
    media.width = media.device_width = input_.width;
    media.height = media.device_height = input_.height;
    media.color = 8;
    media.resolution = 96;
  }

  litehtml::element::ptr create_element(
      const char* name, const litehtml::string_map&,
      const std::shared_ptr<litehtml::document>& document) override {
    const std::string_view tag = name;
    const auto make = [&]<class Base>(std::type_identity<Base>) -> litehtml::element::ptr {
      return std::make_shared<Counted<Base>>(document, workshop_);
    };
    if (tag == "br") return make(std::type_identity<litehtml::el_break>{});
    if (tag == "p") return make(std::type_identity<litehtml::el_para>{});
    if (tag == "table") return make(std::type_identity<litehtml::el_table>{});
    if (tag == "td" || tag == "th") return make(std::type_identity<litehtml::el_td>{});
    if (tag == "tr") return make(std::type_identity<litehtml::el_tr>{});
    if (tag == "div") return make(std::type_identity<litehtml::el_div>{});
    if (tag == "body") return make(std::type_identity<litehtml::el_body>{});
    if (tag == "font") return make(std::type_identity<litehtml::el_font>{});
    if (is_image(tag)) return make(std::type_identity<litehtml::el_image>{});
    if (tag == "link") return nullptr;
    return make(std::type_identity<litehtml::html_tag>{});
  }

  static bool is_image(std::string_view tag) {
    return tag == "img" || tag == "svg" || tag == "math" || tag == "iframe" || tag == "video" ||
           tag == "canvas" || tag == "embed" || tag == "audio" || tag == "select" || tag == "input";
  }

  void split_text(const char* text, const std::function<void(const char*)>& on_word,
                  const std::function<void(const char*)>& on_space) override {
    std::string word;
    std::size_t words = 0;
    const auto flush = [&] {
      if (!word.empty()) on_word(word.c_str());
      word.clear();
      words = 0;
    };
    for (const char* at = text; *at != '\0'; ++at) {
      const auto byte = static_cast<unsigned char>(*at);
      if (is_space(*at)) {
        const bool goes_on = ++words < words_at_once_ && *at == ' ' && !word.empty() &&
                             at[1] != '\0' && !is_space(at[1]);
        if (goes_on) {
          word.push_back(' ');
          continue;
        }
        flush();
        const char space[2] = {*at, '\0'};
        on_space(space);
        continue;
      }
      // Lines may break before any ideograph.
      if (byte >= 0xE3 && byte < 0xF0 && words_at_once_ == 1) flush();
      word.push_back(*at);
    }
    flush();
  }

  void draw_text(litehtml::uint_ptr, const char*, litehtml::uint_ptr, litehtml::web_color,
                 const litehtml::position&) override {}
  void draw_list_marker(litehtml::uint_ptr, const litehtml::list_marker&) override {}
  void load_image(const char*, const char*, bool) override {}
  void draw_background(litehtml::uint_ptr, const litehtml::background_paint&) override {}
  void draw_borders(litehtml::uint_ptr, const litehtml::borders&, const litehtml::position&,
                    bool) override {}
  void set_caption(const char*) override {}
  void set_base_url(const char*) override {}
  void on_anchor_click(const char*, const litehtml::element::ptr&) override {}
  void set_cursor(const char*) override {}
  void transform_text(std::string&, litehtml::text_transform) override {}
  void import_css(std::string& text, const std::string&, std::string&) override { text.clear(); }
  void set_clip(const litehtml::position&, const litehtml::border_radiuses&, bool, bool) override {}
  void del_clip() override {}
  void get_language(std::string& language, std::string& culture) const override {
    language = "en";
    culture = "";
  }

 private:
  const EngineInput& input_;
  Workshop& workshop_;
  std::vector<Face> faces_;
  std::size_t words_at_once_ = 1;
  bool is_styled_ = false;
};

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
  Reader(const Container& container, EngineOutput& output)
      : container_(container), output_(output) {}

  void read_root(litehtml::element& root) { read(root, kNoNode, {}); }

 private:
  struct Place {
    int x = 0;  // of the parent's content on the page
    int y = 0;
    bool flexible = false;
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

  void read(litehtml::element& element, NodeId parent, Place place) {
    if (element.get_display() == litehtml::display_none) return;
    const auto* tag = dynamic_cast<const litehtml::html_tag*>(&element);
    if (tag == nullptr || dynamic_cast<const litehtml::el_before_after_base*>(tag) != nullptr) {
      return;
    }
    const litehtml::position content = element.get_position();
    const int x = bounded(place.x + content.x);
    const int y = bounded(place.y + content.y);
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
    node.font_weight = container_.face(element.get_font()).weight;
    node.background = colour_of(*tag);
    if (has_box) {
      node.box = {bounded(place.x + box.x), bounded(place.y + box.y), bounded(box.width),
                  bounded(box.height)};
    }
    take_attributes(*tag, node);
    output_.nodes.push_back(std::move(node));

    place.x = x;
    place.y = y;
    place.flexible = place.flexible || is_flexible(element);
    place.visible = element.get_visibility() == litehtml::visibility_visible;
    if (!output_.nodes[id].is_inline) place.block = id;
    read_children(element, id, place);
    finish(id, place.visible, has_box);
  }

  static bool is_flexible(const litehtml::element& element) {
    const char* display = element.get_style_property("-asof-display", false, "none");
    return std::string_view(display) != "none";
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
    if (place.flexible) output_.flexible_text += text.size();
    if (run == kNoNode) {
      const Face& face = container_.face(word.get_font());
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

  const Container& container_;
  EngineOutput& output_;
  NodeId last_block_ = kNoNode;
};

void lay_out_with_litehtml(const EngineInput& input, EngineOutput& output) {
  Workshop workshop;
  Container container(input, workshop);
  litehtml::context styles;
  styles.load_master_stylesheet(kDefaultStyle);
  const std::string html(input.html);
  const auto document = litehtml::document::createFromUTF8(html.c_str(), &container, &styles);
  if (!document || !document->root()) {
    output.reasons.push_back("the layout engine built no page");
    return;
  }
  document->render(input.width);
  output.width = bounded(document->width());
  output.height = bounded(document->height());
  Reader(container, output).read_root(*document->root());
  if (workshop.budget.selections <= 0) {
    output.reasons.push_back("style rules took too long to match: some were not applied");
  }
  if (workshop.budget.renders <= 0) {
    output.reasons.push_back("boxes nested too deeply in each other: some were not laid out");
  }
  if (workshop.budget.table_is_too_large) {
    output.reasons.push_back("a table was too large for columns");
  }
}

}  // namespace

EngineOutput run_engine(const EngineInput& input) {
  EngineOutput output;
  try {
    lay_out_with_litehtml(input, output);
  } catch (const std::exception& error) {
    output.nodes.clear();
    output.reasons.push_back(std::string("the layout engine failed: ") + error.what());
  }
  return output;
}

}  // namespace asof::layout
