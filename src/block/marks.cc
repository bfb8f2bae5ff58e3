#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "block/marks_internal.h"

namespace asof::block {
namespace {

using layout::Node;
using layout::NodeId;

struct Named {
  std::string_view name;
  Tag tag;
};

constexpr std::array kTags = {
    Named{"a", Tag::Link},
    Named{"address", Tag::Paragraph},
    Named{"article", Tag::Section},
    Named{"aside", Tag::Landmark},
    Named{"br", Tag::Break},
    Named{"button", Tag::Paragraph},
    Named{"caption", Tag::Cell},
    Named{"dd", Tag::Item},
    Named{"dl", Tag::List},
    Named{"dt", Tag::Item},
    Named{"footer", Tag::Landmark},
    Named{"h1", Tag::Heading},
    Named{"h2", Tag::Heading},
    Named{"h3", Tag::Heading},
    Named{"h4", Tag::Heading},
    Named{"h5", Tag::Heading},
    Named{"h6", Tag::Heading},
    Named{"header", Tag::Landmark},
    Named{"hr", Tag::Rule},
    Named{"img", Tag::Image},
    Named{"li", Tag::Item},
    Named{"main", Tag::Landmark},
    Named{"menu", Tag::List},
    Named{"nav", Tag::Landmark},
    Named{"ol", Tag::List},
    Named{"p", Tag::Paragraph},
    Named{"pre", Tag::Paragraph},
    Named{"section", Tag::Section},
    Named{"summary", Tag::Paragraph},
    Named{"svg", Tag::Drawing},
    Named{"table", Tag::Table},
    Named{"tbody", Tag::TablePart},
    Named{"td", Tag::Cell},
    Named{"tfoot", Tag::TablePart},
    Named{"th", Tag::Cell},
    Named{"thead", Tag::TablePart},
    Named{"tr", Tag::TablePart},
    Named{"ul", Tag::List},
};
static_assert(std::ranges::is_sorted(kTags, {}, &Named::name));

// Words by which people name the parts of their pages, in ids; an id is one place of the page,
// while classes with these words also name parts of every small card.
constexpr std::array<std::string_view, 18> kPartIds = {
    "aside",  "banner",     "breadcrumb", "breadcrumbs", "comments",  "content",
    "footer", "header",     "main",       "masthead",    "menu",      "nav",
    "navbar", "navigation", "search",     "sidebar",     "subheader", "toc"};
constexpr std::array<std::string_view, 7> kPartClasses = {
    "breadcrumb", "breadcrumbs", "footer", "masthead", "navbar", "navigation", "sidebar"};
constexpr std::array<std::string_view, 6> kPartRoles = {"banner", "complementary", "contentinfo",
                                                        "main",   "navigation",    "search"};

template <class Words>
bool among(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

Tag tag_named(std::string_view name) {
  const auto* found = std::ranges::lower_bound(kTags, name, {}, &Named::name);
  return found != kTags.end() && found->name == name ? found->tag : Tag::Other;
}

// "mainContent", "main-content" and "main_content" hold the words main and content.
bool names_a_part(std::string_view id) {
  std::string word;
  for (std::size_t i = 0; i <= id.size(); ++i) {
    const bool letter = i < id.size() && is_alpha(id[i]);
    const bool hump = letter && is_upper(id[i]) && i > 0 && is_lower(id[i - 1]);
    if ((!letter || hump) && !word.empty()) {
      if (among(kPartIds, word)) return true;
      word.clear();
    }
    if (letter) word += to_lower(id[i]);
  }
  return false;
}

bool has_part_class(std::string_view classes) {
  for (std::string_view one : split(classes, ' ')) {
    if (among(kPartClasses, one)) return true;
  }
  return false;
}

// What the enclosing elements say.
struct Within {
  bool section = false;  // a header here is that of an article, not of the page
  bool card = false;     // an article, an item, a landmark: parts of it are not parts of the page
};

// `before` is the element before it, among its siblings.
Tag tag_of(const Node& node, const Within& within, Tag before) {
  if (node.is_text()) return Tag::Text;
  const Tag tag = tag_named(node.name);
  if (tag == Tag::Link) return node.attribute("href").empty() ? Tag::Other : Tag::Link;
  if (node.name == "input") {
    return iequals(node.attribute("type"), "image") ? Tag::Image : Tag::Other;
  }
  if (tag == Tag::Landmark) {
    const bool scoped = node.name == "header" || node.name == "footer";
    return scoped && within.section ? Tag::Other : tag;
  }
  const bool container = tag == Tag::Other || tag == Tag::List || tag == Tag::Table ||
                         tag == Tag::Section || tag == Tag::Cell;
  if (!container || node.is_inline || within.card) return tag;
  // The list that a heading stands over is no part without it.
  if (before == Tag::Heading && tag != Tag::Other) return tag;
  if (among(kPartRoles, node.attribute("role"))) return Tag::Landmark;
  const std::string_view id = node.attribute("id");
  if (!id.empty() && id.size() < 40 && names_a_part(id)) return Tag::Landmark;
  return has_part_class(node.attribute("class")) ? Tag::Landmark : tag;
}

Within inside(const Node& node, Tag tag, Within within) {
  within.card |= tag == Tag::Item || node.name == "article" || node.name == "aside" ||
                 node.name == "nav" || node.name == "blockquote" || node.name == "header" ||
                 node.name == "footer";
  within.section |= within.card || tag == Tag::Section || node.name == "main";
  return within;
}

}  // namespace

std::vector<Marks> marks_of(const layout::Page& page) {
  std::vector<Marks> marks(page.nodes.size());
  std::vector<Within> within(page.nodes.size());
  // The innermost table around each node.
  std::vector<NodeId> table(page.nodes.size(), layout::kNoNode);
  std::vector<Tag> last(page.nodes.size());  // of the children seen so far, texts left out
  for (NodeId id = 0; id < page.nodes.size(); ++id) {
    const Node& node = page.nodes[id];
    Tag before = Tag::Other;
    if (node.parent < id) {
      before = last[node.parent];
      within[id] = inside(page.nodes[node.parent], marks[node.parent].tag, within[node.parent]);
      table[id] = page.nodes[node.parent].name == "table" ? node.parent : table[node.parent];
    }
    marks[id].tag = tag_of(node, within[id], before);
    if (node.parent < id && !node.is_text()) last[node.parent] = marks[id].tag;
    if (marks[id].tag == Tag::Heading)
      marks[id].level = static_cast<std::uint8_t>(node.name[1] - '0');
    const bool header = node.name == "th" || node.name == "thead" || node.name == "caption";
    if (header && table[id] != layout::kNoNode) marks[table[id]].headed_table = true;
  }
  return marks;
}

bool looks_generated(std::string_view id) {
  std::size_t digits = 0;
  std::size_t letters = 0;
  std::size_t digit_run = 0;
  std::size_t hex_run = 0;
  bool hex_digit = false;
  for (char c : id) {
    if (is_space(c) || c == ':') return true;
    digits += is_digit(c) ? 1 : 0;
    letters += is_alpha(c) ? 1 : 0;
    digit_run = is_digit(c) ? digit_run + 1 : 0;
    const bool in_hex = hex_value(c) >= 0;
    hex_run = in_hex ? hex_run + 1 : 0;
    hex_digit = in_hex && (hex_digit || is_digit(c));
    if (digit_run >= 6 || (hex_run >= 8 && hex_digit)) return true;
  }
  // "id-1.9.3.16" counts the parts of a book.
  const bool counted = id.find('.') != std::string_view::npos;
  if (counted && letters < 4 && digits > 4) return true;
  return id.empty() || id.size() > 80;
}

}  // namespace asof::block
