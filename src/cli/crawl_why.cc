#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/crawl_internal.h"
#include "crawl/why.h"

namespace asof::cli {

// 0 where the URL was fetched, 1 where it was not.
Result<int> run_why(const Arguments& arguments) {
  const auto directory =
      TRY(archive::Directory::open(arguments.get("--archive"), archive::Directory::Access::Read));
  const auto catalog = TRY(catalog::Catalog::open(directory.catalog_path(), catalog::Access::Read));
  auto crawls = TRY(crawl::kept_crawls(directory));
  if (crawls.empty())
    return Error{Errc::NotFound,
                 directory.path() + " holds no crawl of ours; --why knows only these"};
  const auto last = std::max_element(
      crawls.begin(), crawls.end(), [](const auto& a, const auto& b) { return a.began < b.began; });
  const auto why = TRY(crawl::why(directory, catalog, *last, arguments.get("--why")));
  if (arguments.has("--json")) {
    std::string reasons;
    for (const std::string& reason : why.reasons)
      reasons += (reasons.empty() ? "" : ",") + json_quote(reason);
    fmt::print("{{\"crawl\":{},\"url\":{},\"fetched\":{},\"why\":[{}]}}\n", json_quote(last->name),
               json_quote(arguments.get("--why")), why.fetched, reasons);
  } else {
    fmt::print("{} was {}fetched by {}:\n", arguments.get("--why"), why.fetched ? "" : "not ",
               last->name);
    for (const std::string& reason : why.reasons) fmt::print("  {}\n", reason);
  }
  return why.fetched ? 0 : 1;
}

}  // namespace asof::cli
