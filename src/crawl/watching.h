// Watching: what makes a crawl a watch. The pages of its collections are visited again and again
// under a budget, until somebody ends it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/axis.h"
#include "base/result.h"
#include "schedule/collections.h"

namespace asof::crawl {

// Pages that belong together, of any hosts.
struct WatchedPages {
  std::string name;
  double weight = 1;  // of each of its pages, beside those of other collections
  std::vector<std::string> urls;
};

struct Watching {
  Duration period = 0;            // 0: this is a capture
  std::uint64_t budget = 0;       // requests in a period
  std::uint64_t host_budget = 0;  // to one host; 0: no limit of its own
  std::uint64_t byte_budget = 0;  // received in a period; 0: no limit
  bool global = false;            // completeness over all changes, not as a mean over pages
  // Collections that are captured as a whole in each period; 0: pages are visited one by one,
  // whatever their collection.
  std::uint64_t whole_collections = 0;
  double eta = 1;  // the share of a collection's heaviest pages that says when it is at rest
  schedule::Choice order = schedule::Choice::OffPeak;
  std::vector<WatchedPages> collections;

  bool on() const { return period > 0; }
  // The beginning of the period that `at` lies in. Periods of an hour begin at full hours (UTC).
  Time period_of(Time at) const;
  // What one strategy decides about: a collection where collections are captured as a whole,
  // otherwise all pages.
  std::uint32_t group_of(std::string_view url) const;
  double weight_of(std::string_view url) const;
  void set_collections(std::vector<WatchedPages> pages);

 private:
  std::unordered_map<std::string, std::uint32_t> by_url_;  // its collection
};

// Collections as a crawl's settings hold them: "[NAME] WEIGHT", then an address a line, an empty
// line between two collections. Errc::Invalid names the line.
Result<std::vector<WatchedPages>> parse_collections(std::string_view text);
std::string to_text(const std::vector<WatchedPages>& collections);

}  // namespace asof::crawl
