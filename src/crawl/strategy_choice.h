// The strategy that a crawl follows: which one, by what is known of the sites and by the settings;
// and how it is made for each site. Pure: nothing is looked up.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "crawl/settings.h"
#include "schedule/strategy.h"

namespace asof::crawl {

struct StrategyChoice {
  std::string name;
  bool needs_all_pages = false;
  double visits_per_page = 1;  // expected, revisits included
};

// `archived`: pages of the seeds' hosts that the archive knows. Errc::Invalid where the strategy
// that is set needs what a crawl does not have, or contradicts another setting.
Result<StrategyChoice> choose_strategy(const Settings& settings, std::size_t archived);

// The same for a watch: which strategy is its default, and what it can be told.
Result<StrategyChoice> choose_watching(const Settings& settings);

// A group of pages when it joins the crawl.
struct SiteOutlook {
  std::uint64_t pages = 0;     // found so far
  std::uint64_t archived = 0;  // that the archive knows; 0: nobody has crawled it before
  Time start = 0;
  const schedule::PatternSource* patterns = nullptr;  // of a watch; outlives the strategy
};
std::unique_ptr<schedule::Strategy> strategy_for(const SiteOutlook& site,
                                                 const StrategyChoice& choice,
                                                 const Settings& settings);

}  // namespace asof::crawl
