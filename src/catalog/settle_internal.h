// Settling: bringing the derived tables up to date with the raw ones, phase after phase.
//
// What is out of date stands in the tables `touched*`. A step of a phase is one transaction that
// does some of it and strikes that out, so settling can be killed anywhere and taken up again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/database_internal.h"
#include "catalog/derived.h"
#include "catalog/rows.h"

namespace asof::catalog {

// Stages of a touched key. A key may stand in several at once.
inline constexpr int kWritten = 0;    // captures came or went
inline constexpr int kDependent = 1;  // a revisit of it may have another original now
inline constexpr int kExpanded = 2;   // those that depend on it are touched as well
inline constexpr int kAlone = 3;      // captures or documents came, and nothing depends on them

// The first keys of a stage, by the numbers of their addresses, and those up to the last of them
// done with.
Result<std::vector<std::int64_t>> some_touched(Database& database, int stage);
Result<void> strike_touched(Database& database, int stage, std::int64_t last);

// Writes the rows of a batch, and what they touch. Within a transaction.
Result<void> put_rows(Database& database, const Batch& batch);

// The file's times are to be settled again.
Result<void> touch_file(Database& database, FileId file);

// A phase does one step and says how much it did; 0: nothing is left.
Result<std::uint64_t> expand_some(Database& database);        // touched keys -> dependents
Result<std::uint64_t> settle_some_pages(Database& database);  // originals, versions, pages
Result<std::uint64_t> settle_some_sites(Database& database);
Result<std::uint64_t> settle_some_files(Database& database);  // when each file was written to
Result<std::uint64_t> settle_crawls(Database& database);
Result<std::uint64_t> settle_some_paths(Database& database);  // one crawl
Result<void> forget_paths(Database& database, std::string_view crawl);

// "com,example)" of "com,example)/a"; a key without a host gives its scheme, "dns:".
std::string_view site_key(std::string_view urlkey);
// "example.com:8080" of "com,example:8080)".
std::string host_of(std::string_view site_key);

}  // namespace asof::catalog
