// Elements of the engine with its style step replaced. Selectors are found by the id, class or name
// of their last compound instead of trying each on every element; a rule's declarations are parsed
// once; elements that match the same rules under alike parents share what follows from them. Steps
// that can take exponential time (selectors with many descendants, tables and shrinking boxes
// inside each other) are counted and, past the limit, cut short.
#include <litehtml/litehtml.h>
//
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
#include <array>
#include <unordered_map>

#include "base/text.h"
#include "layout/litehtml_internal.h"

namespace asof::layout {

namespace {

constexpr std::size_t kLargestGrid = 200'000;
constexpr std::size_t kCrowd = 2'000;

// The rules of one sheet by what their last compound asks for.
class RuleIndex final {
 public:
  RuleIndex(const litehtml::css& sheet, std::uint32_t first) : first_(first) {
    rules_.reserve(sheet.selectors().size());
    for (const auto& selector : sheet.selectors()) {
      bucket_of(selector->m_right).push_back(static_cast<std::uint32_t>(rules_.size()));
      rules_.push_back({selector, {}, false});
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
  const litehtml::css_selector& selector(std::uint32_t at) const { return *rules_[at].selector; }
  const litehtml::style& style(std::uint32_t at) {
    Rule& rule = rules_[at];
    if (!rule.is_parsed) rule.style.add(rule.selector->m_style.c_str(), "", nullptr);
    rule.is_parsed = true;
    return rule.style;
  }
  // What to add to a rule's place so that no two sheets of a page share a number.
  std::uint32_t first() const { return first_; }

 private:
  struct Rule {
    litehtml::css_selector::ptr selector;
    litehtml::style style;
    bool is_parsed = false;
  };
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

  std::uint32_t first_;
  std::vector<Rule> rules_;
  Buckets by_id_;
  Buckets by_class_;
  Buckets by_name_;
  std::vector<std::uint32_t> rest_;
};

// Attributes that style their element.
constexpr std::array<const char*, 12> kPresentational = {
    "align", "background", "bgcolor", "border", "cellpadding", "cellspacing",
    "color", "face",       "height",  "size",   "valign",      "width"};

bool is_tabular(litehtml::style_display display) {
  return display == litehtml::display_table || display == litehtml::display_inline_table ||
         (display >= litehtml::display_table_caption &&
          display <= litehtml::display_table_row_group);
}

std::string_view property(const litehtml::element& element, const char* name) {
  return element.get_style_property(name, false, "");
}
bool is_flex_row(const litehtml::element& element) {
  return property(element, "-asof-display") == "flex" &&
         !property(element, "-asof-direction").starts_with("column");
}
bool wraps(const litehtml::element& element) { return property(element, "-asof-wrap") == "wrap"; }

// Elements of one group have the same style, inherited or not. 0: not styled yet.
struct Grouped {
  std::uint32_t group = 0;
};

// The sheets of a page, and the first element of every style.
class Styles final {
 public:
  RuleIndex& index(const litehtml::css& sheet) {
    auto& found = indexes_[&sheet];
    if (!found) {
      found = std::make_unique<RuleIndex>(sheet, rules_);
      rules_ += static_cast<std::uint32_t>(sheet.selectors().size());
    }
    return *found;
  }

  const litehtml::html_tag*& exemplar(const std::string& key) { return exemplars_[key]; }
  std::uint32_t new_group() { return ++groups_; }

 private:
  std::unordered_map<const litehtml::css*, std::unique_ptr<RuleIndex>> indexes_;
  std::unordered_map<std::string, const litehtml::html_tag*> exemplars_;
  std::uint32_t rules_ = 0;
  std::uint32_t groups_ = 0;
};

// An element of the engine whose work is counted. `Base` is one of the engine's own.
template <class Base>
class Counted final : public Base, public Grouped {
 public:
  Counted(const DocumentPtr& document, Budget& budget, Styles& styles)
      : Base(document), budget_(budget), styles_(styles) {}

  void apply_stylesheet(const litehtml::css& sheet) override {
    if (this->m_tag == "a" && this->get_attr("href") != nullptr && this->m_pseudo_classes.empty()) {
      this->m_pseudo_classes.push_back("link");
    }
    RuleIndex& index = styles_.index(sheet);
    std::vector<std::uint32_t> candidates;
    index.candidates(this->m_tag, this->get_attr("id"), this->m_class_values, candidates);
    for (const std::uint32_t at : candidates) {
      if (apply(index, at)) matched_.push_back(index.first() + at);
    }
    for (auto& child : this->m_children) {
      if (child->get_display() != litehtml::display_inline_text) child->apply_stylesheet(sheet);
    }
  }

  using Base::select;
  int select(const litehtml::css_selector& selector, bool apply_pseudo) override {
    if (!budget_.select(1)) return litehtml::select_no_match;
    return Base::select(selector, apply_pseudo);
  }
  bool is_nth_child(const litehtml::element::ptr& child, int number, int offset,
                    bool of_type) const override {
    return budget_.select(siblings()) && Base::is_nth_child(child, number, offset, of_type);
  }
  bool is_nth_last_child(const litehtml::element::ptr& child, int number, int offset,
                         bool of_type) const override {
    return budget_.select(siblings()) && Base::is_nth_last_child(child, number, offset, of_type);
  }
  bool is_only_child(const litehtml::element::ptr& child, bool of_type) const override {
    return budget_.select(siblings()) && Base::is_only_child(child, of_type);
  }

  // Every word asks for what it inherits; the walk to the root is made once per element.
  const char* get_style_property(const char* name, bool inherited,
                                 const char* otherwise) const override {
    if (!inherited || group == 0) return Base::get_style_property(name, inherited, otherwise);
    for (const auto& [known, value] : inherited_) {
      if (known == name) return value == nullptr ? otherwise : value;
    }
    const char* value = Base::get_style_property(name, true, nullptr);
    inherited_.emplace_back(name, value);
    return value == nullptr ? otherwise : value;
  }

  void init_font() override {
    Base::init_font();
    this->m_font_size = std::clamp(this->m_font_size, 0, kLargestFont);
  }

  void parse_styles(bool is_reparse) override {
    if (this->get_attr("style") == nullptr && is_switched_off()) {
      this->m_display = litehtml::display_none;
      return;
    }
    imitate_flex();
    const std::string key = style_key();
    const litehtml::html_tag** exemplar = key.empty() ? nullptr : &styles_.exemplar(key);
    if (exemplar != nullptr && *exemplar != nullptr) {
      // Equal keys have equal names, and so equal types.
      share(static_cast<const Counted&>(**exemplar));
      if (is_tabular(this->m_display)) this->get_document()->add_tabular(this->shared_from_this());
      for (auto& child : this->m_children) child->parse_styles(is_reparse);
    } else {
      if (exemplar != nullptr) *exemplar = this;
      group = styles_.new_group();
      Base::parse_styles(is_reparse);
    }
    bound_crowds();
  }

  // A grid has rows times columns cells, whatever the page has.
  void init() override {
    const bool is_table = this->m_display == litehtml::display_table ||
                          this->m_display == litehtml::display_inline_table;
    if (is_table && grid_size() > kLargestGrid) {
      budget_.table_is_too_large = true;
      this->m_display = litehtml::display_block;
    }
    Base::init();
    take_margin_of_first_child();
  }

  int render(int x, int y, int width, bool second_pass) override {
    if (!budget_.render(1 + siblings() / 8)) return 0;
    return Base::render(bounded(x), bounded(y), std::clamp(width, 0, kFarthest), second_pass);
  }

 private:
  long siblings() const { return static_cast<long>(this->m_children.size()); }

  bool apply(RuleIndex& index, std::uint32_t at) {
    const litehtml::css_selector& selector = index.selector(at);
    const int match = this->select(selector, true);
    if (match == litehtml::select_no_match) return false;
    if ((match & litehtml::select_match_with_after) != 0) {
      if (auto after = this->get_element_after()) after->add_style(selector.m_style, "");
    } else if ((match & litehtml::select_match_with_before) != 0) {
      if (auto before = this->get_element_before()) before->add_style(selector.m_style, "");
    } else {
      this->m_style.combine(index.style(at));
      return true;
    }
    return false;
  }

  // A row of flexible boxes as a table of one row; rows that wrap as boxes in lines. Columns are
  // blocks anyway.
  void imitate_flex() {
    if (is_flex_row(*this)) {
      if (!wraps(*this)) this->m_style.add("display:table;border-spacing:0;", "", nullptr);
    }
    const auto around = this->parent();
    if (!around || !is_flex_row(*around)) return;
    const char* position = this->m_style.get_property("position");
    const std::string_view place = position == nullptr ? "" : position;
    if (place == "absolute" || place == "fixed") return;
    this->m_style.add(wraps(*around) ? "display:inline-block;vertical-align:top;float:none;"
                                     : "display:table-cell;vertical-align:top;float:none;",
                      "", nullptr);
    if (const char* basis = this->m_style.get_property("-asof-basis")) {
      this->m_style.add((std::string("width:") + basis).c_str(), "", nullptr);
    }
  }

  // Every float is compared with every other, and completing a table moves all children of what
  // it is in.
  void bound_crowds() {
    if (this->m_float != litehtml::float_none && ++budget_.floats > kMostFloats) {
      this->m_float = litehtml::float_none;
    }
    if (!is_tabular(this->m_display)) return;
    const auto around = this->parent();
    if (!around || around->get_children_count() < kCrowd || is_tabular(around->get_display()))
      return;
    this->m_display = litehtml::display_block;
    budget_.table_is_too_large = true;
  }

  // The engine lets margins collapse through one parent only, and adds them once more for every
  // further one around it. Where all of them have the margin beforehand it adds nothing.
  void take_margin_of_first_child() {
    if (this->m_display != litehtml::display_block &&
        this->m_display != litehtml::display_list_item) {
      return;
    }
    if (!this->collapse_top_margin() ||
        this->m_css_margins.top.units() == litehtml::css_units_percentage) {
      return;
    }
    for (const auto& child : this->m_children) {
      if (child->is_white_space() || child->get_display() == litehtml::display_none ||
          child->get_float() != litehtml::float_none ||
          child->get_element_position() >= litehtml::element_position_absolute) {
        continue;
      }
      if (child->is_inline_box() || child->get_clear() != litehtml::clear_none) return;
      const int margin = child->margin_top();
      if (margin <= this->m_margins.top) return;
      this->m_margins.top = margin;
      this->m_css_margins.top.set_value(static_cast<float>(margin), litehtml::css_units_px);
      return;
    }
  }

  bool is_switched_off() const {
    const char* display = this->m_style.get_property("display");
    return display != nullptr && std::string_view(display) == "none";
  }

  // What the element's style follows from; empty where it follows from more.
  std::string style_key() const {
    if (this->is_replaced() || this->get_attr("style") != nullptr) return {};
    const auto* around = dynamic_cast<const Grouped*>(this->parent().get());
    if (around == nullptr || around->group == 0) return {};
    std::string key = this->m_tag + ' ' + std::to_string(around->group);
    for (const std::uint32_t rule : matched_) key.append(" ").append(std::to_string(rule));
    for (const char* name : kPresentational) {
      const char* value = this->get_attr(name);
      if (value != nullptr) key.append(" ").append(name).append("=").append(value);
    }
    return key;
  }

  void share(const Counted& other) {
    this->m_vertical_align = other.m_vertical_align;
    this->m_text_align = other.m_text_align;
    this->m_display = other.m_display;
    this->m_list_style_type = other.m_list_style_type;
    this->m_list_style_position = other.m_list_style_position;
    this->m_white_space = other.m_white_space;
    this->m_float = other.m_float;
    this->m_clear = other.m_clear;
    this->m_bg = other.m_bg;
    this->m_el_position = other.m_el_position;
    this->m_line_height = other.m_line_height;
    this->m_lh_predefined = other.m_lh_predefined;
    this->m_font = other.m_font;
    this->m_font_size = other.m_font_size;
    this->m_font_metrics = other.m_font_metrics;
    this->m_css_margins = other.m_css_margins;
    this->m_css_padding = other.m_css_padding;
    this->m_css_borders = other.m_css_borders;
    this->m_css_width = other.m_css_width;
    this->m_css_height = other.m_css_height;
    this->m_css_min_width = other.m_css_min_width;
    this->m_css_min_height = other.m_css_min_height;
    this->m_css_max_width = other.m_css_max_width;
    this->m_css_max_height = other.m_css_max_height;
    this->m_css_offsets = other.m_css_offsets;
    this->m_css_text_indent = other.m_css_text_indent;
    this->m_overflow = other.m_overflow;
    this->m_visibility = other.m_visibility;
    this->m_z_index = other.m_z_index;
    this->m_box_sizing = other.m_box_sizing;
    this->m_css_border_spacing_x = other.m_css_border_spacing_x;
    this->m_css_border_spacing_y = other.m_css_border_spacing_y;
    this->m_border_spacing_x = other.m_border_spacing_x;
    this->m_border_spacing_y = other.m_border_spacing_y;
    this->m_border_collapse = other.m_border_collapse;
    this->m_margins = other.m_margins;
    this->m_padding = other.m_padding;
    this->m_borders = other.m_borders;
    group = other.group;
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

  Budget& budget_;
  Styles& styles_;
  // By the address of the name, a constant of the engine.
  mutable std::vector<std::pair<const char*, const char*>> inherited_;
  std::vector<std::uint32_t> matched_;  // rules, in the order of the cascade
};

bool is_image(std::string_view tag) {
  return tag == "img" || tag == "svg" || tag == "math" || tag == "iframe" || tag == "video" ||
         tag == "canvas" || tag == "embed" || tag == "audio" || tag == "select" || tag == "input";
}

}  // namespace

struct Workshop::Shared {
  Styles styles;
};

Workshop::Workshop() : shared_(std::make_unique<Shared>()) {}
Workshop::~Workshop() = default;

ElementPtr Workshop::make(std::string_view name, const DocumentPtr& document) {
  const auto make = [&]<class Base>(std::type_identity<Base>) -> ElementPtr {
    return std::make_shared<Counted<Base>>(document, budget, shared_->styles);
  };
  if (name == "br") return make(std::type_identity<litehtml::el_break>{});
  if (name == "p") return make(std::type_identity<litehtml::el_para>{});
  if (name == "table") return make(std::type_identity<litehtml::el_table>{});
  if (name == "td" || name == "th") return make(std::type_identity<litehtml::el_td>{});
  if (name == "tr") return make(std::type_identity<litehtml::el_tr>{});
  if (name == "div") return make(std::type_identity<litehtml::el_div>{});
  if (name == "body") return make(std::type_identity<litehtml::el_body>{});
  if (name == "font") return make(std::type_identity<litehtml::el_font>{});
  if (is_image(name)) return make(std::type_identity<litehtml::el_image>{});
  return make(std::type_identity<litehtml::html_tag>{});
}

}  // namespace asof::layout
