// Page: what is read out of HTML pages and style sheets: title, charset, links.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "capture/links.h"
#include "http/body.h"

namespace asof::capture {

struct Page {
  std::string title;
  std::string charset;
  std::string canonical;  // absolute
  Links links;            // in document order
  bool nofollow = false;  // <meta name=robots>
  bool cut = false;       // it has more links than are read: html/links.h
};

// The address a page was found at, and what its head says of it.
struct PageHead {
  std::string_view url;
  std::string_view mime;     // without parameters; empty where not stated
  std::string_view charset;  // as stated; may be empty
};

// Nothing when it is neither HTML nor CSS. `payload` still has its content coding.
std::optional<Page> read_page(const PageHead& head, std::string_view payload,
                              const http::BodyClaims& claims);

}  // namespace asof::capture
