#include "layout/markup_internal.h"
#include "layout/script_text_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "html/link_rules.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "layout/attributes_internal.h"
#include "layout/element_rules_internal.h"
#include "layout/names_internal.h"
#include "url/url.h"

namespace asof::layout {

namespace {

using html::NameKey;
using namespace html::literals;

// An inner table is laid out several times for each layout of the cell around it.
constexpr int kDeepestTable = 6;
constexpr std::size_t kLongestAddress = 8'192;

struct Open {
  NameKey key = html::kNoKey;
  std::string as;  // the name its tags are written with
};

class Cleaner final {
 public:
  Cleaner(const Source& source, const LayoutOptions& options)
      : limits_(options.limits), window_{options.width, options.height} {
    markup_.base = source.url;
  }

  void start_tag(const html::Tag& tag) {
    if (skipped_depth_ != 0) return start_skipped(tag);
    if (is_full_) return;
    switch (tag.key) {
      case "html"_name:
        return merge(html_attributes_, tag);
      case "body"_name:
        return merge(body_attributes_, tag);
      case "head"_name:
      case "meta"_name:
      case "source"_name:
      case "track"_name:
      case "param"_name:
        return;
      case "frameset"_name:
      case "frame"_name:
        markup_.has_frames = true;
        return;
      case "base"_name:
        return take_base(tag);
      case "link"_name:
        return take_link(tag);
      default:
        break;
    }
    if (is_dropped(tag.key)) return start_dropped(tag);
    if (tag.key == "tr"_name || tag.key == "td"_name || is_table_part(tag.key)) {
      if (tag.key != "table"_name && !enter_table_part(tag.key)) return;
    }
    imply_ends(tag.key);
    open(tag);
  }

  void end_tag(const html::Tag& tag) {
    if (skipped_depth_ != 0) {
      if (tag.key == skipped_ && --skipped_depth_ == 0) end_skipped();
      return;
    }
    if (is_full_) return;
    if (!melted_.empty() && melted_.back() == tag.key) {
      melted_.pop_back();
      return;
    }
    if (is_void(tag.key) || tag.key == "html"_name || tag.key == "body"_name) return;
    close(tag.key, tag.name);
  }

  void text(const html::Text& text) {
    if (text.kind == html::TextKind::Script) {
      markup_.script_bytes += text.raw.size();
      markup_.writes = markup_.writes || writes_text(text.raw);
      return;
    }
    if (skipped_ == "style"_name && skipped_depth_ != 0) {
      if (sheet_.text.size() < limits_.style_bytes) sheet_.text.append(text.raw);
      return;
    }
    if (skipped_ == "title"_name && skipped_depth_ != 0) {
      if (markup_.title.size() < kLongestAddress)
        html::append_text(markup_.title, text.raw, text.kind);
      return;
    }
    if (skipped_depth_ != 0) return;
    append_text(html::decode_text(text.raw, text.kind));
  }

  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}

  Markup finish() {
    while (!open_.empty()) pop();
    markup_.html = "<!DOCTYPE html><html" + html_attributes_ + "><head><link></head><body" +
                   body_attributes_ + ">" + body_ + "</body></html>";
    for (const char* implied : {"html", "head", "body", "tbody", "tr"}) {
      markup_.names.names[implied] += 1;
    }
    markup_.names.elements += 3;
    markup_.title = folded(markup_.title);
    if (is_deep_) reason(fmt::format("elements nested deeper than {} were melted", limits_.depth));
    markup_.cut = is_full_;
    if (is_full_) reason(fmt::format("only the first {} elements and texts", limits_.nodes));
    if (has_many_attributes_) {
      reason(fmt::format("elements with more than {} attributes were cut", limits_.attributes));
    }
    if (has_deep_tables_)
      reason(fmt::format("tables nested deeper than {} were melted", kDeepestTable));
    return std::move(markup_);
  }

 private:
  void reason(std::string text) { markup_.reasons.push_back(std::move(text)); }

  static std::string folded(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (!is_space(c)) {
        out.push_back(c);
      } else if (!out.empty() && out.back() != ' ') {
        out.push_back(' ');
      }
    }
    return to_utf8(trim(out));
  }

  bool spend_node() {
    if (nodes_ >= limits_.nodes) {
      is_full_ = true;
      return false;
    }
    ++nodes_;
    return true;
  }

  // -- Elements left out with what they hold.

  void start_dropped(const html::Tag& tag) {
    if (tag.key == "script"_name) ++markup_.scripts;
    if (tag.key == "style"_name) sheet_ = {.media = html::attribute_text(tag, "media"_name)};
    // A title inside svg is not the page's; those are skipped as a whole before.
    if (tag.key == "title"_name && !markup_.title.empty()) markup_.title.push_back(' ');
    skipped_ = tag.key;
    skipped_depth_ = 1;
  }

  void start_skipped(const html::Tag& tag) {
    if (tag.key == "script"_name) ++markup_.scripts;
    if (tag.key == skipped_ && !tag.self_closing) ++skipped_depth_;
  }

