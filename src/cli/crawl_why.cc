#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "cli/crawl_internal.h"
#include "cli/opened.h"
#include "cli/print_internal.h"
#include "crawl/why.h"

namespace asof::cli {
namespace {

constexpr std::size_t kShown = 10;

void print_json(const std::string& url, const keep::CrawlDescription& kept, const crawl::Why& why) {
  fmt::print("{}\n", json::Object{{"crawl", kept.name},
                                  {"url", url},
                                  {"fetched", why.fetched},
                                  {"why", json::array_of(why.reasons)}}
                         .text());
}

void print_text(const std::string& url, const keep::CrawlDescription& kept, const crawl::Why& why) {
  print("{} was {}fetched by {}:\n", url, why.fetched ? "" : "not ", kept.name);
  for (const std::string& reason : why.reasons) print("  {}\n", reason);
}

// In a line: the last crawl is the one that is asked about, most of the time.
void print_earlier(const keep::CrawlDescription& kept, const crawl::Why& why) {
  print("before, {}: {}{}\n", kept.name, why.fetched ? "" : "not fetched, ", why.reasons.front());
}

}  // namespace

// Of our last crawls, the latest first. 0 where the last one fetched the URL, 1 where not.
Result<int> run_why(const Arguments& arguments) {
  const auto [directory, catalog] = TRY(open_to_read(arguments.get("--archive")));
  auto crawls = TRY(keep::described_crawls(directory));
  if (crawls.empty())
    return Error{Errc::NotFound,
                 directory.path() + " holds no crawl made by asof; --why can explain only those"};
  std::sort(crawls.begin(), crawls.end(),
            [](const auto& a, const auto& b) { return a.began > b.began; });
  const std::string& url = arguments.get("--why");
  if (crawls.size() > kShown) crawls.resize(kShown);
  bool fetched = false;
  for (const keep::CrawlDescription& kept : crawls) {
    const auto why = TRY(crawl::why(directory, catalog, kept, url));
    const bool last = &kept == &crawls.front();
    if (last) fetched = why.fetched;
    if (arguments.has("--json"))
      print_json(url, kept, why);
    else if (last)
      print_text(url, kept, why);
    else
      print_earlier(kept, why);
  }
  return fetched ? 0 : 1;
}

}  // namespace asof::cli
