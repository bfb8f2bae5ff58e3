// Contests of watching: strategies follow the pages of a site with daily patterns, M pages in every
// period of an hour (DEXA section 7, JCDL section 9).
#pragma once

#include <string>
#include <vector>

#include "lab/synthetic.h"
#include "studies/figure_checks.h"
#include "studies/reproduce.h"

namespace asof::studies {

struct Watcher {
  std::string_view strategy;
  bool global = false;  // told to collect all changes in one ratio, not a mean over pages
  std::string label{};  // where the strategy's own does not say enough
};

enum class Reading : std::uint8_t {
  PerPage,     // completeness, DEXA Definition 5.13
  Global,      // all changes in one weighted ratio
  Unweighted,  // versions captured over versions
  Coherence,   // by weight
  ByCount,     // of the largest coherent part
};

struct WatchContest {
  std::vector<Watcher> watchers;
  std::vector<double> shares;  // of the pages, visited per period
  std::vector<Reading> readings;
  std::size_t pages = 1000;
  double hours = 120;
  std::size_t repetitions = 3;
  bool important = true;  // false: neither pages nor changes have an importance
  bool bound = false;     // compute it; of completeness only
  double learning = 0;  // hours of hourly visits, before, from which patterns are learned; 0: known
};

struct WatchOutcome {
  std::vector<std::vector<Sample>> grades;  // by reading, then watcher
  std::vector<Sample> bounds;               // by reading: on the expectation; empty values: none
};

// By share.
std::vector<WatchOutcome> hold(const WatchContest& contest, const Setting& setting);

page::Series series_of(const Watcher& watcher);
// Lines over shares, by the reading at that place of the contest's, for some of the watchers.
page::Chart chart_of(std::string title, const WatchContest& contest,
                     const std::vector<WatchOutcome>& outcomes, std::size_t reading,
                     const std::vector<std::string>& shown);
std::vector<Sample> named(const std::vector<Sample>& samples,
                          const std::vector<std::string>& names);

// Every page and every change weighs 1 from here on.
void forget_importance(lab::Synthetic& site);

// The same pattern in another number of slots, prorated.
pattern::Pattern resliced(const pattern::Pattern& pattern, std::size_t slots);

// When pages are visited by a strategy that knows the site's patterns as given.
struct WatchPlan {
  std::string_view strategy;
  Time start = 0;
  Duration period = 3600;
  std::uint64_t per_period = 1;
  bool global = false;
};
std::vector<std::vector<Time>> watch(const lab::Synthetic& site,
                                     const std::vector<pattern::Pattern>& patterns,
                                     const WatchPlan& plan);

// What visits at the end of every hour from 0 to `until` teach.
std::vector<pattern::Pattern> learned_hourly(const lab::Synthetic& site, Time until);

}  // namespace asof::studies