  void end_skipped() {
    if (skipped_ == "style"_name) {
      if (markup_.sheets.size() < limits_.style_sheets) markup_.sheets.push_back(std::move(sheet_));
      sheet_ = {};
    }
  }

  void take_base(const html::Tag& tag) {
    if (has_base_ || tag.find("href"_name) == nullptr) return;
    const auto page = url::parse(markup_.base);
    const auto base = url::parse(html::attribute_text(tag, "href"_name), page ? &*page : nullptr);
    has_base_ = true;
    if (base) markup_.base = base->href(false);
  }

  void take_link(const html::Tag& tag) {
    const std::string rel = lower(html::attribute_text(tag, "rel"_name));
    if (!html::has_token(rel, "stylesheet") || html::has_token(rel, "alternate")) return;
    SheetReference sheet{.href = html::attribute_text(tag, "href"_name),
                         .media = html::attribute_text(tag, "media"_name)};
    if (sheet.href.empty() || sheet.href.size() > kLongestAddress) return;
    if (markup_.sheets.size() < 4 * limits_.style_sheets)
      markup_.sheets.push_back(std::move(sheet));
  }

  // -- The stack of open elements.

  void pop() {
    body_.append("</").append(open_.back().as).append(">");
    if (open_.back().key == "table"_name) --tables_;
    if (is_preformatted(open_.back().key)) --preformatted_;
    open_.pop_back();
  }

  // Closes everything above the element at this depth, and it too.
  void pop_through(std::size_t depth) {
    while (open_.size() > depth) pop();
  }

  // The depth of the innermost open element of this name that no boundary hides; npos if none.
  std::size_t find_open(NameKey key, std::string_view name) const {
    const bool is_inline = !is_special(key);
    for (std::size_t depth = open_.size(); depth-- > 0;) {
      const Open& element = open_[depth];
      if (element.key == key && (key != html::kNoKey || iequals(element.as, name))) return depth;
      if (bounds_scope(element.key) && !is_table_part(key)) break;
      if (element.key == "table"_name) break;
      // Formatting that ends inside a block it did not begin in stays until its own block ends:
      // closing the block would tear the layout, which a bold word too much does not.
      if (is_inline && is_special(element.key)) break;
    }
    return std::string::npos;
  }

  void close(NameKey key, std::string_view name) {
    const std::size_t depth = find_open(key, name);
    if (depth != std::string::npos) {
      pop_through(depth);
    } else if (is_heading(key)) {
      // Any heading's end tag ends a heading.
      if (!open_.empty() && is_heading(open_.back().key)) pop();
    }
  }

  // Closes up to the part of the innermost table that may hold `key`. False where there is none.
  bool enter_table_part(NameKey key) {
    for (std::size_t depth = open_.size(); depth-- > 0;) {
      const NameKey around = open_[depth].key;
      const bool is_group =
          around == "tbody"_name || around == "thead"_name || around == "tfoot"_name;
      const bool is_cell = key == "td"_name || key == "th"_name;
      const bool holds = around == "table"_name || (is_group && (key == "tr"_name || is_cell)) ||
                         (around == "tr"_name && is_cell) ||
                         (around == "colgroup"_name && key == "col"_name);
      if (!holds) continue;
      pop_through(depth + 1);
      return true;
    }
    return false;
  }

  void close_if_open(NameKey key) {
    const std::size_t depth = find_open(key, {});
    if (depth != std::string::npos) pop_through(depth);
  }

  void imply_ends(NameKey key) {
    if (closes_paragraph(key)) close_paragraph();
    if (is_heading(key) && !open_.empty() && is_heading(open_.back().key)) pop();
    if (key == "li"_name) close_item("li"_name, "li"_name);
    if (key == "dd"_name || key == "dt"_name) close_item("dd"_name, "dt"_name);
    if (key == "a"_name || key == "nobr"_name || key == "button"_name) close_if_open(key);
    if (key == "option"_name) close_if_open("option"_name);
  }

  void close_paragraph() {
    for (std::size_t depth = open_.size(); depth-- > 0;) {
      const NameKey key = open_[depth].key;
      if (key == "p"_name) return pop_through(depth);
      if (bounds_scope(key) || key == "button"_name) return;
    }
  }

  void close_item(NameKey one, NameKey other) {
    for (std::size_t depth = open_.size(); depth-- > 0;) {
      const NameKey key = open_[depth].key;
      if (key == one || key == other) return pop_through(depth);
      if (is_special(key) && key != "div"_name && key != "p"_name && key != "address"_name) return;
    }
  }

  static bool is_preformatted(NameKey key) {
    return key == "pre"_name || key == "textarea"_name || key == "listing"_name ||
           key == "xmp"_name || key == "plaintext"_name;
  }

  // -- Output.

