// Pages for replay: addresses mapped, what would reach the live web or block replay emptied, every
// other byte as it was.
//
//   <a href="https://a.org/x?b&amp;c" target=_top>
//   <a href="http://t20220601000000s-a-org.localhost:8080/x?b&amp;c" target=_self>
//
// The page is read as a browser with scripts on reads it. docs/rewriting.md lists every place that
// is looked at. Scripts are left alone; client_script.h maps what they make.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rewrite/mapper.h"
#include "url/url.h"

namespace asof::rewrite {

// Where links lead that want to leave the frame.
enum class Targets : std::uint8_t {
  Keep,    // the page is not in a frame of ours
  Framed,  // _top, _parent and _blank mean the frame itself
  Nested,  // in a frame of an archived page: _top means the page around it
};

struct HtmlOptions {
  url::Url base;             // the page's own address, a web address
  std::string_view charset;  // of the Content-Type field, or empty
  // Goes to the start of the head, also of pages in srcdoc. ASCII. A browser looks for the page's
  // charset in the first 1024 bytes only: keep this short, or serve the charset in Content-Type.
  std::string_view insert;
  Targets targets = Targets::Framed;
  // Scripts are served with other bytes than were captured, so their integrity cannot hold.
  bool scripts_change = false;
};

struct HtmlResult {
  std::string text;
  std::uint64_t mapped = 0;   // references replaced
  std::uint64_t dropped = 0;  // values emptied
  // The text is UTF-8 now and must be served as such: it was in UTF-16 or ISO-2022-JP, which do not
  // keep ASCII.
  bool charset_changed = false;
  bool cut = false;  // some references were left, for the result would have grown too large
};

HtmlResult rewrite_html(std::string_view html, const Mapper& mapper, const HtmlOptions& options);

}  // namespace asof::rewrite
