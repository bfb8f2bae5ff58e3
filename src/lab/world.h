// World: pages as a file describes them for 'lab schedule': rates, importance, links, patterns and,
// where a strategy needs the future, the times at which each page changes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/history.h"
#include "pattern/pattern.h"
#include "schedule/registry.h"

namespace asof::lab {

struct WorldPage {
  std::string name;
  std::optional<double> rate;
  double importance = 1;
  std::optional<std::uint32_t> parent;
  std::string collection;
  std::optional<pattern::Pattern> pattern;
  std::optional<std::vector<Time>> changes;

  // Changes per unit of time; of the pattern where no rate is given.
  double rate_or_mean() const;
};

struct World {
  std::vector<WorldPage> pages;
  bool numbered = false;  // made from a list of rates: pages are called by their number
};

// {"pages":[{"name","rate","importance"?,"parent"?,"collection"?,"pattern"?:{"rates","importance"},
// "history"?}],"cycle"?}. Errc::Invalid names the field and its value.
Result<World> parse_world(const std::string& text);
// "0,1,2.5": page i has the i-th rate.
Result<World> world_of_rates(const std::string& list);

struct ScheduleOptions {
  std::string strategy;
  schedule::Tuning tuning;
  Duration delay = 1;
  std::optional<Time> observe_from, observe_until;
  std::optional<Time> start;     // of the capture; else it is centred on the observation interval
  std::uint64_t per_period = 0;  // watching: so many requests in each of `periods` periods
  std::uint64_t periods = 0;
};

struct ScheduledVisit {
  std::uint32_t page = 0;
  Time at = 0;
};

// What is to be expected of a measure, and what no schedule can better.
struct Expectation {
  double value = 0;
  std::optional<double> bound;
  std::string_view unbounded{};  // why there is no bound, where there is none
};

struct Schedule {
  std::vector<ScheduledVisit> visits;  // in order
  // Bounded for as many visits. A page never visited counts as if its only visit came at the end of
  // the observation, so that nobody gains by starving one.
  Expectation blur;
  // As of the middle of the observation; bounded for requests at the same times.
  Expectation sharp;
  // Of watching: the mean over pages, and all changes in one ratio.
  std::optional<Expectation> completeness, global_completeness;
  std::uint64_t unvisited = 0;  // pages
};

// Errc::Invalid where the strategy needs what the world or the options lack.
Result<Schedule> make_schedule(const World& world, const ScheduleOptions& options);

}  // namespace asof::lab
