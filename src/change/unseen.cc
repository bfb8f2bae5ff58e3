#include "change/unseen_internal.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "noise/noise.h"

namespace asof::change {
namespace {

using layout::Node;
using layout::NodeId;

constexpr std::size_t kLeastLetters = 3;  // of a paragraph
constexpr std::size_t kMostUnseen = 20'000;
constexpr std::size_t kNear = std::size_t{1} << 14;  // bytes in which the next paragraph lies
constexpr std::size_t kTelling = 20;  // letters that would not stand elsewhere by chance
constexpr std::size_t kMostEffort = std::size_t{1} << 25;  // bytes searched
constexpr std::size_t kBlank = 40;                         // letters that a blank picture may show
constexpr std::size_t kText = 500;                         // letters of a document that has text

// Letters and digits alone, so that spaces and marks do not matter.
void append_letters(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_alnum(c)) {
      out += to_lower(c);
    } else if (c == '\xC2' && i + 1 < text.size()) {
      // No-break spaces, soft hyphens and signs.
      ++i;
    } else if ((static_cast<unsigned char>(c) & 0x80) != 0) {
      out += c;
    }
  }
}

// What the page shows outside links.
std::string shown_letters(const layout::Page& page) {
  std::string letters;
  NodeId link_end = 0;
  for (NodeId id = 0; id < page.nodes.size(); ++id) {
    const Node& node = page.nodes[id];
    if (node.name == "a" && !node.attribute("href").empty())
      link_end = std::max(link_end, node.end);
    if (node.is_text() && id >= link_end) append_letters(letters, node.text);
  }
  return letters;
}

// Paragraphs mostly stand in the order of the document, so that a search begins where the last one
// ended.
class Shown final {
 public:
  explicit Shown(std::string letters) : letters_(std::move(letters)) {}

  // Beyond so much effort everything counts as shown.
  bool has(std::string_view paragraph) {
    if (effort_ > kMostEffort) return true;
    const std::string_view near = std::string_view(letters_).substr(at_, kNear + paragraph.size());
    if (const std::size_t found = near.find(paragraph); found != std::string_view::npos) {
      if (paragraph.size() >= kTelling) at_ += found + paragraph.size();
      effort_ += found;
      return true;
    }
    effort_ += near.size() + letters_.size();
    return letters_.find(paragraph) != std::string::npos;
  }

 private:
  const std::string letters_;
  std::size_t at_ = 0;
  std::size_t effort_ = 0;
};

void append_paragraphs(std::vector<block::Content>& out, const layout::Page& page,
                       const Cleaned& document) {
  Shown shown(shown_letters(page));
  std::unordered_set<std::string> seen;
  std::string letters;
  for (const std::string_view line : split(document.prose, '\n')) {
    if (out.size() >= kMostUnseen) return;
    letters.clear();
    append_letters(letters, line);
    if (letters.size() < kLeastLetters || shown.has(letters)) continue;
    // Menus and forms are often there twice, once for small screens.
    if (!seen.insert(letters).second) continue;
    out.push_back({.kind = block::ContentKind::Text, .text = std::string(line)});
  }
}

void append_media(std::vector<block::Content>& out, const block::BlockTree& tree,
                  const Cleaned& document) {
  if (document.media.empty()) return;
  std::unordered_set<std::string_view> shown;
  for (const block::Block& block : tree.blocks) {
    for (const block::Content& content : block.contents) shown.insert(content.address);
  }
  for (const Cleaned::Embedded& one : document.media) {
    if (out.size() >= kMostUnseen) return;
    if (!shown.insert(one.address).second) continue;
    // Of what has no room on the page nobody knows the size; a browser gives it this one.
    out.push_back({.kind = block::ContentKind::Image,
                   .text = one.text,
                   .address = one.address,
                   .box = {.left = 0, .top = tree.height, .width = 300, .height = 150}});
  }
}

bool is_consent(const Node& node) {
  const std::string_view name = node.name;
  const bool box =
      name == "div" || name == "section" || name == "aside" || name == "dialog" || name == "form";
  if (!box) return false;
  const std::string_view marks = node.attribute("class");
  const std::string_view id = node.attribute("id");
  if (marks.empty() && id.empty()) return false;
  return noise::asks_for_consent(std::string(marks) + ' ' + std::string(id));
}

}  // namespace

void add_unseen(block::BlockTree& tree, const layout::Page& page, const Cleaned& document) {
  block::Block leaf;
  leaf.parent = 0;
  leaf.anchor = "not-shown";
  leaf.box = {.left = 0, .top = tree.height, .width = tree.width, .height = 0};
  append_paragraphs(leaf.contents, page, document);
  append_media(leaf.contents, tree, document);
  if (leaf.contents.empty()) return;
  if (!tree.blocks[0].contents.empty()) {
    block::Block rest = tree.blocks[0];
    rest.parent = 0;
    rest.anchor += ":shown";
    tree.blocks[0].contents.clear();
    tree.blocks[0].children = {static_cast<block::BlockId>(tree.blocks.size())};
    tree.blocks.push_back(std::move(rest));
  }
  tree.blocks[0].children.push_back(static_cast<block::BlockId>(tree.blocks.size()));
  tree.blocks.push_back(std::move(leaf));
  block::hash(tree);
}

bool is_blank(const layout::Page& page, const Cleaned& document) {
  std::size_t shown = 0;
  for (const Node& node : page.nodes) shown += node.text.size();
  if (shown > kBlank) return false;
  std::string letters;
  append_letters(letters, document.prose);
  return letters.size() >= kText;
}

void drop_consent(layout::Page& page) {
  std::vector<std::pair<NodeId, NodeId>> boxes;
  std::size_t all = 0;
  std::size_t asking = 0;
  for (NodeId id = 0; id < page.nodes.size(); ++id) {
    const Node& node = page.nodes[id];
    all += node.text.size();
    const bool within = !boxes.empty() && id < boxes.back().second;
    if (within) asking += node.text.size();
    if (!within && id > 0 && is_consent(node)) boxes.emplace_back(id, node.end);
  }
  if (boxes.empty() || asking * 2 > all) return;
  // Where each node will stand; those that go, where the next one will.
  std::vector<NodeId> place(page.nodes.size() + 1);
  std::vector<Node> kept;
  kept.reserve(page.nodes.size());
  auto box = boxes.begin();
  for (NodeId id = 0; id < page.nodes.size(); ++id) {
    while (box != boxes.end() && id >= box->second) ++box;
    place[id] = static_cast<NodeId>(kept.size());
    if (box == boxes.end() || id < box->first) kept.push_back(std::move(page.nodes[id]));
  }
  place[page.nodes.size()] = static_cast<NodeId>(kept.size());
  for (Node& node : kept) {
    if (node.parent != layout::kNoNode) node.parent = place[node.parent];
    node.end = place[node.end];
  }
  page.nodes = std::move(kept);
}

}  // namespace asof::change
