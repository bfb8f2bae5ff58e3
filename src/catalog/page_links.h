// Page links: where the pages of an archive lead, each page as it was captured last.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "capture/links.h"
#include "catalog/reader.h"

namespace asof::catalog {

struct PageLinks {
  std::string urlkey;
  std::string url;
  Locator where;          // of the first capture of the version below
  bool document = false;  // HTML, or something else that links were read from
  // Of its latest version that had an answer, 2xx or a redirect. Those that a crawler recorded
  // count where the page itself is not there.
  capture::Links links;
};

// Of all pages below a key prefix that have such a version, keys in byte order.
Result<void> page_links(const Reader& reader, std::string_view key_prefix,
                        const On<PageLinks>& on_page);

}  // namespace asof::catalog
