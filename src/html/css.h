// The links of a style sheet: url(), src(), image-set() strings and @import.
//
// Follows the tokens of CSS Syntax Level 3 as far as links need them: comments, strings, escapes,
// bad urls. Other strings, @namespace and @charset name nothing to fetch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace asof::html {

struct CssLink {
  std::string reference;    // escapes undone, white space trimmed, never empty
  bool is_import = false;   // of an @import rule: a style sheet
  std::uint64_t begin = 0;  // the reference in the source, without quotes
  std::uint64_t end = 0;
};

// At most `most` links, in the order of the source.
std::vector<CssLink> css_links(std::string_view stylesheet, std::size_t most = 100'000);

}  // namespace asof::html
