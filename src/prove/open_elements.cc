#include "prove/open_elements.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "html/references.h"

namespace asof::prove {
namespace {

using html::NameKey;
using namespace html::literals;

// Tags without a partner are looked for no deeper than this, and deeper elements are not told
// apart: a page of a million open tags is read in a moment.
constexpr std::size_t kDeepest = 2'000;
constexpr std::size_t kFarthest = 200;

constexpr std::array kVoid = {"area"_name,  "base"_name,   "br"_name,    "col"_name,  "embed"_name,
                              "hr"_name,    "img"_name,    "input"_name, "link"_name, "meta"_name,
                              "param"_name, "source"_name, "track"_name, "wbr"_name};
constexpr std::array kCells = {"td"_name, "th"_name, "caption"_name};
constexpr std::array kRows = {"tr"_name, "tbody"_name, "thead"_name, "tfoot"_name};
constexpr std::array kLists = {"ul"_name, "ol"_name, "menu"_name, "dir"_name, "dl"_name};
constexpr std::array kBlocks = {
    "address"_name, "article"_name, "aside"_name,   "blockquote"_name, "center"_name,
    "details"_name, "dialog"_name,  "div"_name,     "fieldset"_name,   "figcaption"_name,
    "figure"_name,  "footer"_name,  "form"_name,    "h1"_name,         "h2"_name,
    "h3"_name,      "h4"_name,      "h5"_name,      "h6"_name,         "header"_name,
    "hgroup"_name,  "hr"_name,      "main"_name,    "nav"_name,        "p"_name,
    "pre"_name,     "search"_name,  "section"_name, "summary"_name,    "table"_name};

template <std::size_t N>
bool is_one_of(const std::array<NameKey, N>& names, NameKey key) {
  return std::ranges::find(names, key) != names.end();
}
bool is_item(NameKey key) { return key == "li"_name || key == "dd"_name || key == "dt"_name; }
bool is_block(NameKey key) {
  return is_one_of(kBlocks, key) || is_one_of(kLists, key) || is_one_of(kCells, key) ||
         is_one_of(kRows, key) || is_item(key) || key == "template"_name || key == "body"_name;
}
// No end tag but those of tables reaches beyond these.
bool bounds(NameKey key) {
  return key == "table"_name || is_one_of(kCells, key) || key == "template"_name;
}
bool is_of_table(NameKey key) {
  return key == "table"_name || is_one_of(kCells, key) || is_one_of(kRows, key);
}

// Whether a start tag ends an open element that its author left open.
bool ends(NameKey next, NameKey open) {
  if (open == "p"_name) return is_one_of(kBlocks, next) || is_one_of(kLists, next) || is_item(next);
  if (open == "li"_name) return next == "li"_name;
  if (open == "dd"_name || open == "dt"_name) return next == "dd"_name || next == "dt"_name;
  if (open == "option"_name) return next == "option"_name || next == "optgroup"_name;
  if (is_one_of(kCells, open)) return is_one_of(kCells, next) || is_one_of(kRows, next);
  if (open == "tr"_name) return is_one_of(kRows, next);
  return is_one_of(kRows, open) && is_one_of(kRows, next) && next != "tr"_name;
}
// Elements that an open one is not looked for behind.
bool stops(NameKey next, NameKey open) {
  if (is_one_of(kCells, next) || is_one_of(kRows, next)) return open == "table"_name;
  return bounds(open) || (is_item(next) && is_one_of(kLists, open)) || open == "select"_name ||
         open == "button"_name;
}

bool hides_by_style(std::string_view style) {
  for (const std::string_view declaration : split(style, ';')) {
    const std::size_t colon = declaration.find(':');
    if (colon == kNone) continue;
    const std::string name = lower(trim(declaration.substr(0, colon)));
    std::string value = lower(trim(declaration.substr(colon + 1)));
    value = std::string(trim(value.substr(0, value.find('!'))));
    if ((name == "display" && value == "none") ||
        (name == "visibility" && (value == "hidden" || value == "collapse")) ||
        (name == "content-visibility" && value == "hidden") ||
        ((name == "opacity" || name == "font-size") && (value == "0" || value == "0px")))
      return true;
  }
  return false;
}

}  // namespace

std::string_view hides_text(const html::Tag& tag) {
  switch (tag.key) {
    case "script"_name:
      return "a script";
    case "style"_name:
      return "a style sheet";
    case "title"_name:
      return "the title";
    case "template"_name:
      if (tag.find("shadowrootmode") != nullptr) break;
      return "a template";
    case "noscript"_name:
      return "a part for browsers without scripts";
    case "iframe"_name:
    case "object"_name:
    case "video"_name:
    case "audio"_name:
    case "canvas"_name:
    case "noframes"_name:
    case "noembed"_name:
      return "a part for browsers that cannot show an object";
    case "datalist"_name:
      return "a list of suggestions";
    case "dialog"_name:
      if (tag.find("open"_name) == nullptr) return "a closed dialog";
      break;
    default:
      break;
  }
  if (tag.find("hidden"_name) != nullptr) return "a hidden element";
  const html::Attribute* style = tag.find("style"_name);
  if (style != nullptr && hides_by_style(html::decode_attribute_value(style->value)))
    return "a hidden element";
  return "";
}

void OpenElements::start(const html::Tag& tag) {
  close_implied(tag.key);
  if (is_one_of(kVoid, tag.key)) return;
  // In HTML "<div/>" opens a div; only foreign elements close themselves, and they hold no names
  // of HTML's.
  if (tag.self_closing && !is_block(tag.key) && hides_text(tag).empty()) return;
  if (open_.size() >= kDeepest) {
    ++beyond_;
    return;
  }
  const std::string_view hides = hides_text(tag);
  if (!hides.empty()) hiding_.push_back(open_.size());
  open_.push_back({tag.key, hides});
}

void OpenElements::end(const html::Tag& tag) {
  if (tag.key == "body"_name || tag.key == "html"_name) return;
  if (beyond_ > 0) {
    --beyond_;
    return;
  }
  std::size_t looked = 0;
  for (std::size_t i = open_.size(); i-- > 0 && looked < kFarthest; ++looked) {
    if (open_[i].key == tag.key) return pop_to(i);
    if (open_[i].key == "table"_name || open_[i].key == "template"_name) return;
    if (bounds(open_[i].key) && !is_of_table(tag.key)) return;
    // The end of a formatting element does not end the block around it.
    if (is_block(open_[i].key) && !is_block(tag.key)) return;
  }
}

std::string_view OpenElements::hidden_by() const {
  return hiding_.empty() ? std::string_view() : open_[hiding_.back()].hides;
}

void OpenElements::close_implied(NameKey next) {
  if (!is_block(next) && next != "option"_name && next != "optgroup"_name) return;
  std::size_t to = open_.size();
  std::size_t looked = 0;
  for (std::size_t i = open_.size(); i-- > 0 && looked < kFarthest; ++looked) {
    if (ends(next, open_[i].key)) to = i;
    if (stops(next, open_[i].key)) break;
  }
  if (to < open_.size()) pop_to(to);
}

void OpenElements::pop_to(std::size_t size) {
  open_.resize(size);
  while (!hiding_.empty() && hiding_.back() >= size) hiding_.pop_back();
}

}  // namespace asof::prove
