// asof diff --html: both versions drawn side by side, what changed outlined by how much it matters.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "cli/diff_internal.h"
#include "page/document.h"

namespace asof::cli {
namespace {

using block::BlockId;

constexpr std::size_t kNodesDrawn = 20'000;
constexpr int kTallest = 60'000;
constexpr std::size_t kEditsMarked = 40;

// Five steps that grow with importance, as wide as eyes tell apart; the numbers stand beside them.
struct Step {
  double least;
  std::string_view name;
};
constexpr std::array kSteps = {Step{.2, "s4"}, Step{.05, "s3"}, Step{.01, "s2"}, Step{.001, "s1"},
                               Step{0, "s0"}};
std::string_view step_of(double importance) {
  return std::ranges::find_if(kSteps, [&](const Step& step) { return importance >= step.least; })
      ->name;
}

constexpr std::string_view kStyle =
    R"(:root{--s0:#6a737c;--s1:#f2d13c;--s2:#f79a1f;--s3:#d1490c;--s4:#9c1010;--in:#0b6b3a;--out:#a3242b}
@media (prefers-color-scheme:dark){:root{--in:#6fd39a;--out:#ff8f95}}
main{max-width:none}
.sides{display:flex;gap:1rem;align-items:flex-start;overflow:auto;height:80vh;border:1px solid var(--line)}
.side{flex:1 1 0;min-width:0}
.side h2{font-size:1rem;margin:0;padding:.4rem .6rem;background:var(--raised);overflow-wrap:anywhere;position:sticky;top:0;z-index:2}
.frame{background:#fff;overflow-x:auto;overflow-y:hidden}
.page{position:relative;zoom:.55;color:#111;font-family:Arial,sans-serif}
.page>*{position:absolute;overflow:hidden}
.page>i{font-style:normal;line-height:1.2;overflow:visible}
.page>u{background:#e4e8ec;text-decoration:none;color:#667;font-size:11px;border:1px dashed #aab}
.page>a{display:block;border:5px solid;border-radius:4px;overflow:visible;text-decoration:none;z-index:1}
.page>a>b{position:absolute;top:-5px;right:-5px;color:#fff;font-size:22px;line-height:1.2;padding:0 .4em;white-space:nowrap}
.s0{border-color:var(--s0)!important}.s1{border-color:var(--s1)!important}.s2{border-color:var(--s2)!important}
.s3{border-color:var(--s3)!important}.s4{border-color:var(--s4)!important}
.s0>b,.key .s0{background:var(--s0)}.s1>b,.key .s1{background:var(--s1)}.s2>b,.key .s2{background:var(--s2)}
.s1>b,.s2>b{color:#111!important}.s3>b,.key .s3{background:var(--s3)}.s4>b,.key .s4{background:var(--s4)}
.key span{display:inline-block;width:1.2em;height:1em;margin:0 .3em 0 1em;vertical-align:-.1em}
.change{border-left:6px solid;background:var(--raised);padding:.5rem .8rem;margin:.6rem 0}
.change h3{margin:0;font-size:1rem}
.change:target{outline:3px solid var(--ink)}
.change p{margin:.3rem 0;overflow-wrap:anywhere}
ins{color:var(--in);text-decoration:underline}
del{color:var(--out)}
@media (max-width:50rem){.sides{flex-direction:column;height:auto}.side{width:100%}}
)";

std::string place(const layout::Box& box) {
  return fmt::format("left:{}px;top:{}px;width:{}px;height:{}px", box.left, box.top,
                     std::max(1, box.width), std::max(1, box.height));
}

// Texts that follow each other in the lines of one element: drawn together, they wrap as they did.
struct Lines {
  layout::NodeId of = layout::kNoNode;
  layout::Box box;
  int font_size = 0;
  int font_weight = 400;
  std::string text;

  bool is_open() const { return of != layout::kNoNode; }
  void add(const layout::Node& node, layout::NodeId element) {
    if (!is_open()) {
      *this = {element, node.box, node.font_size, node.font_weight, page::escaped(node.text)};
      return;
    }
    const int right = std::max(box.right(), node.box.right());
    const int bottom = std::max(box.bottom(), node.box.bottom());
    box.left = std::min(box.left, node.box.left);
    box.top = std::min(box.top, node.box.top);
    box.width = right - box.left;
    box.height = bottom - box.top;
    text += ' ' + page::escaped(node.text);
  }
  std::string close() {
    if (!is_open()) return "";
    const int size = std::clamp(font_size, 1, 200);
    const std::string_view one_line = box.height < 2 * size ? ";white-space:nowrap" : "";
    std::string out = fmt::format("<i style=\"{};font-size:{}px;font-weight:{}{}\">{}</i>",
                                  place(box), size, font_weight, one_line, text);
    *this = {};
    return out;
  }
};

// The element in whose lines a text stands.
layout::NodeId element_of_lines(const layout::Page& page, const layout::Node& text) {
  layout::NodeId id = text.parent;
  while (id != layout::kNoNode && page.nodes[id].is_inline) id = page.nodes[id].parent;
  return id == layout::kNoNode ? 0 : id;
}

// The page from its boxes: backgrounds, texts, and frames for images.
std::string drawing(const layout::Page& page) {
  std::string out;
  std::size_t drawn = 0;
  Lines lines;
  for (const layout::Node& node : page.nodes) {
    if (drawn == kNodesDrawn || node.box.top > kTallest) break;
    if (node.is_text()) {
      const layout::NodeId element = element_of_lines(page, node);
      if (lines.of != element) out += lines.close();
      lines.add(node, element);
      ++drawn;
      continue;
    }
    if (!node.is_inline) out += lines.close();
    if (node.name == "img") {
      out += fmt::format("<u style=\"{}\">{}</u>", place(node.box),
                         page::escaped(node.attribute("alt")));
      ++drawn;
    } else if ((node.background >> 24) != 0 && node.box.width > 0 && node.box.height > 0) {
      out += fmt::format("<s style=\"{};background:rgba({},{},{},{:.2f})\"></s>", place(node.box),
                         node.background >> 16 & 255, node.background >> 8 & 255,
                         node.background & 255, (node.background >> 24) / 255.0);
      ++drawn;
    }
  }
  return out + lines.close();
}

std::string side(const DiffSide& side, const std::vector<ChangedBlock>& blocks, bool fresh) {
  std::string out = fmt::format(
      "<section class=\"side\"><h2>{} <span class=\"soft\">{}</span></h2><div class=\"frame\">"
      "<div class=\"page\" style=\"width:{}px;height:{}px\">{}",
      fresh ? "New" : "Old", page::escaped(side.label), side.page.width,
      std::clamp(side.page.height, 1, kTallest), drawing(side.page));
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto& id = fresh ? blocks[i].fresh : blocks[i].old;
    if (!id) continue;
    out += fmt::format(
        "<a class=\"{}\" href=\"#change{}\" style=\"{}\" title=\"{}\"><b>{} {:.3f}</b></a>",
        step_of(blocks[i].importance), i + 1, place(side.tree.blocks[*id].box),
        page::escaped(blocks[i].what), page::escaped(blocks[i].sign), blocks[i].importance);
  }
  return out + "</div></div></section>\n";
}

std::string marked_up(const block::Content& content) {
  std::string out = page::escaped(content.text);
  if (!content.address.empty())
    out += fmt::format(" <code>{}</code>", page::escaped(content.address));
  return out;
}

std::string words(const delta::ContentEdit& edit) {
  std::string out;
  for (const Word& word : word_difference(edit.before.text, edit.after.text)) {
    const std::string_view tag = word.side < 0 ? "del" : word.side > 0 ? "ins" : "";
    out += tag.empty() ? page::escaped(word.text) + " "
                       : fmt::format("<{0}>{1}</{0}> ", tag, page::escaped(word.text));
  }
  if (edit.before.address != edit.after.address) {
    out += fmt::format("<del><code>{}</code></del> <ins><code>{}</code></ins>",
                       page::escaped(edit.before.address), page::escaped(edit.after.address));
  }
  return out;
}

std::string paragraph_of(const delta::ContentEdit& edit) {
  const auto kind =
      block::name_of(edit.edit == delta::Edit::Insert ? edit.after.kind : edit.before.kind);
  std::string what;
  switch (edit.edit) {
    case delta::Edit::Insert:
      what = fmt::format("<ins>{}</ins>", marked_up(edit.after));
      break;
    case delta::Edit::Delete:
      what = fmt::format("<del>{}</del>", marked_up(edit.before));
      break;
    case delta::Edit::Update:
      what = words(edit);
      break;
  }
  return fmt::format("<p><span class=\"soft\">{} {}</span> {}</p>", kind,
                     delta::participle(edit.edit), what);
}

// Everything a block that came or went holds.
std::string whole(const block::BlockTree& tree, BlockId top, std::string_view tag) {
  std::string out;
  std::size_t count = 0;
  std::vector<BlockId> open{top};
  while (!open.empty()) {
    const block::Block& block = tree.blocks[open.back()];
    open.pop_back();
    for (const auto& content : block.contents) {
      if (++count <= kEditsMarked)
        out += fmt::format("<p><{0}>{1}</{0}></p>", tag, marked_up(content));
    }
    open.insert(open.end(), block.children.rbegin(), block.children.rend());
  }
  if (count > kEditsMarked)
    out += fmt::format("<p class=\"soft\">and {} more</p>", count - kEditsMarked);
  return out;
}

std::string change(const Difference& difference, const ChangedBlock& block, std::size_t number) {
  std::string out = fmt::format(
      "<article class=\"change {}\" id=\"change{}\"><h3>{:.3f} {} <span class=\"soft\">{}</span>"
      "</h3>\n",
      step_of(block.importance), number, block.importance, page::escaped(block.what),
      page::escaped(block.name));
  for (std::size_t i = 0; i < block.edits.size() && i < kEditsMarked; ++i) {
    out += paragraph_of(*block.edits[i]);
  }
  if (block.edits.size() > kEditsMarked) {
    out += fmt::format("<p class=\"soft\">and {} more</p>", block.edits.size() - kEditsMarked);
  }
  if (block.sign == "+" && block.fresh) out += whole(difference.fresh.tree, *block.fresh, "ins");
  if (block.sign == "-" && block.old) out += whole(difference.old.tree, *block.old, "del");
  return out + "</article>\n";
}

}  // namespace

std::string diff_page(const Difference& difference) {
  const auto blocks = changed_blocks(difference);
  std::string out =
      fmt::format("<h1>Importance {:.3f}</h1>\n<p>{} <span class=\"soft\">{}</span></p>\n",
                  difference.importance, page::escaped(tally(difference.comparison.delta)),
                  difference.importance == 0 ? page::escaped(difference.reason) : "");
  out +=
      "<p class=\"key soft\">The colour of an outline shows how much the block contributes to the "
      "importance:<span class=\"s4\"></span>.2 and more<span class=\"s3\"></span>.05<span "
      "class=\"s2\"></span>.01<span class=\"s1\"></span>.001<span class=\"s0\"></span>less. + "
      "inserted, - deleted, &gt; moved, % split or merged, ~ changed.</p>\n";
  for (const std::string& note : difference.notes) {
    out += fmt::format("<p class=\"soft\">{}</p>\n", page::escaped(note));
  }
  for (const DiffSide* shown_side : {&difference.old, &difference.fresh}) {
    for (const std::string& note : shown_side->notes) {
      out += fmt::format("<p class=\"soft\">{}: {}</p>\n", page::escaped(shown_side->label),
                         page::escaped(note));
    }
  }
  if (const auto& title = difference.comparison.delta.title) {
    out += fmt::format("<p>Title: <del>{}</del> <ins>{}</ins></p>\n", page::escaped(title->before),
                       page::escaped(title->after));
  }
  out += "<div class=\"sides\">\n" + side(difference.old, blocks, false) +
         side(difference.fresh, blocks, true) + "</div>\n";
  for (std::size_t i = 0; i < blocks.size(); ++i) out += change(difference, blocks[i], i + 1);
  return page::document({.title = "What changed: " + difference.fresh.label,
                         .more_style = std::string(kStyle),
                         .body_html = std::move(out)});
}

}  // namespace asof::cli
