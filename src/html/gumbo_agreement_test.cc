// The links found by tags alone must be those a full HTML parser finds in its tree.
//
// The tree may hold fewer: it drops elements in impossible places. It may not hold one that we
// missed. Own pages always; the pages of a directory where ASOF_PAGES names one.
#include <gtest/gtest.h>
#include <gumbo.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "html/charset.h"
#include "html/links.h"

namespace asof::html {
namespace {

using Found = std::set<std::string>;

constexpr std::string_view kPlaces[] = {
    "a/@href",       "area/@href",    "link/@href",       "img/@src",          "script/@src",
    "iframe/@src",   "frame/@src",    "form/@action",     "input/@src",        "source/@src",
    "video/@src",    "audio/@src",    "embed/@src",       "object/@data",      "blockquote/@cite",
    "q/@cite",       "ins/@cite",     "body/@background", "table/@background", "td/@background",
    "video/@poster", "img/@longdesc", "track/@src"};

bool is_compared(std::string_view place) {
  return std::find(std::begin(kPlaces), std::end(kPlaces), place) != std::end(kPlaces);
}

bool is_left_out(std::string_view reference) {
  for (std::string_view scheme :
       {"data:", "javascript:", "mailto:", "tel:", "about:", "blob:", "sms:"}) {
    if (istarts_with(reference, scheme)) return true;
  }
  return reference.empty() || reference.size() > ExtractOptions().longest_reference;
}

Found found_by_tags(std::string_view page) {
  Found found;
  std::string place;
  for (const auto& link : extract(page).links) {
    link.place(place);
    if (is_compared(place)) found.insert(place + ' ' + std::string(link.reference));
  }
  return found;
}

struct Tree {
  Found links;
  std::string title;
};

std::string name_of_element(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece name = element.original_tag;
  gumbo_tag_from_original_text(&name);
  return lower(std::string_view(name.data, name.length));
}

// Without recursion: pages nest as deep as they like.
Tree found_in_tree(std::string_view page) {
  Tree tree;
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  GumboOutput* output = gumbo_parse_with_options(&options, page.data(), page.size());
  std::vector<const GumboNode*> open = {output->root};
  while (!open.empty()) {
    const GumboNode* node = open.back();
    open.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
    const GumboElement& element = node->v.element;
    const std::string name = name_of_element(element);
    for (unsigned i = 0; i < element.attributes.length; ++i) {
      const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
      const std::string place = name + "/@" + attribute->name;
      const std::string value(trim(attribute->value));
      if (is_compared(place) && !is_left_out(value)) tree.links.insert(place + ' ' + value);
    }
    for (unsigned i = element.children.length; i > 0; --i) {
      const auto* child = static_cast<const GumboNode*>(element.children.data[i - 1]);
      const bool is_text = child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_WHITESPACE;
      if (element.tag == GUMBO_TAG_TITLE && element.tag_namespace == GUMBO_NAMESPACE_HTML &&
          is_text && tree.title.empty()) {
        tree.title = child->v.text.text;
      }
      open.push_back(child);
    }
  }
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return tree;
}

// Links of `a` that `b` lacks, one per line.
std::string missing(const Found& a, const Found& b) {
  std::string out;
  for (const auto& link : a) {
    if (!b.contains(link)) out += link + '\n';
  }
  return out;
}

constexpr const char* kPages[] = {
    "<!doctype html><title>a &lt; b</title><body background=x><a href='a?b&amp;c'>d</a>"
    "<p>e<a href=f>g<div><a href=h>i</div><table background=j><td background=k><img src=l>",
    "<script src=a>'<a href=no>'</script><style>/*<a href=no>*/</style><textarea><a href=no>"
    "</textarea><xmp><a href=no></xmp><!--<a href=no>--><a href=b>",
    "<svg><title><a href=a></title><![CDATA[<a href=no>]]>"
    "<foreignObject><title><a href=no></title></foreignObject></svg><a href=c>",
    "<script><!--<script></script><a href=no>--></script><a href=a>",
    "<form action=a><input type=image src=b></form><iframe src=c><a href=no></iframe>"
    "<object data=d><embed src=e></object><video src=f poster=g><source src=h><track src=i>",
    "<blockquote cite=a><q cite=b><ins cite=c></blockquote><template><a href=d></template>"
    "<a href = 'e'x=y/href=no><area href=f/><link rel=x href=\"g\"/>",
};

TEST(GumboAgreement, FindsTheSameLinksInOwnPages) {
  for (const char* page : kPages) {
    const Tree tree = found_in_tree(page);
    const Found tags = found_by_tags(page);
    EXPECT_FALSE(tree.links.empty());
    EXPECT_EQ(missing(tree.links, tags), "") << "only in the tree: " << page;
    EXPECT_EQ(missing(tags, tree.links), "") << "only by tags: " << page;
  }
}

TEST(GumboAgreement, MissesNoLinkOfRealPages) {
  const char* directory = std::getenv("ASOF_PAGES");
  if (directory == nullptr) GTEST_SKIP() << "ASOF_PAGES names no directory of pages";
  std::size_t pages = 0;
  std::size_t links = 0;
  std::size_t more = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const std::string page = to_utf8(bytes, detect_charset(bytes).name);
    const Tree tree = found_in_tree(page);
    const Found tags = found_by_tags(page);
    EXPECT_EQ(missing(tree.links, tags), "") << entry.path();
    const std::string extra = missing(tags, tree.links);
    if (!extra.empty()) std::printf("%s: only by tags: %s", entry.path().c_str(), extra.c_str());
    more += static_cast<std::size_t>(std::count(extra.begin(), extra.end(), '\n'));
    links += tags.size();
    ++pages;
    const std::string as_markup = "<title>" + tree.title + "</title>";
    if (tree.title.find_first_of("<&") == std::string::npos) {
      EXPECT_EQ(extract(page).title, extract(as_markup).title) << entry.path();
    }
  }
  EXPECT_GT(pages, 0U);
  std::printf("%zu pages, %zu links, %zu of them not in the tree\n", pages, links, more);
}

}  // namespace
}  // namespace asof::html
