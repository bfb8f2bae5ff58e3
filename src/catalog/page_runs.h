// Page runs: the versions of many pages with what is known of the change to each, in one pass. The
// series of a page's importance over time is made of them; nothing else has to be stored for it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "catalog/reader.h"

namespace asof::catalog {

// A version, and the change that led to it.
struct PageRun {
  Version version;
  std::int64_t width = 0;                // of its first capture: the time its date leaves open
  std::optional<Instant> last_modified;  // as its first capture says
  std::optional<double> importance;      // of the change to it; nothing: not compared
};

// The versions of all pages below a key prefix, keys in byte order, then by time; versions of two
// URLs with one key are mixed.
Result<void> page_runs(const Reader& reader, std::string_view key_prefix,
                       const On<PageRun>& on_run);

// When each capture below a key prefix was made: keys in byte order, then by time. Captures that
// are cut are left out, as they are in versions.
struct VisitTime {
  std::string_view urlkey;  // until the next one
  std::string_view url;
  Instant at;
};
Result<void> visit_times(const Reader& reader, std::string_view key_prefix,
                         const On<VisitTime>& on_visit);

// Captures below a key prefix that have no date.
Result<std::uint64_t> count_undated(const Reader& reader, std::string_view key_prefix);

// By key: the fewest hops from a seed that any crawl took to a page.
using Depths = std::map<std::string, std::uint64_t, std::less<>>;
Result<Depths> page_depths(const Reader& reader, std::string_view key_prefix);

}  // namespace asof::catalog
