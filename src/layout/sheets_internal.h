// All style sheets of a page, as one sheet for the engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "layout/css_internal.h"
#include "layout/layout.h"

namespace asof::layout {

// Where a page names a sheet: its text, or an address relative to the page's base.
struct SheetReference {
  std::string text;  // of a style element
  std::string href;  // of a link element
  std::string media;
};

struct StyleSheet {
  std::string text;  // flat, harmless, only what can match
  std::vector<std::string> reasons;
};

// Follows imports, each address once, within the limits.
StyleSheet gather_sheets(const std::vector<SheetReference>& references, std::string_view base,
                         const Resources& resources, const Vocabulary& names,
                         const LayoutOptions& options);

}  // namespace asof::layout
