// Edits within a block: texts, links and images that come, go and change.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "html/text.h"
#include "planted_kinds.h"

namespace asof::test::planted {
namespace {

using block::BlockId;
using block::kNoBlock;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

template <class T>
const T* any_of(const std::vector<T>& values, Rng& rng) {
  return values.empty() ? nullptr : &values[rng.below(values.size())];
}

// A paragraph or an item that is part of a leaf, and no more than one text and its links.
bool is_simple(const Seen& seen, std::size_t id) {
  const Element& element = seen.markup.elements[id];
  if (!element.sound || !is_one_of(element.name, {"p", "li"})) return false;
  if (seen.markup.within(element.parent, {"p", "a", "button", "select", "svg"})) return false;
  // Laid out in line it goes on in the text before it.
  if (seen.node_of[id] == layout::kNoNode || seen.page.nodes[seen.node_of[id]].is_inline)
    return false;
  return seen.leaf(id) != kNoBlock &&
         !seen.has(id, {"p", "ul", "ol", "dl", "div", "pre", "table", "br", "blockquote", "section",
                        "article", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr"});
}

// The leaf holds more than this.
bool has_company(const Seen& seen, std::size_t id, std::size_t others) {
  const BlockId leaf = seen.leaf(id);
  return leaf != kNoBlock && seen.weight[leaf] >= seen.bearing(id).size() + others;
}

std::vector<std::size_t> elements_where(const Seen& seen, auto&& is) {
  std::vector<std::size_t> found;
  for (std::size_t id = 0; id < seen.markup.elements.size(); ++id) {
    if (seen.node_of[id] != layout::kNoNode && is(id)) found.push_back(id);
  }
  return found;
}

std::string tag_like(const Element& element) {
  std::string tag = '<' + element.name;
  if (!element.classes.empty()) tag += " class=\"" + std::string(element.classes) + '"';
  return tag + '>';
}

Plan at(const Seen& seen, std::size_t element, std::string what, Splice splice, Expected expected) {
  Plan plan{.what = std::move(what)};
  plan.splices.push_back(std::move(splice));
  plan.expected.push_back(std::move(expected));
  const BlockId leaf = seen.leaf(element);
  if (leaf != kNoBlock) plan.touched.insert(leaf);
  return plan;
}

// A word of a text that stands directly in a paragraph, an item or a cell.
struct Word {
  std::size_t begin = 0, end = 0;
  std::size_t element = kNone;
};

std::vector<Word> words_in_texts(const Seen& seen, std::initializer_list<std::string_view> names) {
  std::vector<Word> found;
  for (const Run& run : seen.markup.runs) {
    if (run.parent == kNone || seen.node_of[run.parent] == layout::kNoNode) continue;
    if (!is_one_of(seen.markup.elements[run.parent].name, names)) continue;
    if (seen.markup.within(run.parent, {"a", "button", "select", "svg"})) continue;
    if (seen.leaf(run.parent) == kNoBlock) continue;
    const std::string_view text =
        std::string_view(seen.markup.html).substr(run.begin, run.end - run.begin);
    if (bag_of(text).size() < 6) continue;
    const std::string shown = seen.plain_text(run.parent);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t from = text.find_first_not_of(" \t\r\n", begin);
      if (from == std::string_view::npos) break;
      const std::size_t end = std::min(text.find_first_of(" \t\r\n", from), text.size());
      const std::string_view word = text.substr(from, end - from);
      begin = end;
      const bool plain = word.size() > 3 && std::ranges::all_of(word, is_alpha);
      const bool amid = from > 0 && end < text.size();
      if (!plain || !amid || shown.find(word) == std::string::npos) continue;
      found.push_back({run.begin + from, run.begin + end, run.parent});
    }
  }
  return found;
}

std::string address_attribute(std::string_view name, const std::string& path) {
  return ' ' + std::string(name) + "=\"" + path + '"';
}

// Where the value of an attribute stands in the page; nothing where the element has none.
std::optional<Splice> value_of(const Seen& seen, std::size_t element, std::string_view name) {
  const std::string_view tag = seen.markup.start_tag(element);
  const std::size_t found = tag.find(' ' + std::string(name) + "=\"");
  if (found == std::string_view::npos) return std::nullopt;
  const std::size_t begin = found + name.size() + 3;
  const std::size_t end = tag.find('"', begin);
  if (end == std::string_view::npos || end == begin) return std::nullopt;
  const std::size_t offset = seen.markup.elements[element].begin;
  return Splice{offset + begin, offset + end, ""};
}

bool is_link(const Seen& seen, std::size_t id) {
  return seen.markup.elements[id].name == "a" && seen.markup.elements[id].sound &&
         value_of(seen, id, "href") && !bag_of(seen.plain_text(id)).empty();
}

// An item that is a link and nothing else.
bool is_link_item(const Seen& seen, std::size_t id) {
  const Element& element = seen.markup.elements[id];
  if (element.name != "li" || !is_simple(seen, id) || element.children.size() != 1) return false;
  const std::size_t link = element.children[0];
  return is_link(seen, link) && seen.bearing(link).size() == seen.bearing(id).size() &&
         !seen.has(id, {"img"});
}

bool stands_between_spaces(const Seen& seen, std::size_t id) {
  const Element& element = seen.markup.elements[id];
  const std::string& html = seen.markup.html;
  if (element.begin == 0 || element.end >= html.size()) return false;
  if (!is_space(html[element.begin - 1]) || !is_space(html[element.end])) return false;
  // Words on both sides, so that a sentence is left.
  const auto joins = [&](std::size_t at) { return at < html.size() && is_alnum(html[at]); };
  return joins(element.begin - 2) && joins(element.end + 1);
}

}  // namespace

std::optional<Plan> update_text(const Seen& seen, FreshWords& fresh, Rng& rng) {
  const std::vector<Word> words = words_in_texts(seen, {"p", "li", "dd", "td"});
  const Word* word = any_of(words, rng);
  if (word == nullptr) return std::nullopt;
  const std::string before = seen.markup.html.substr(word->begin, word->end - word->begin);
  const std::string after = fresh.words(1 + rng.below(2));
  return at(seen, word->element, before + " becomes " + after, {word->begin, word->end, after},
            {.operation = "text update", .before = bag_of(before), .after = bag_of(after)});
}

std::optional<Plan> insert_text(const Seen& seen, FreshWords& fresh, Rng& rng) {
  const std::vector<std::size_t> places = elements_where(seen, [&](std::size_t id) {
    return is_simple(seen, id) && has_company(seen, id, 1) &&
           bag_of(seen.plain_text(id)).size() >= 5;
  });
  const std::size_t* place = any_of(places, rng);
  if (place == nullptr) return std::nullopt;
  const Element& like = seen.markup.elements[*place];
  const std::string words = fresh.words(8 + rng.below(20));
  return at(seen, *place, "a new " + like.name,
            {like.end, like.end, tag_like(like) + words + "</" + like.name + '>'},
            {.operation = "text insert", .after = bag_of(words)});
}

std::optional<Plan> delete_text(const Seen& seen, FreshWords&, Rng& rng) {
  const std::vector<std::size_t> places = elements_where(seen, [&](std::size_t id) {
    if (!is_simple(seen, id) || !has_company(seen, id, 3) || seen.has(id, {"a", "img"}))
      return false;
    // Another of its kind stays.
    const auto& siblings = seen.markup.elements[seen.markup.elements[id].parent].children;
    const bool another = std::ranges::any_of(siblings, [&](std::size_t sibling) {
      return sibling != id && seen.markup.elements[sibling].name == seen.markup.elements[id].name &&
             seen.leaf(sibling) == seen.leaf(id);
    });
    return another && bag_of(seen.plain_text(id)).size() >= 4;
  });
  const std::size_t* place = any_of(places, rng);
  if (place == nullptr) return std::nullopt;
  const Element& gone = seen.markup.elements[*place];
  const std::string words = seen.plain_text(*place);
  return at(seen, *place, "without " + words.substr(0, 60), {gone.begin, gone.end, ""},
            {.operation = "text delete", .before = bag_of(words)});
}

std::optional<Plan> insert_link(const Seen& seen, FreshWords& fresh, Rng& rng) {
  const std::string path = fresh.path();
  const std::string words = fresh.words(1 + rng.below(3));
  const std::string link = "<a" + address_attribute("href", path) + '>' + words + "</a>";
  const Expected expected{.operation = "link insert", .after = bag_of(words), .address = path};
  const std::vector<std::size_t> items = elements_where(
      seen, [&](std::size_t id) { return is_link_item(seen, id) && has_company(seen, id, 1); });
  if (const std::size_t* item = rng.below(2) == 0 ? any_of(items, rng) : nullptr) {
    const Element& like = seen.markup.elements[*item];
    return at(seen, *item, "a new item that links",
              {like.end, like.end, tag_like(like) + link + "</li>"}, expected);
  }
  const std::vector<Word> places = words_in_texts(seen, {"p", "li", "dd"});
  const Word* word = any_of(places, rng);
  if (word == nullptr) return std::nullopt;
  return at(seen, word->element, "a new link in a text", {word->begin, word->begin, link + ' '},
            expected);
}

std::optional<Plan> delete_link(const Seen& seen, FreshWords&, Rng& rng) {
  const std::vector<std::size_t> places = elements_where(seen, [&](std::size_t id) {
    if (is_link_item(seen, id)) return has_company(seen, id, 3);
    return is_link(seen, id) && stands_between_spaces(seen, id) && has_company(seen, id, 2) &&
           is_one_of(seen.markup.elements[seen.markup.elements[id].parent].name,
                     {"p", "li", "dd"}) &&
           !seen.has(id, {"img"});
  });
  const std::size_t* place = any_of(places, rng);
  if (place == nullptr) return std::nullopt;
  const Element& gone = seen.markup.elements[*place];
  const std::size_t link = gone.name == "a" ? *place : gone.children[0];
  const std::string words = seen.plain_text(link);
  return at(seen, *place, "without the link " + words, {gone.begin, gone.end, ""},
            {.operation = "link delete", .before = bag_of(words)});
}

std::optional<Plan> update_link(const Seen& seen, FreshWords& fresh, Rng& rng) {
  const std::vector<std::size_t> places = elements_where(
      seen, [&](std::size_t id) { return is_link(seen, id) && seen.leaf(id) != kNoBlock; });
  const std::size_t* place = any_of(places, rng);
  if (place == nullptr) return std::nullopt;
  Splice splice = *value_of(seen, *place, "href");
  splice.text = fresh.path();
  const std::string words = seen.plain_text(*place);
  return at(seen, *place, "the link " + words + " leads elsewhere", splice,
            {.operation = "link update",
             .before = bag_of(words),
             .after = bag_of(words),
             .address = splice.text});
}

std::optional<Plan> insert_image(const Seen& seen, FreshWords& fresh, Rng& rng) {
  const std::vector<std::size_t> places = elements_where(seen, [&](std::size_t id) {
    return seen.markup.elements[id].name == "p" && is_simple(seen, id) &&
           has_company(seen, id, 1) && bag_of(seen.plain_text(id)).size() >= 8;
  });
  const std::size_t* place = any_of(places, rng);
  if (place == nullptr) return std::nullopt;
  const std::size_t inside = seen.markup.elements[*place].inner_begin;
  const std::string path = fresh.image();
  return at(seen, *place, "a new image",
            {inside, inside,
             "<img" + address_attribute("src", path) + " alt=\"\" width=\"120\" height=\"60\"> "},
            {.operation = "image insert", .address = path});
}

std::optional<Plan> delete_image(const Seen& seen, FreshWords&, Rng& rng) {
  const std::vector<std::size_t> places = elements_where(seen, [&](std::size_t id) {
    return seen.markup.elements[id].name == "img" && !seen.markup.within(id, {"a", "button"}) &&
           has_company(seen, id, 2);
  });
  const std::size_t* place = any_of(places, rng);
  if (place == nullptr) return std::nullopt;
  const Element& gone = seen.markup.elements[*place];
  const std::string_view text = seen.page.nodes[seen.node_of[*place]].attribute("alt");
  return at(seen, *place, "without an image", {gone.begin, gone.end, ""},
            {.operation = "image delete", .before = bag_of(text)});
}

std::optional<Plan> update_image(const Seen& seen, FreshWords& fresh, Rng& rng) {
  const std::vector<std::size_t> places = elements_where(seen, [&](std::size_t id) {
    const bool image = seen.markup.elements[id].name == "img" && seen.leaf(id) != kNoBlock;
    return image && value_of(seen, id, "src") && !value_of(seen, id, "data-src");
  });
  const std::size_t* place = any_of(places, rng);
  if (place == nullptr) return std::nullopt;
  Splice splice = *value_of(seen, *place, "src");
  splice.text = fresh.image();
  return at(seen, *place, "another image", splice,
            {.operation = "image update", .address = splice.text});
}

const std::vector<std::string_view>& kinds() {
  static const std::vector<std::string_view> all = {
      "block insert", "block delete", "block move",   "split by rule", "split by heading",
      "block merge",  "text insert",  "text delete",  "text update",   "link insert",
      "link delete",  "link update",  "image insert", "image delete",  "image update"};
  return all;
}

std::optional<Plan> plan(std::string_view kind, const Seen& seen, FreshWords& fresh, Rng& rng) {
  constexpr std::array kPlanters = {insert_block,     delete_block, move_block,  split_by_rule,
                                    split_by_heading, merge_blocks, insert_text, delete_text,
                                    update_text,      insert_link,  delete_link, update_link,
                                    insert_image,     delete_image, update_image};
  const auto at = std::ranges::find(kinds(), kind) - kinds().begin();
  return kPlanters.at(static_cast<std::size_t>(at))(seen, fresh, rng);
}

}  // namespace asof::test::planted
