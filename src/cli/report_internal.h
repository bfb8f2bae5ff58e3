// The parts of asof report.
#pragma once

#include <string>

#include "catalog/catalog.h"

namespace asof::cli {

// Captures, versions, crawl paths and links of one page.
Result<int> report_page(const catalog::Catalog& catalog, const std::string& url, bool json,
                        std::size_t rows);

}  // namespace asof::cli
