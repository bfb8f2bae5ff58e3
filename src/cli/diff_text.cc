// asof diff for people on a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "cli/diff_internal.h"
#include "cli/print_internal.h"

namespace asof::cli {
namespace {

using block::BlockId;

constexpr std::size_t kEditsShown = 6;
constexpr std::size_t kTitle = 40;

std::string shown(const block::Content& content) {
  if (content.kind == block::ContentKind::Text) return sentence(content);
  return content.text.empty() ? content.address
                              : fmt::format("{} <{}>", content.text, content.address);
}

// The words that changed, run by run, with a few around them.
std::string excerpt(const std::vector<Word>& words) {
  constexpr std::size_t kAround = 3;
  std::string out;
  std::size_t last = 0;  // the word after the last one written
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t from = i < kAround ? 0 : i - kAround;
    const std::size_t until = std::min(words.size(), i + kAround + 1);
    const bool near = std::any_of(words.begin() + static_cast<std::ptrdiff_t>(from),
                                  words.begin() + static_cast<std::ptrdiff_t>(until),
                                  [](const Word& word) { return word.side != 0; });
    if (!near) continue;
    const bool goes_on = i > 0 && last == i && words[i].side == words[i - 1].side;
    if (last == i && i > 0 && !goes_on && words[i - 1].side != 0) out += ']';
    if (last < i) out += out.empty() ? "..." : " ...";
    if (!out.empty()) out += ' ';
    if (!goes_on && words[i].side != 0) out += words[i].side < 0 ? "[-" : "[+";
    out += words[i].text;
    last = i + 1;
  }
  if (last > 0 && words[last - 1].side != 0) out += ']';
  return last < words.size() ? out + " ..." : out;
}

// Three digits; what is more than nothing is never shown as nothing.
std::string number(double importance) {
  return importance > 0 && importance < .001 ? "<.001" : fmt::format("{:.3f}", importance);
}

// Of two addresses where they begin to differ.
std::string address_change(const std::string& before, const std::string& after) {
  const auto [a, b] = std::ranges::mismatch(before, after);
  auto same = static_cast<std::size_t>(a - before.begin());
  constexpr std::size_t kKept = 20;
  same = same > 2 * kKept ? same - kKept : 0;
  const std::string_view gap = same > 0 ? "..." : "";
  return fmt::format("[-{}{}] [+{}{}]", gap, before.substr(same), gap, after.substr(same));
}

std::string line_of(const delta::ContentEdit& edit) {
  const auto kind =
      block::name_of(edit.edit == delta::Edit::Insert ? edit.after.kind : edit.before.kind);
  const std::string head = fmt::format("{} {}: ", kind, delta::participle(edit.edit));
  switch (edit.edit) {
    case delta::Edit::Insert:
      return head + shortened(shown(edit.after));
    case delta::Edit::Delete:
      return head + shortened(shown(edit.before));
    case delta::Edit::Update:
      break;
  }
  if (edit.before.text != edit.after.text) {
    return head + shortened(excerpt(word_difference(sentence(edit.before), sentence(edit.after))),
                            2 * kWidth);
  }
  return head +
         shortened(edit.after.text + " " + address_change(edit.before.address, edit.after.address),
                   2 * kWidth);
}

std::string first_words(const block::BlockTree& tree, BlockId top, std::size_t most = kWidth) {
  std::string text;
  std::vector<BlockId> open{top};
  while (!open.empty() && text.size() < most) {
    const block::Block& block = tree.blocks[open.back()];
    open.pop_back();
    for (const auto& content : block.contents) {
      const std::string& words = content.text.empty() ? content.address : sentence(content);
      if (text.size() < most) text += (text.empty() ? "" : " ") + words;
    }
    open.insert(open.end(), block.children.rbegin(), block.children.rend());
  }
  return shortened(std::move(text), most);
}

// Each version's blocks are summed, and the larger sum is the page's importance; a block is shown
// by its own larger side.
std::string why_no_sum(const Difference& difference, const std::vector<ChangedBlock>& blocks) {
  double sum = 0;
  for (const ChangedBlock& block : blocks) sum += block.importance;
  if (number(sum) == number(difference.importance) || sum < difference.importance + .001) return "";
  return fmt::format(
      "\n  The numbers above add up to {}, because each block is shown with its larger weight. The "
      "blocks of the\n  old version alone add up to {}, those of the new one to {}; the larger is "
      "the importance\n",
      number(sum), number(difference.estimate.old_side), number(difference.estimate.new_side));
}

}  // namespace

