#include "planted_source.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "block/segment.h"
#include "html/text.h"
#include "html/tokenizer.h"

namespace asof::test::planted {
namespace {

using block::BlockId;
using layout::NodeId;

constexpr std::string_view kPlace = "data-place";

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_void(std::string_view name) {
  return is_one_of(name, {"area", "base", "br", "col", "embed", "hr", "img", "input", "link",
                          "meta", "param", "source", "track", "wbr"});
}

bool ends_paragraph(std::string_view name) {
  return is_one_of(
      name, {"address", "article",  "aside",  "blockquote", "center", "details", "dir",  "div",
             "dl",      "fieldset", "figure", "footer",     "form",   "h1",      "h2",   "h3",
             "h4",      "h5",       "h6",     "header",     "hr",     "main",    "menu", "nav",
             "ol",      "p",        "pre",    "section",    "table",  "ul"});
}

// Whether an open element ends where another one begins.
bool ends_before(std::string_view open, std::string_view next) {
  if (open == "p") return ends_paragraph(next) || is_one_of(next, {"li", "dt", "dd", "tr", "td"});
  if (open == "li") return next == "li";
  if (open == "dt" || open == "dd") return next == "dt" || next == "dd";
  if (open == "td" || open == "th") return is_one_of(next, {"td", "th", "tr"});
  return open == "tr" && next == "tr";
}
// And where the one around it ends.
bool may_lack_end(std::string_view name) {
  return is_one_of(name, {"p", "li", "dt", "dd", "td", "th", "tr", "tbody"});
}

class Builder final {
 public:
  explicit Builder(Markup& markup) : markup_(markup) {}

  void text(const html::Text& text) {
    if (text.kind != html::TextKind::Data || trim(text.raw).empty()) return;
    markup_.runs.push_back({text.begin, text.begin + text.raw.size(), top()});
  }
  void start_tag(const html::Tag& tag) {
    const std::string name = lowered(tag.name);
    while (!open_.empty() && ends_before(markup_.elements[open_.back()].name, name)) {
      close(tag.begin, tag.begin);
    }
    Element element;
    element.name = name;
    element.parent = top();
    element.begin = tag.begin;
    element.inner_begin = element.inner_end = element.end = tag.end();
    if (const html::Attribute* classes = tag.find("class")) element.classes = classes->value;
    const std::size_t id = markup_.elements.size();
    if (element.parent != kNone) markup_.elements[element.parent].children.push_back(id);
    markup_.elements.push_back(std::move(element));
    if (!is_void(name) && !tag.self_closing) open_.push_back(id);
  }
  void end_tag(const html::Tag& tag) {
    const std::string name = lowered(tag.name);
    const auto found = std::ranges::find_if(open_.rbegin(), open_.rend(), [&](std::size_t id) {
      return markup_.elements[id].name == name;
    });
    if (found == open_.rend()) {
      if (top() != kNone) markup_.elements[top()].sound = false;
      return;
    }
    const std::size_t wanted = *found;
    while (open_.back() != wanted) {
      Element& element = markup_.elements[open_.back()];
      element.sound &= may_lack_end(element.name);
      close(tag.begin, tag.begin);
    }
    close(tag.begin, tag.end());
  }
  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}

  void finish() {
    while (!open_.empty()) {
      markup_.elements[open_.back()].sound = false;
      close(markup_.html.size(), markup_.html.size());
    }
    for (std::size_t id = markup_.elements.size(); id-- > 0;) {
      const Element& element = markup_.elements[id];
      if (!element.sound && element.parent != kNone) {
        markup_.elements[element.parent].sound = false;
      }
    }
  }

 private:
  static std::string lowered(std::string_view name) {
    std::string lower(name);
    for (char& c : lower) c = to_lower(c);
    return lower;
  }
  std::size_t top() const { return open_.empty() ? kNone : open_.back(); }
  void close(std::size_t inner_end, std::size_t end) {
    Element& element = markup_.elements[open_.back()];
    element.inner_end = inner_end;
    element.end = end;
    open_.pop_back();
  }

  Markup& markup_;
  std::vector<std::size_t> open_;
};

// Writes the number of each element into its start tag.
class Numberer final {
 public:
  explicit Numberer(std::string_view html) : html_(html) {}
  void text(const html::Text&) {}
  void start_tag(const html::Tag& tag) {
    const std::size_t at = tag.begin + 1 + tag.name.size();
    result_ += html_.substr(copied_, at - copied_);
    result_ += ' ' + std::string(kPlace) + "=\"" + std::to_string(count_++) + '"';
    copied_ = at;
  }
  void end_tag(const html::Tag&) {}
  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}
  std::string finish() { return std::move(result_) + std::string(html_.substr(copied_)); }

 private:
  std::string_view html_;
  std::size_t copied_ = 0;
  std::size_t count_ = 0;
  std::string result_;
};

bool is_bearing(const layout::Node& node) {
  return node.name == "img" || (node.is_text() && !trim(node.text).empty());
}

}  // namespace

int Element::heading() const {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' ? name[1] - '0' : 0;
}

