// Style sheets for replay: the references mapped, every other byte as it was.
//
//   @import "https://a.org/x.css"; p { background: url(https://a.org/y.png) }
//
// Mapped are url(), src(), the strings of image-set() and @import, as html/css.h finds them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rewrite/edits.h"
#include "rewrite/mapper.h"
#include "rewrite/web_references.h"
#include "url/url.h"

namespace asof::rewrite {

struct CssOptions {
  url::Url base;             // the sheet's own address, a web address
  std::string_view charset;  // of the Content-Type field, or empty
};

struct CssResult {
  std::string text;
  std::uint64_t mapped = 0;
  // The text is UTF-8 now and must be served as such: it was in an encoding that does not keep
  // ASCII.
  bool charset_changed = false;
  bool cut = false;  // some references were left, for the result would have grown too large
};

CssResult rewrite_css(std::string_view sheet, const Mapper& mapper, const CssOptions& options);

// Adds what is to change in `sheet`, which begins at `offset` of the edited text.
void edit_css(std::string_view sheet, std::size_t offset, WebReferences& references, Edits& edits);

}  // namespace asof::rewrite
