// The parts of asof report.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "catalog/reader.h"

namespace asof::cli {

// Captures, versions, crawl paths and links of one page.
Result<int> report_page(const catalog::Reader& catalog, const std::string& url, bool as_json,
                        std::size_t rows);

// The changes below a key prefix: how they were settled, how much they matter, which matter most.
Result<void> print_changes(const catalog::Reader& catalog, std::string_view key_prefix,
                           std::size_t rows);
// The same as a part of a page: a table with a row for each of the changes that matter most.
Result<std::string> changes_html(const catalog::Reader& catalog, std::string_view key_prefix,
                                 std::size_t rows);
// The same as a JSON object.
Result<json::Object> changes_json(const catalog::Reader& catalog, std::string_view key_prefix,
                                  std::size_t rows);
// One change as a JSON object.
Result<json::Object> change_json(const catalog::Reader& catalog, const catalog::Change& change);

}  // namespace asof::cli