bool Markup::within(std::size_t element, std::initializer_list<std::string_view> names) const {
  for (; element != kNone; element = elements[element].parent) {
    if (is_one_of(elements[element].name, names)) return true;
  }
  return false;
}
std::string_view Markup::source(std::size_t element) const {
  const Element& e = elements[element];
  return std::string_view(html).substr(e.begin, e.end - e.begin);
}
std::string_view Markup::start_tag(std::size_t element) const {
  const Element& e = elements[element];
  return std::string_view(html).substr(e.begin, e.inner_begin - e.begin);
}

Markup markup_of(std::string_view html) {
  Numberer numberer(html);
  html::Tokenizer<Numberer>(numberer).finish(html);
  Markup markup{.html = numberer.finish(), .elements = {}, .runs = {}};
  Builder builder(markup);
  html::Tokenizer<Builder>(builder).finish(markup.html);
  builder.finish();
  return markup;
}

block::BlockTree blocks_of(const Page& page, std::string_view html) {
  return block::segment(layout::lay_out({html, page.url}, page.resources));
}

Seen::Seen(const Page& source) : markup(markup_of(source.html)) {
  page = layout::lay_out({markup.html, source.url}, source.resources);
  tree = block::segment(page);
  node_of.assign(markup.elements.size(), layout::kNoNode);
  for (NodeId id = 0; id < page.nodes.size(); ++id) {
    const std::string_view place = page.nodes[id].attribute(kPlace);
    std::size_t element = kNone;
    std::from_chars(place.data(), place.data() + place.size(), element);
    if (element < node_of.size() && node_of[element] == layout::kNoNode) node_of[element] = id;
  }
  leaf_of.assign(page.nodes.size(), block::kNoBlock);
  weight.assign(tree.blocks.size(), 0);
  leaves = tree.leaves();
  for (BlockId leaf : leaves) {
    for (NodeId root : tree.blocks[leaf].nodes) {
      for (NodeId id = root; id < page.nodes[root].end; ++id) {
        if (!is_bearing(page.nodes[id]) || leaf_of[id] != block::kNoBlock) continue;
        leaf_of[id] = leaf;
        for (BlockId b = leaf; b != block::kNoBlock; b = tree.blocks[b].parent) ++weight[b];
      }
    }
  }
}

std::vector<NodeId> Seen::bearing(std::size_t first, std::size_t last) const {
  std::vector<NodeId> found;
  const NodeId begin = node_of[first];
  if (begin == layout::kNoNode || node_of[last] == layout::kNoNode) return found;
  for (NodeId id = begin; id < page.nodes[node_of[last]].end; ++id) {
    if (leaf_of[id] != block::kNoBlock) found.push_back(id);
  }
  return found;
}

BlockId Seen::leaf(std::size_t element) const {
  const std::vector<NodeId> nodes = bearing(element);
  if (nodes.empty()) return block::kNoBlock;
  const BlockId first = leaf_of[nodes.front()];
  const bool one = std::ranges::all_of(nodes, [&](NodeId id) { return leaf_of[id] == first; });
  return one ? first : block::kNoBlock;
}

bool Seen::is_below(BlockId block, BlockId top) const {
  while (block != block::kNoBlock && block != top) block = tree.blocks[block].parent;
  return block == top;
}

BlockId Seen::block(std::size_t first, std::size_t last) const {
  const std::vector<NodeId> nodes = bearing(first, last);
  if (nodes.empty()) return block::kNoBlock;
  BlockId found = leaf_of[nodes.front()];
  while (found != block::kNoBlock && weight[found] < nodes.size())
    found = tree.blocks[found].parent;
  if (found == block::kNoBlock || weight[found] != nodes.size()) return block::kNoBlock;
  const bool inside =
      std::ranges::all_of(nodes, [&](NodeId id) { return is_below(leaf_of[id], found); });
  return inside ? found : block::kNoBlock;
}

std::string Seen::plain_text(std::size_t element) const {
  std::string text;
  for (NodeId id : bearing(element)) {
    bool linked = false;
    for (NodeId up = id; up != node_of[element] && up != layout::kNoNode;
         up = page.nodes[up].parent) {
      linked |= page.nodes[up].name == "a";
    }
    if (!linked) text += page.nodes[id].text + ' ';
  }
  return text;
}

std::string Seen::text(BlockId top) const {
  std::string text;
  for (BlockId leaf : leaves) {
    if (!is_below(leaf, top)) continue;
    for (const block::Content& content : tree.blocks[leaf].contents) {
      if (content.kind != block::ContentKind::Image) text += content.text + ' ';
    }
  }
  return text;
}

bool Seen::has(std::size_t element, std::initializer_list<std::string_view> names) const {
  for (std::size_t child : markup.elements[element].children) {
    if (is_one_of(markup.elements[child].name, names) || has(child, names)) return true;
  }
  return false;
}

Bag bag_of(std::string_view text) {
  Bag bag;
  html::Words words(text);
  while (const auto word = words.next()) {
    bag.emplace_back(*word);
    for (char& c : bag.back()) c = to_lower(c);
  }
  std::ranges::sort(bag);
  return bag;
}

std::size_t shared(const Bag& a, const Bag& b) {
  Bag both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size();
}

double alike(const Bag& a, const Bag& b) {
  if (a.empty() && b.empty()) return 1;
  return 2 * static_cast<double>(shared(a, b)) / static_cast<double>(a.size() + b.size());
}

}  // namespace asof::test::planted
