// asof diff --html: both versions drawn side by side, what changed outlined by how much it matters.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "cli/diff_drawing_internal.h"
#include "page/document.h"

namespace asof::cli {
namespace {

using block::BlockId;

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
.diff{display:grid;grid-template-columns:minmax(15rem,22rem) 1fr;gap:1rem;height:calc(100vh - 3rem)}
.changes{overflow:auto}
.sides{display:flex;gap:1rem;align-items:flex-start;overflow:auto;border:1px solid var(--line)}
.side{flex:1 1 0;min-width:0}
.side h2{font-size:1rem;margin:0;padding:.4rem .6rem;background:var(--raised);overflow-wrap:anywhere;position:sticky;top:0;z-index:2}
.frame{background:#fff;overflow-x:auto;overflow-y:hidden}
.page{position:relative;zoom:.45;color:#111;font-family:Arial,sans-serif}
.page>*{position:absolute;overflow:hidden}
.page>i{font-style:normal}
.page>u{background:#e4e8ec;text-decoration:none;color:#667;font-size:11px;border:1px dashed #aab}
.page>a{display:block;border:5px solid;margin:-8px;padding:3px;border-radius:4px;overflow:visible;text-decoration:none;z-index:1;scroll-margin:6rem}
.page>a:focus,.page>a:target{outline:8px solid var(--s3);outline-offset:4px}
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
@media (max-width:60rem){.diff{display:block;height:auto}.changes{max-height:40vh}.sides{height:80vh}}
)";

// More than nothing is never shown as nothing.
std::string in_digits(double importance) {
  if (importance == 0) return "0";
  return importance < .001 ? "below .001" : fmt::format("{:.3f}", importance);
}

// What one version has of every change, outlined. The page opens at the first of the list: it has
// the focus there where it can be seen, in the new version if possible.
std::string outlines(const DiffSide& side, const Shifts& shifts,
                     const std::vector<ChangedBlock>& blocks, bool fresh) {
  std::string out;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto& id = fresh ? blocks[i].fresh : blocks[i].old;
    if (!id) continue;
    const bool is_target = fresh || !blocks[i].fresh;
    out += fmt::format(
        "<a class=\"{}\" href=\"#change{}\"{}{} style=\"{}\" title=\"{}\"><b>{} {}</b></a>",
        step_of(blocks[i].importance), i + 1,
        is_target ? fmt::format(" id=\"place{}\"", i + 1) : "",
        is_target && i == 0 ? " autofocus" : "", place(shifted(shifts, side.tree.blocks[*id].box)),
        page::escaped(blocks[i].what), page::escaped(blocks[i].sign),
        in_digits(blocks[i].importance));
  }
  return out;
}

std::string picture(const DiffSide& side, const Shifts& shifts, std::string_view drawn,
                    std::string_view outlined, std::string_view name) {
  const int tallest = kTallest + (shifts.empty() ? 0 : shifts.back().by);
  const int height = side.page.height + (shifts.empty() ? 0 : shifts.back().by);
  return fmt::format(
      "<section class=\"side\"><h2>{} <span class=\"soft\">{}</span></h2><div class=\"frame\">"
      "<div class=\"page\" style=\"width:{}px;height:{}px\">{}{}</div></div></section>\n",
      name, page::escaped(side.label), side.page.width, std::clamp(height, 1, tallest), drawn,
      outlined);
}

std::string marked_up(const block::Content& content) {
  std::string out = page::escaped(sentence(content));
  if (!content.address.empty())
    out += fmt::format(" <code>{}</code>", page::escaped(content.address));
  return out;
}

std::string words(const delta::ContentEdit& edit) {
  std::string out;
  for (const Word& word : word_difference(sentence(edit.before), sentence(edit.after))) {
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

std::string change(const Difference& difference, const ChangedBlock& block, std::size_t position) {
  std::string out = fmt::format(
      "<article class=\"change {}\" id=\"change{}\"><h3><a href=\"#place{}\">{} {}</a> <span "
      "class=\"soft\">{}</span></h3>\n",
      step_of(block.importance), position, position, in_digits(block.importance),
      page::escaped(block.what), page::escaped(block.name));
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

// What stands above list and pictures.
std::string heading(const Difference& difference) {
  std::string out = fmt::format(
      "<h1>Importance {}</h1>\n<p>{} <span class=\"soft\">{}</span></p>\n",
      in_digits(difference.importance), page::escaped(tally(difference.comparison.delta)),
      difference.importance == 0 ? page::escaped(difference.reason) : "");
  out +=
      "<p class=\"key soft\">The colour of an outline shows how much the block contributes to the "
      "importance:<span class=\"s4\"></span>.2 and more<span class=\"s3\"></span>.05<span "
      "class=\"s2\"></span>.01<span class=\"s1\"></span>.001<span class=\"s0\"></span>less. + "
      "inserted, - deleted, &gt; moved, % split or merged, ~ changed. Click an outline for its "
      "words, and a change of the list for its place.</p>\n";
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
  return out;
}

}  // namespace

std::string diff_page(const Difference& difference, const layout::Resources& old_resources,
                      const layout::Resources& new_resources) {
  const auto blocks = changed_blocks(difference);
  Pictures pictures;
  const auto [old_shifts, new_shifts] = aligned(difference);
  const std::string sides = picture(difference.old, old_shifts,
                                    drawing(difference.old, old_shifts, old_resources, pictures),
                                    outlines(difference.old, old_shifts, blocks, false), "Old") +
                            picture(difference.fresh, new_shifts,
                                    drawing(difference.fresh, new_shifts, new_resources, pictures),
                                    outlines(difference.fresh, new_shifts, blocks, true), "New");
  std::string out = heading(difference);
  out += "<div class=\"diff\">\n<div class=\"changes\">\n";
  for (std::size_t i = 0; i < blocks.size(); ++i) out += change(difference, blocks[i], i + 1);
  out += "</div>\n<div class=\"sides\">\n" + sides + "</div>\n</div>\n";
  return page::document({.title = "What changed: " + difference.fresh.label,
                         .more_style = std::string(kStyle) + pictures.style(),
                         .body_html = std::move(out),
                         .has_pictures = true});
}

}  // namespace asof::cli