std::string shortened(std::string text, std::size_t most) {
  text = printable(text);
  if (text.size() <= most) return text;
  std::size_t end = most - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

const std::string& sentence(const block::Content& content) {
  return content.with_links.empty() ? content.text : content.with_links;
}

std::string tally(const delta::Delta& delta) {
  std::map<std::string, std::uint64_t> counts;
  std::vector<std::string> order;
  const auto count = [&](std::string what) {
    if (counts[what]++ == 0) order.push_back(std::move(what));
  };
  if (delta.title) count("title updated");
  for (const auto& operation : delta.operations) {
    count(fmt::format("block {}", delta::participle(operation.kind)));
  }
  for (const auto& edit : delta.edits) {
    const auto kind = edit.edit == delta::Edit::Insert ? edit.after.kind : edit.before.kind;
    count(fmt::format("{} {}", block::name_of(kind), delta::participle(edit.edit)));
  }
  std::string out;
  for (const std::string& what : order) {
    const std::size_t space = what.find(' ');
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ",
                       counted(counts.at(what), what.substr(0, space)), what.substr(space));
  }
  if (out.empty()) return delta.frame.empty() ? "nothing that a reader sees" : "blocks regrouped";
  return out;
}

std::string diff_text(const Difference& difference, std::size_t rows) {
  // Words that differ are the verdict where words were compared; blocks are only a picture then.
  const bool by_words = difference.importance > 0 && difference.stage != change::Stage::Visual;
  const bool settled = difference.importance == 0 && !difference.reason.empty();
  std::string out = formatted(
      "importance {} (how much of the page changed, 0 to 1): {}\n", number(difference.importance),
      by_words || !difference.laid_out ? difference.reason : tally(difference.comparison.delta));
  if (difference.importance > 0) {
    out += formatted(
        "matters {:.2f} (the probability that a reader calls the change meaningful){}\n",
        difference.matters, difference.replaced ? "; another page stands at this address" : "");
  }
  if (settled && difference.laid_out) out += formatted("{}\n", difference.reason);
  for (const DiffSide* side : {&difference.old, &difference.fresh}) {
    for (const std::string& note : side->notes) out += formatted("{}: {}\n", side->label, note);
  }
  for (const std::string& note : difference.notes) out += formatted("{}\n", note);
  if (const auto& title = difference.comparison.delta.title) {
    out += formatted("\n  title  {}\n",
                     shortened(excerpt(word_difference(title->before, title->after)), 2 * kWidth));
  }
  const auto blocks = changed_blocks(difference);
  const std::size_t edits = std::max(kEditsShown, rows);
  for (std::size_t i = 0; i < blocks.size() && i < rows; ++i) {
    const ChangedBlock& block = blocks[i];
    const bool fresh = block.fresh.has_value();
    const auto& tree = fresh ? difference.fresh.tree : difference.old.tree;
    const BlockId id = fresh ? *block.fresh : block.old.value_or(0);
    out += formatted("\n  {:>5}  {} {} \"{}\"  {}\n", number(block.importance), block.sign,
                     block.what, first_words(tree, id, kTitle), block.name);
    if (block.edits.empty()) out += formatted("           {}\n", first_words(tree, id));
    for (std::size_t k = 0; k < block.edits.size() && k < edits; ++k) {
      out += formatted("           {}\n", line_of(*block.edits[k]));
    }
    if (block.edits.size() > edits) {
      out += formatted("           and {} more\n", block.edits.size() - edits);
    }
  }
  if (blocks.size() > rows) {
    out += formatted("\n  and {}; --rows shows more\n",
                     counted(blocks.size() - rows, "more changed block"));
  }
  if (!by_words && difference.laid_out) out += why_no_sum(difference, blocks);
  return out;
}

}  // namespace asof::cli
