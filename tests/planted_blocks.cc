// Edits of whole blocks: insert, delete, move, split, merge.
#include <algorithm>

#include "planted_kinds.h"

namespace asof::test::planted {
namespace {

using block::BlockId;
using block::kNoBlock;

constexpr std::size_t kLeastWords = 4;
constexpr std::size_t kMostMerged = 400;  // words: more would not stay one block

// Siblings that are one block: an element, or a heading and what stands under it.
struct Section {
  std::size_t first = kNone, last = kNone;  // elements
  std::size_t begin = 0, end = 0;
  BlockId block = kNoBlock;
  Bag words;
};
// Neighbours of one style.
using Peers = std::vector<Section>;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}
bool is_plain(const Element& element) { return is_one_of(element.name, {"p", "ul", "ol", "pre"}); }

std::optional<Section> section(const Seen& seen, std::size_t first, std::size_t last) {
  const auto& elements = seen.markup.elements;
  Section found{first, last, elements[first].begin, elements[last].end, kNoBlock, {}};
  found.block = seen.block(first, last);
  if (found.block == kNoBlock || found.block == 0) return std::nullopt;
  found.words = bag_of(seen.text(found.block));
  const std::size_t all = bag_of(seen.text(0)).size();
  if (found.words.size() < kLeastWords || found.words.size() * 5 > all * 2) return std::nullopt;
  return found;
}

// The children of `parent` that a reader sees.
std::vector<std::size_t> shown(const Seen& seen, std::size_t parent) {
  std::vector<std::size_t> found;
  for (std::size_t child : seen.markup.elements[parent].children) {
    if (!seen.bearing(child).empty() || seen.markup.elements[child].name == "hr") {
      found.push_back(child);
    }
  }
  return found;
}

void add_headed(const Seen& seen, std::size_t parent, std::vector<Peers>& groups) {
  const auto& elements = seen.markup.elements;
  const std::vector<std::size_t> children = shown(seen, parent);
  for (int level = 1; level <= 4; ++level) {
    Peers peers;
    const auto flush = [&] {
      if (!peers.empty()) groups.push_back(std::move(peers));
      peers.clear();
    };
    for (std::size_t i = 0; i < children.size();) {
      const int here = elements[children[i]].heading();
      if (here != level) {
        if (here > 0 && here < level) flush();
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      while (end < children.size() && (elements[children[end]].heading() == 0 ||
                                       elements[children[end]].heading() > level)) {
        ++end;
      }
      bool sound = end > i + 1;
      for (std::size_t k = i; k < end; ++k) sound &= elements[children[k]].sound;
      if (auto one = sound ? section(seen, children[i], children[end - 1]) : std::nullopt) {
        peers.push_back(std::move(*one));
      } else {
        flush();
      }
      i = end;
    }
    flush();
  }
}

void add_alike(const Seen& seen, std::size_t parent, std::vector<Peers>& groups) {
  const auto& elements = seen.markup.elements;
  Peers peers;
  const auto flush = [&] {
    if (peers.size() > 1) groups.push_back(std::move(peers));
    peers.clear();
  };
  for (std::size_t child : shown(seen, parent)) {
    const Element& element = elements[child];
    const bool of_a_kind =
        peers.empty() || (elements[peers.back().first].name == element.name &&
                          elements[peers.back().first].classes == element.classes);
    if (!of_a_kind) flush();
    const bool may = element.sound && is_one_of(element.name, {"section", "article", "div", "li"});
    auto one = may ? section(seen, child, child) : std::nullopt;
    if (one) {
      peers.push_back(std::move(*one));
    } else {
      flush();
    }
  }
  flush();
}

std::vector<Peers> groups_of(const Seen& seen) {
  std::vector<Peers> groups;
  for (std::size_t id = 0; id < seen.markup.elements.size(); ++id) {
    if (seen.markup.elements[id].children.empty()) continue;
    add_headed(seen, id, groups);
    add_alike(seen, id, groups);
  }
  return groups;
}

std::set<BlockId> with_neighbours(const Seen& seen, const std::vector<BlockId>& blocks) {
  std::set<BlockId> touched;
  for (std::size_t i = 0; i < seen.leaves.size(); ++i) {
    const bool inside = std::ranges::any_of(
        blocks, [&](BlockId block) { return seen.is_below(seen.leaves[i], block); });
    if (!inside) continue;
    touched.insert(seen.leaves[i]);
    if (i > 0) touched.insert(seen.leaves[i - 1]);
    if (i + 1 < seen.leaves.size()) touched.insert(seen.leaves[i + 1]);
  }
  return touched;
}

// Its words stand nowhere else on the page.
bool is_distinct(const Seen& seen, const Section& section) {
  return std::ranges::none_of(seen.leaves, [&](BlockId leaf) {
    return !seen.is_below(leaf, section.block) &&
           alike(bag_of(seen.text(leaf)), section.words) > .6;
  });
}

std::string begin_of(const Section& section) {
  std::string text;
  for (const std::string& word : section.words) text += word + ' ';
  return '"' + text.substr(0, 60) + '"';
}

template <class T>
const T* any_of(const std::vector<T>& values, Rng& rng) {
  return values.empty() ? nullptr : &values[rng.below(values.size())];
}

}  // namespace

std::optional<Plan> insert_block(const Seen& seen, FreshWords& fresh, Rng& rng) {
  const std::vector<Peers> groups = groups_of(seen);
  const Peers* peers = any_of(groups, rng);
  if (peers == nullptr) return std::nullopt;
  const Section& like = *any_of(*peers, rng);
  const std::string_view source =
      std::string_view(seen.markup.html).substr(like.begin, like.end - like.begin);
  Plan plan{.what = "a block like " + begin_of(like)};
  plan.splices.push_back({like.end, like.end, '\n' + fresh.markup_instead_of(source)});
  plan.expected.push_back(
      {.operation = "block insert", .after = bag_of(fresh.instead_of(seen.text(like.block)))});
  plan.touched = with_neighbours(seen, {like.block});
  return plan;
}

std::optional<Plan> delete_block(const Seen& seen, FreshWords&, Rng& rng) {
  std::vector<Section> all;
  for (const Peers& peers : groups_of(seen)) {
    for (const Section& one : peers) {
      if (is_distinct(seen, one)) all.push_back(one);
    }
  }
  const Section* gone = any_of(all, rng);
  if (gone == nullptr) return std::nullopt;
  Plan plan{.what = "without " + begin_of(*gone)};
  plan.splices.push_back({gone->begin, gone->end, ""});
  plan.expected.push_back({.operation = "block delete", .before = gone->words});
  plan.touched = with_neighbours(seen, {gone->block});
  return plan;
}

std::optional<Plan> move_block(const Seen& seen, FreshWords&, Rng& rng) {
  struct Way {
    const Peers* peers;
    std::size_t from, to;
  };
  const std::vector<Peers> groups = groups_of(seen);
  std::vector<Way> ways;
  for (const Peers& peers : groups) {
    for (std::size_t from = 0; from < peers.size(); ++from) {
      std::size_t jumped = 0;
      for (std::size_t to = from + 1; to < peers.size() && to < from + 6; ++to) {
        jumped += peers[to].words.size();
        const bool lighter = to == from + 1 || peers[from].words.size() * 4 < jumped * 3;
        if (lighter && is_distinct(seen, peers[from])) ways.push_back({&peers, from, to});
      }
    }
  }
  const Way* way = any_of(ways, rng);
  if (way == nullptr) return std::nullopt;
  const Section& moved = (*way->peers)[way->from];
  const Section& after = (*way->peers)[way->to];
  Plan plan{.what = "moved " + begin_of(moved) + " after " + begin_of(after)};
  const std::string source = seen.markup.html.substr(moved.begin, moved.end - moved.begin);
  plan.splices.push_back({moved.begin, moved.end, ""});
  plan.splices.push_back({after.end, after.end, '\n' + source});
  Expected expected{.operation = "block move", .before = moved.words};
  if (way->to == way->from + 1) expected.instead = after.words;
  plan.expected.push_back(std::move(expected));
  std::vector<BlockId> blocks;
  for (std::size_t i = way->from; i <= way->to; ++i) blocks.push_back((*way->peers)[i].block);
  plan.touched = with_neighbours(seen, blocks);
  return plan;
}

namespace {

// A place between two children of an element where a leaf can be divided.
struct Cut {
  std::size_t parent = kNone, before = kNone;  // elements
  BlockId leaf = kNoBlock;
  int level = 3;  // of a heading there
};

std::size_t words_in(const Seen& seen, std::size_t first, std::size_t last) {
  std::size_t words = 0;
  for (layout::NodeId id : seen.bearing(first, last))
    words += bag_of(seen.page.nodes[id].text).size();
  return words;
}

void add_cuts(const Seen& seen, std::size_t parent, std::vector<Cut>& cuts) {
  constexpr std::size_t kHalf = 8;  // words
  const auto& elements = seen.markup.elements;
  const std::vector<std::size_t> children = shown(seen, parent);
  for (std::size_t i = 1; i < children.size(); ++i) {
    const Element& above = elements[children[i - 1]];
    const Element& below = elements[children[i]];
    if (!is_plain(above) || !is_plain(below) || !above.sound || !below.sound) continue;
    if (above.name != "p" && below.name != "p") continue;
    const BlockId leaf = seen.leaf(children[i]);
    if (leaf == kNoBlock || seen.leaf(children[i - 1]) != leaf) continue;
    // As far as the leaf reaches on both sides.
    std::size_t first = i - 1;
    while (first > 0 && seen.leaf(children[first - 1]) == leaf) --first;
    std::size_t last = i;
    while (last + 1 < children.size() && seen.leaf(children[last + 1]) == leaf) ++last;
    if (seen.bearing(children[first], children[last]).size() != seen.weight[leaf]) continue;
    int level = 3;
    std::size_t begin = first;
    for (; begin < i && elements[children[begin]].heading() > 0; ++begin) {
      level = std::min(4, elements[children[begin]].heading());
    }
    if (words_in(seen, children[begin], children[i - 1]) < kHalf) continue;
    if (words_in(seen, children[i], children[last]) < kHalf) continue;
    cuts.push_back({parent, children[i], leaf, std::max(2, level)});
  }
}

std::vector<Cut> cuts_of(const Seen& seen) {
  std::vector<Cut> cuts;
  for (std::size_t id = 0; id < seen.markup.elements.size(); ++id) {
    if (seen.markup.within(id, {"li", "dd", "dt", "td", "th", "table", "p", "a", "pre", "ul", "ol",
                                "dl", "button", "form"})) {
      continue;
    }
    add_cuts(seen, id, cuts);
  }
  return cuts;
}

Plan split_at(const Seen& seen, const Cut& cut, std::string markup) {
  Plan plan{.what = "cut by " + markup};
  const std::size_t at = seen.markup.elements[cut.before].begin;
  plan.splices.push_back({at, at, std::move(markup)});
  plan.expected.push_back({.operation = "block split", .before = bag_of(seen.text(cut.leaf))});
  plan.touched = with_neighbours(seen, {cut.leaf});
  return plan;
}

}  // namespace

std::optional<Plan> split_by_rule(const Seen& seen, FreshWords&, Rng& rng) {
  const std::vector<Cut> cuts = cuts_of(seen);
  const Cut* cut = any_of(cuts, rng);
  if (cut == nullptr) return std::nullopt;
  const Element& parent = seen.markup.elements[cut->parent];
  // A section of its own is closed and opened anew.
  if (is_one_of(parent.name, {"section", "article"}) && parent.sound &&
      seen.block(cut->parent, cut->parent) == cut->leaf) {
    return split_at(seen, *cut, "</" + parent.name + "><" + parent.name + '>');
  }
  return split_at(seen, *cut, "<hr>");
}

std::optional<Plan> split_by_heading(const Seen& seen, FreshWords& fresh, Rng& rng) {
  const std::vector<Cut> cuts = cuts_of(seen);
  const Cut* cut = any_of(cuts, rng);
  if (cut == nullptr) return std::nullopt;
  const std::string words = fresh.words(2 + rng.below(3));
  const std::string name = 'h' + std::to_string(cut->level);
  Plan plan = split_at(seen, *cut, '<' + name + '>' + words + "</" + name + '>');
  plan.expected.push_back({.operation = "text insert", .after = bag_of(words)});
  return plan;
}

namespace {

// Two leaves with nothing between them but a heading, a rule or a container's end.
struct Seam {
  std::size_t begin = 0, end = 0;  // what is taken away
  std::size_t heading = kNone;
  BlockId above = kNoBlock, below = kNoBlock;
};

bool is_small(const Seen& seen, BlockId a, BlockId b) {
  return bag_of(seen.text(a)).size() + bag_of(seen.text(b)).size() <= kMostMerged;
}

// The leaf that children `first` to `last` are, where all but a heading at their head are plain.
BlockId plain_leaf(const Seen& seen, const std::vector<std::size_t>& children, std::size_t first,
                   std::size_t last) {
  const auto& elements = seen.markup.elements;
  std::size_t begin = first;
  while (begin <= last && elements[children[begin]].heading() > 0) ++begin;
  if (begin > last) return kNoBlock;
  for (std::size_t i = begin; i <= last; ++i) {
    if (!is_plain(elements[children[i]]) || !elements[children[i]].sound) return kNoBlock;
  }
  const BlockId found = seen.block(children[first], children[last]);
  if (found == kNoBlock || !seen.tree.blocks[found].is_leaf()) return kNoBlock;
  return bag_of(seen.text(found)).size() >= 2 * kLeastWords ? found : kNoBlock;
}

void add_flat_seams(const Seen& seen, std::size_t parent, std::vector<Seam>& seams) {
  const auto& elements = seen.markup.elements;
  const std::vector<std::size_t> children = shown(seen, parent);
  std::vector<std::size_t> starts;  // of parts: headings and what follows a rule
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Element& child = elements[children[i]];
    if (child.heading() > 0 || child.name == "hr" || i == 0) starts.push_back(i);
  }
  starts.push_back(children.size());
  for (std::size_t k = 0; k + 2 < starts.size(); ++k) {
    const std::size_t at = starts[k + 1];
    const Element& boundary = elements[children[at]];
    const std::size_t end = starts[k + 2];
    if (end < children.size() && elements[children[end]].heading() > boundary.heading()) continue;
    const std::size_t from = boundary.heading() > 0 ? at : at + 1;
    const std::size_t first = starts[k] + (elements[children[starts[k]]].name == "hr" ? 1 : 0);
    if (from >= end || first >= at) continue;
    if (boundary.heading() > 0 && from + 1 >= end) continue;
    const BlockId above = plain_leaf(seen, children, first, at - 1);
    const BlockId below = plain_leaf(seen, children, from, end - 1);
    if (above == kNoBlock || below == kNoBlock || !is_small(seen, above, below)) continue;
    const Element& next = elements[children[boundary.heading() > 0 ? at + 1 : from]];
    if (elements[children[at - 1]].name != "p" && next.name != "p") continue;
    seams.push_back({boundary.begin, boundary.end, boundary.heading() > 0 ? children[at] : kNone,
                     above, below});
  }
}

void add_boxed_seams(const Seen& seen, std::size_t parent, std::vector<Seam>& seams) {
  const auto& elements = seen.markup.elements;
  const std::vector<std::size_t> children = shown(seen, parent);
  for (std::size_t i = 0; i + 1 < children.size(); ++i) {
    const Element& a = elements[children[i]];
    const Element& b = elements[children[i + 1]];
    if (a.name != b.name || !a.sound || !b.sound) continue;
    if (!is_one_of(a.name, {"section", "div", "article"})) continue;
    const std::vector<std::size_t> in_a = shown(seen, children[i]);
    const std::vector<std::size_t> in_b = shown(seen, children[i + 1]);
    if (in_a.size() < 2 || in_b.size() < 2 || elements[in_b[0]].heading() == 0) continue;
    if (elements[in_a.back()].name != "p" && elements[in_b[1]].name != "p") continue;
    const BlockId above = plain_leaf(seen, in_a, 0, in_a.size() - 1);
    const BlockId below = plain_leaf(seen, in_b, 0, in_b.size() - 1);
    if (above == kNoBlock || below == kNoBlock || !is_small(seen, above, below)) continue;
    if (seen.block(children[i], children[i]) != above) continue;
    if (seen.block(children[i + 1], children[i + 1]) != below) continue;
    seams.push_back({a.inner_end, elements[in_b[0]].end, in_b[0], above, below});
  }
}

void expect_gone(const Seen& seen, std::size_t element, Plan& plan) {
  const std::string words = seen.plain_text(element);
  if (!bag_of(words).empty()) {
    plan.expected.push_back({.operation = "text delete", .before = bag_of(words)});
  }
  const layout::NodeId top = seen.node_of[element];
  for (layout::NodeId id = top; id < seen.page.nodes[top].end; ++id) {
    const layout::Node& node = seen.page.nodes[id];
    std::string text;
    bool shown = false;
    for (layout::NodeId below = id; below < node.end; ++below) {
      shown |= seen.leaf_of[below] != kNoBlock;
      text += seen.page.nodes[below].text + ' ';
    }
    if (shown && node.name == "a" && !node.attribute("href").empty()) {
      plan.expected.push_back({.operation = "link delete", .before = bag_of(text)});
    }
    if (node.name == "img") plan.expected.push_back({.operation = "image delete"});
  }
}

}  // namespace

std::optional<Plan> merge_blocks(const Seen& seen, FreshWords&, Rng& rng) {
  std::vector<Seam> seams;
  for (std::size_t id = 0; id < seen.markup.elements.size(); ++id) {
    if (seen.markup.within(id, {"li", "dd", "dt", "td", "th", "table", "p", "a"})) continue;
    add_flat_seams(seen, id, seams);
    add_boxed_seams(seen, id, seams);
  }
  const Seam* seam = any_of(seams, rng);
  if (seam == nullptr) return std::nullopt;
  Plan plan{.what = "without " + seen.markup.html.substr(seam->begin, seam->end - seam->begin)};
  plan.splices.push_back({seam->begin, seam->end, ""});
  plan.expected.push_back({.operation = "block merge",
                           .before = bag_of(seen.text(seam->above) + seen.text(seam->below))});
  if (seam->heading != kNone) expect_gone(seen, seam->heading, plan);
  plan.touched = with_neighbours(seen, {seam->above, seam->below});
  return plan;
}

}  // namespace asof::test::planted
