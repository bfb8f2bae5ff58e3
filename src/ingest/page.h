// Page: what is read out of HTML pages and style sheets: title, text digest, links.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

struct PageLink {
  catalog::Link link;
  bool nofollow = false;  // rel=nofollow and its kin
};

struct Page {
  catalog::Document row;  // without urlkey, url and sha256, and without what complete() adds
  std::vector<PageLink> links;
  std::string text;       // what people read; empty for CSS
  bool nofollow = false;  // <meta name=robots>
  bool cut = false;       // it has more links, or longer text, than is read: html/links.h
};

// Nothing when it is neither HTML nor CSS. `payload` still has its content coding.
std::optional<Page> read_page(const PageHead& head, std::string_view payload,
                              const http::BodyClaims& claims);
// Adds what only the catalog needs: digest and measures of the text, and the links, packed.
void complete(catalog::Document& row, std::string_view text, std::span<const PageLink> links,
              catalog::LinkPacker& packer);

}  // namespace asof::ingest
