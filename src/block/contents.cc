#include "block/contents_internal.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "html/srcset.h"

namespace asof::block {
namespace {

using layout::Node;
using layout::NodeId;

std::string absolute(const std::optional<url::Url>& base, std::string_view reference) {
  reference = trim(reference);
  std::string address;
  if (base && reference.find('#') == std::string_view::npos &&
      url::resolve(*base, reference, address)) {
    return address;
  }
  const std::optional<url::Url> parsed = url::parse(reference, base ? &*base : nullptr);
  if (!parsed) return std::string(reference);
  // A place on the page itself is the same wherever the page is kept.
  if (base && parsed->fragment && parsed->href(false) == base->href(false)) {
    return "#" + *parsed->fragment;
  }
  return parsed->href();
}

bool strikes(std::string_view name) { return name == "s" || name == "del" || name == "strike"; }

// What the image will be once scripts have run, where the page says so.
std::string_view source_of(const Node& image) {
  for (std::string_view later : {"data-src", "data-original", "data-lazy-src"}) {
    if (const std::string_view address = image.attribute(later); !address.empty()) return address;
  }
  if (const std::string_view source = image.attribute("src"); !source.empty()) return source;
  const auto candidates = html::srcset_references(image.attribute("srcset"));
  return candidates.empty() ? std::string_view() : candidates.front();
}

void append_folded(std::string& text, std::string_view more) {
  for (char c : more) {
    if (!is_space(c)) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
}

void append_space(std::string& text) {
  if (!text.empty() && text.back() != ' ') text += ' ';
}

}  // namespace

class Reader::Pass final {
 public:
  explicit Pass(const Reader& reader) : reader_(reader), page_(reader.shapes_.page) {}

  void read(const Unit& unit) {
    end_text();
    for (NodeId id = unit.begin; id < unit.end;) {
      const Tag tag = reader_.shapes_.marks[id].tag;
      visit(id, tag);
      const bool whole = tag == Tag::Text || tag == Tag::Image || tag == Tag::Break ||
                         tag == Tag::Rule || tag == Tag::Drawing;
      id = whole ? page_.nodes[id].end : id + 1;
    }
  }