  std::string written_name(const html::Tag& tag) {
    if (tag.key == "image"_name) return "img";
    if (tag.key == "xmp"_name || tag.key == "plaintext"_name || tag.key == "listing"_name) {
      return "pre";
    }
    // Tree builders have modes of their own for these.
    if (tag.key == "textarea"_name) return "div";
    if (is_table_part(tag.key) && tables_ + (tag.key == "table"_name ? 1 : 0) > kDeepestTable) {
      has_deep_tables_ = true;
      return "div";
    }
    std::string name = lower(tag.name);
    return is_plain_name(name) && name.size() <= 64 ? name : "span";
  }

  void open(const html::Tag& tag) {
    const bool ends_here = is_void(tag.key) || is_replaced(tag.key);
    if (!ends_here && open_.size() >= limits_.depth) {
      is_deep_ = true;
      melted_.push_back(tag.key);
      return;
    }
    if (!spend_node()) return;
    const std::string name = written_name(tag);
    markup_.names.names[name] += 1;
    ++markup_.names.elements;
    body_.append("<").append(name);
    append_attributes(body_, tag);
    body_.push_back('>');
    last_is_space_ = last_is_space_ && !is_replaced(tag.key) && !is_void(tag.key);
    if (is_void(tag.key)) {
      if (name == "div") body_.append("</div>");
      return;
    }
    if (is_replaced(tag.key)) {
      body_.append("</").append(name).append(">");
      if (!tag.self_closing) {
        skipped_ = tag.key;
        skipped_depth_ = 1;
      }
      return;
    }
    if (tag.key == "table"_name) ++tables_;
    if (is_preformatted(tag.key)) ++preformatted_;
    open_.push_back({tag.key, name});
  }

  void merge(std::string& attributes, const html::Tag& tag) {
    if (attributes.empty()) append_attributes(attributes, tag);
  }

  void append_attributes(std::string& out, const html::Tag& tag) {
    std::size_t count = 0;
    attribute_names_.clear();
    for (const html::Attribute& attribute : tag.attributes) {
      if (count == limits_.attributes) {
        has_many_attributes_ = true;
        break;
      }
      std::string name = lower(attribute.name);
      // Names no style sheet and no reader of pages asks for.
      if (!is_plain_attribute(name) || !attribute_names_.insert(name).second) continue;
      ++count;
      write_attribute(out, name, html::decode_attribute_value(attribute.value), markup_.names,
                      window_);
    }
  }

  // White space outside preformatted text becomes one space or, where it has one, one line end, so
  // that style sheets can still make text preformatted.
  void append_text(std::string_view raw) {
    const std::string text = is_utf8(raw) ? std::string(raw) : to_utf8(raw);
    const bool blank = trim(text).empty();
    if (blank && preformatted_ == 0) {
      if (!last_is_space_) body_.push_back(' ');
      last_is_space_ = true;
      return;
    }
    if (!spend_node()) return;
    std::string folded;
    bool in_word = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!is_space(text[at])) {
        // Ideographs stand alone.
        if (!in_word || static_cast<unsigned char>(text[at]) >= 0xE3) ++markup_.words;
        in_word = true;
        folded.push_back(text[at]);
        continue;
      }
      in_word = false;
      if (preformatted_ != 0 && ++preserved_ < limits_.nodes) {
        folded.push_back(text[at]);
        continue;
      }
      std::size_t end = at;
      bool has_line_end = false;
      while (end < text.size() && is_space(text[end])) has_line_end |= text[end++] == '\n';
      folded.push_back(has_line_end ? '\n' : ' ');
      at = end - 1;
    }
    write_escaped(body_, folded);
    last_is_space_ = is_space(folded.back());
  }

  Limits limits_;
  Window window_;
  Markup markup_;
  std::string body_;
  std::string html_attributes_;
  std::string body_attributes_;
  std::vector<Open> open_;
  std::vector<NameKey> melted_;  // start tags beyond the depth
  std::unordered_set<std::string> attribute_names_;
  SheetReference sheet_;
  NameKey skipped_ = html::kNoKey;
  std::size_t skipped_depth_ = 0;
  std::size_t nodes_ = 0;
  int tables_ = 0;
  int preformatted_ = 0;
  std::size_t preserved_ = 0;  // white space characters in preformatted text
  bool last_is_space_ = true;
  bool has_base_ = false;
  bool is_deep_ = false;
  bool is_full_ = false;
  bool has_many_attributes_ = false;
  bool has_deep_tables_ = false;
};

}  // namespace

Markup clean_markup(const Source& source, const LayoutOptions& options) {
  Cleaner cleaner(source, options);
  std::string_view html = source.html;
  const bool cut = html.size() > options.limits.html;
  if (cut) html = html.substr(0, options.limits.html);
  html::tokenize(html, cleaner);
  Markup markup = cleaner.finish();
  markup.cut = markup.cut || cut;
  if (cut) markup.reasons.push_back("the document was cut to " + human_bytes(html.size()));
  return markup;
}

}  // namespace asof::layout
