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

// The bound on sharp pages takes the cube of their number.
inline constexpr std::size_t kMostAssigned = 512;

struct Schedule {
  std::vector<ScheduledVisit> visits;  // in order
  double expected_blur = 0;
  double expected_sharp = 0;
  // No schedule of as many visits has less expected blur; nothing where a page was never visited.
  std::optional<double> blur_bound;
  // None has more expected sharp pages as of its middle; nothing where the observation is not the
  // capture, nor beyond kMostAssigned pages.
  std::optional<double> sharp_bound;
  std::uint64_t unvisited = 0;  // pages, which have no part in the blur
};

// Errc::Invalid where the strategy needs what the world or the options lack.
Result<Schedule> make_schedule(const World& world, const ScheduleOptions& options);

}  // namespace asof::lab