  std::vector<Content> take() {
    end_text();
    for (Content& content : contents_) {
      if (content.text.ends_with(' ')) content.text.pop_back();
    }
    return std::move(contents_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void visit(NodeId id, Tag tag) {
    const Shape& shape = reader_.shapes_.of[id];
    if (tag == Tag::Break) {
      interrupt();
      if (++breaks_ >= 2) end_text();
      return;
    }
    if (tag == Tag::Rule) return end_text();
    if (!shape.bearing) {
      if (tag == Tag::Text && !page_.nodes[id].text.empty()) interrupt();
      return;
    }
    if (tag == Tag::Text) return add_text(id);
    if (tag == Tag::Image) return add_image(id);
    if (tag == Tag::Link) link_content(id);
  }

  void add_text(NodeId id) {
    const Node& node = page_.nodes[id];
    const NodeId link = reader_.link_[id];
    const NodeId paragraph = reader_.paragraph_[id];
    if (paragraph != paragraph_) end_text();
    paragraph_ = paragraph;
    breaks_ = 0;
    std::size_t at = 0;
    if (link != layout::kNoNode) {
      at = link_content(link);
      if (link_space_ || link_paragraph_ != paragraph) append_space(contents_[at].text);
      link_paragraph_ = paragraph;
      link_space_ = false;
      text_space_ = true;
    } else {
      if (text_ == kNone) {
        text_ = contents_.size();
        contents_.push_back({.kind = ContentKind::Text});
      }
      at = text_;
      if (text_space_) append_space(contents_[at].text);
      text_space_ = false;
    }
    append_run(contents_[at].text, node.text, at, reader_.struck_[id]);
    has_link_ |= link != layout::kNoNode;
    if (line_space_) append_space(line_);
    line_space_ = false;
    append_folded(line_, node.text);
    contents_[at].box = joined(contents_[at].box, within_reason(node.box));
  }

  // To a reader, words that are struck out are others than they were.
  void append_run(std::string& text, std::string_view more, std::size_t at, bool struck) {
    if (struck && struck_in_ == at) {
      text.pop_back();
      append_space(text);
    } else if (struck) {
      append_space(text);
      text += kStruck;
    }
    append_folded(text, more);
    struck_in_ = struck ? at : kNone;
    if (!struck) return;
    if (text.ends_with(' ')) text.pop_back();
    text += kStruckEnd;
    interrupt();
  }

  void add_image(NodeId id) {
    const Node& node = page_.nodes[id];
    interrupt();
    breaks_ = 0;
    Content image{.kind = ContentKind::Image,
                  .address = absolute(reader_.base_, source_of(node)),
                  .box = within_reason(node.box)};
    append_folded(image.text, node.attribute("alt"));
    contents_.push_back(std::move(image));
    const NodeId link = reader_.link_[id];
    if (link != layout::kNoNode) {
      const std::size_t at = link_content(link);
      contents_[at].box = joined(contents_[at].box, within_reason(node.box));
    }
  }

  // Where the link's content is; made where this is the first that is seen of it.
  std::size_t link_content(NodeId link) {
    while (!links_.empty() && page_.nodes[links_.back().first].end <= link) links_.pop_back();
    // The innermost is nearly always the one, and is last.
    const auto known = std::find_if(links_.rbegin(), links_.rend(),
                                    [&](const auto& open) { return open.first == link; });
    if (known != links_.rend()) return known->second;
    links_.emplace_back(link, contents_.size());
    contents_.push_back({.kind = ContentKind::Link,
                         .address = absolute(reader_.base_, page_.nodes[link].attribute("href"))});
    return contents_.size() - 1;
  }

  void interrupt() {
    text_space_ = true;
    link_space_ = true;
    line_space_ = true;
  }

  void end_text() {
    if (text_ != kNone && has_link_) {
      if (line_.ends_with(' ')) line_.pop_back();
      contents_[text_].with_links = std::move(line_);
    }
    line_.clear();
    has_link_ = false;
    line_space_ = false;
    text_ = kNone;
    breaks_ = 0;
  }

  const Reader& reader_;
  const layout::Page& page_;
  std::vector<Content> contents_;
  std::vector<std::pair<NodeId, std::size_t>> links_;  // nested in each other
  std::size_t text_ = kNone;                           // the text that goes on
  std::size_t struck_in_ = kNone;                      // the content whose end is struck out
  NodeId paragraph_ = layout::kNoNode;
  NodeId link_paragraph_ = layout::kNoNode;
  int breaks_ = 0;
  std::string line_;  // of the paragraph so far, the words of links included
  bool has_link_ = false;
  // Something stood here that is not part of the text.
  bool text_space_ = false;
  bool link_space_ = false;
  bool line_space_ = false;
};

Reader::Reader(const Shapes& shapes)
    : shapes_(shapes),
      base_(url::parse(shapes.page.base)),
      link_(shapes.page.nodes.size(), layout::kNoNode),
      paragraph_(shapes.page.nodes.size(), layout::kNoNode),
      struck_(shapes.page.nodes.size(), false) {
  for (NodeId id = 0; id < shapes.page.nodes.size(); ++id) {
    const NodeId parent = shapes.page.nodes[id].parent;
    if (parent < id) {
      link_[id] = link_[parent];
      paragraph_[id] = paragraph_[parent];
      struck_[id] = struck_[parent];
    }
    if (strikes(shapes.page.nodes[id].name)) struck_[id] = true;
    if (shapes.marks[id].tag == Tag::Link) link_[id] = id;
    if (!shapes.page.nodes[id].is_text() && shapes.of[id].block) paragraph_[id] = id;
  }
}

std::vector<Content> Reader::read(const std::vector<Unit>& units) const {
  Pass pass(*this);
  for (const Unit& unit : units) pass.read(unit);
  return pass.take();
}

}  // namespace asof::block
