// A document cleaned before a tree builder sees it: balanced, shallow, bounded, without scripts.
//
// The engine parses with a tree builder whose time is quadratic in the depth of open elements and
// in formatting elements left open. Every element is therefore closed here explicitly, in order,
// and elements deeper than the limit melt into their parents. Close to HTML's own rules of implied
// end tags, so that what comes out is the tree a browser would build, but for misnested formatting.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "layout/css_internal.h"
#include "layout/layout.h"
#include "layout/sheets_internal.h"

namespace asof::layout {

struct Markup {
  std::string html;  // from <html> to </html>
  std::string title;
  std::string base;  // absolute
  std::vector<SheetReference> sheets;
  Vocabulary names;
  std::size_t words = 0;         // of visible text
  std::size_t script_bytes = 0;  // of scripts in the page
  std::size_t scripts = 0;       // with and without src
  bool writes = false;           // a script in the page puts text into it
  bool has_frames = false;
  bool cut = false;  // only the beginning is there
  std::vector<std::string> reasons;
};

Markup clean_markup(const Source& source, const LayoutOptions& options);

}  // namespace asof::layout
