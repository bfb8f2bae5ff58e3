// Page: what is read out of HTML pages and style sheets: title, charset, links.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "catalog/links.h"
#include "catalog/rows.h"
#include "http/body.h"

namespace asof::ingest {

// Who asks: the address it was found at, and what its head says of it.
struct PageHead {
  std::string_view url;
  std::string_view mime;     // without parameters; empty where not stated
  std::string_view charset;  // as stated; may be empty
};

struct Page {
  catalog::Document row;  // without urlkey, url and sha256, and without the links, packed
  catalog::Links links;
  bool nofollow = false;  // <meta name=robots>
  bool cut = false;       // it has more links than are read: html/links.h
};

// Nothing when it is neither HTML nor CSS. `payload` still has its content coding.
std::optional<Page> read_page(const PageHead& head, std::string_view payload,
                              const http::BodyClaims& claims);
// The links from that number on, for the row.
std::string packed(const catalog::Links& links, std::size_t from, catalog::LinkPacker& packer);

}  // namespace asof::ingest
