// Style sheets made harmless and small before an engine sees them.
//
// Rules are taken apart, media queries answered, declarations that no box depends on left out,
// numbers bounded and variables of the root filled in; of the selectors only those remain that can
// match the page and that the engine matches rightly. What comes out is flat: no at-rules, no
// comments, no nesting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "layout/layout.h"

namespace asof::layout {

// How many elements of the page have a name, a class, an id.
struct Vocabulary {
  std::unordered_map<std::string, std::size_t> names;
  std::unordered_map<std::string, std::size_t> classes;
  std::unordered_map<std::string, std::size_t> ids;
  std::size_t elements = 0;
};

struct Window {
  int width = 1024;
  int height = 768;
};

// Whether a media query list holds on a screen of this size; an empty one does.
bool media_holds(std::string_view queries, const Window& window);
// Whether the condition of an @supports rule holds: all but flex and grid are called known, since
// sheets that ask for those have a layout without them.
bool supports_holds(std::string_view condition);

// A part of a sheet: a rule, or an import where `reference` is not empty.
struct SheetPart {
  std::string_view selectors;
  std::string_view declarations;
  std::string_view reference;
  std::string_view media;
};
// What applies of a sheet on this window, in its order and at most `most`. `sheet` is without
// comments (see strip_comments) and must outlive the result.
std::vector<SheetPart> parts_of(std::string_view sheet, const Window& window, std::size_t most);
// Comments out, ill-formed UTF-8 and NUL replaced.
std::string strip_comments(std::string_view sheet);

using Variables = std::unordered_map<std::string, std::string>;
// The custom properties a block of declarations sets.
void collect_variables(std::string_view declarations, Variables& variables);
// The declarations that matter to boxes, in a form the engine reads rightly: "name:value;...".
std::string clean_declarations(std::string_view declarations, const Variables& variables,
                               const Window& window);

// One selector for the engine, or empty where it cannot match the page or not be matched rightly.
// `candidates` receives how many elements its last compound may match.
std::string clean_selector(std::string_view selector, const Vocabulary& names,
                           std::size_t& candidates);
// The selectors of a list, at its outer commas.
std::vector<std::string_view> split_selectors(std::string_view list);

// Where the string, bracket, escape or plain character ends that starts at `at`.
std::size_t skip_component(std::string_view text, std::size_t at);
// The first of `wanted` at or after `at` outside strings and brackets; the text's size if none.
std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t at = 0);

}  // namespace asof::layout
