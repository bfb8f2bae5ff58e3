// why: why a URL was or was not fetched by a crawl, from what it recorded: its visits, with and
// without answers, and the links on the pages it captured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "catalog/reader.h"
#include "keep/crawl_description.h"

namespace asof::crawl {

struct Why {
  bool fetched = false;
  std::vector<std::string> reasons;  // sentences, the one that decides first
};

// Of one crawl; `url` as a user writes it.
Result<Why> why(const archive::Directory& directory, const catalog::Reader& catalog,
                const keep::CrawlDescription& crawl, const std::string& url);

}  // namespace asof::crawl
