// The registry of strategies: one row each. Help, documentation, the laboratory's tables and the
// crawler's --strategy all come from the rows.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "schedule/strategy.h"

namespace asof::schedule {

// What a strategy must be told to work at all.
enum Needs : std::uint32_t {
  kNothing = 0,
  kRates = 1,         // Page::rate
  kPatterns = 2,      // Page::pattern
  kChanges = 4,       // Page::changes, the future
  kSize = 8,          // Outlook::pages, where not all pages are known beforehand
  kPeriods = 16,      // Outlook::period and per_period: it watches rather than captures
  kAllPages = 32,     // every page known beforehand
  kCollections = 64,  // several sites, chosen among by an allocator of its own
  kLinks = 128,       // pages that were found on other pages
  kTrueRates = 256,   // Page::rate as it will turn out: no visit can teach it
};

// Numbers a strategy can be tuned by; each uses what it knows.
struct Tuning {
  double tau = 0.5;         // sharc-threshold: chance of a change beyond which a page is hopeless
  std::uint64_t extra = 0;  // sharc-multi, sharc-unified: downloads beyond one of each page
  bool extra_given = false;
  std::uint64_t hopeless = 0;  // sharc-unified: how many pages get many visits; 0: it decides
  double eta = 1;              // off-peak: share of the most important pages looked at
  bool global = false;         // completeness as one global ratio, not as a mean over pages
  double floor = 0.1;          // site-clock: share of visits for the pages unvisited for longest
  double doubt = 0.1;          // sharc-multi-adaptive: share of rates held wrong before any look
  std::uint64_t seed = 1;
};

struct Row {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;   // paper and section
  std::uint32_t needs;
  bool twice;                 // also has a form that visits all pages and then visits them again
  std::string_view decision;  // cost of next()
  std::string_view planning;  // cost of what happens before or between; "none"
  std::unique_ptr<Strategy> (*make)(const Tuning&);
};

// What a watch uses where nobody says otherwise, for each reading of completeness; docs/watching.md
// says why.
inline constexpr std::string_view kWatchDefault = "site-clock";
inline constexpr std::string_view kWatchDefaultGlobal = "site-clock-global";

std::span<const Row> strategies();
const Row* find_strategy(std::string_view name);  // null where there is none

// By name; "NAME+revisit" is the form that visits everything twice. Errc::Invalid names the nearest
// name where there is no such one.
Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name, const Tuning& tuning = {});

// "rates, patterns"
std::string describe_needs(std::uint32_t needs);

}  // namespace asof::schedule
