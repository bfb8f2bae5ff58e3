// Runs: strategies compared on one history, either by capturing the whole site again and again from
// random starts, or by watching its pages under a budget per period.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/history.h"
#include "lab/statistics.h"
#include "lab/training.h"
#include "schedule/registry.h"

namespace asof::lab {

// One strategy's grades. Blur and sharp pages only of captures.
struct Grades {
  std::string strategy;
  Estimate blur;                // exact, summed over pages
  Estimate sharp;               // pages proven unchanged around the middle
  Estimate completeness;        // mean over pages, weighted (DEXA Definition 5.13)
  Estimate global;              // all changes in one ratio
  Estimate coherence;           // by weight
  Estimate coherence_by_count;  // by number
  Estimate downloads;
  Estimate sets;               // sets of which some instant is proven for all pages
  Estimate missed;             // pages in scope that were never captured
  std::vector<double> blurs;   // by start, for paired comparisons
  std::vector<double> sharps;  // likewise
  bool bound = false;          // it knew what no visit can teach
};

struct Comparison {
  std::vector<Grades> strategies;
  std::uint64_t pages = 0;  // in scope, on average over starts
  std::uint64_t sets = 0;   // of pages that must fit together
  // What somebody who knows the future could reach: the least blur of one visit to each page in
  // scope (no bound for those who miss pages, whose blur is left out); the greatest completeness
  // under the budget, in both readings.
  std::optional<Estimate> best_blur;
  std::optional<double> best_completeness;
  std::optional<double> best_global;
};

struct CaptureOptions {
  std::vector<std::string> strategies;
  schedule::Tuning tuning;
  Duration delay = 60;
  std::size_t starts = 100;
  // All pages that exist at the start are known beforehand. Else links are followed, except by
  // strategies that cannot do without knowing all.
  bool known = false;
  // Images, styles and the like are fetched with the page that needs them, not in the strategy's
  // order.
  bool requisites = false;
  // Rates are known from so many captures in the first half; 0: a first capture, of which nothing
  // is known. Else all changes of the first half are known.
  std::optional<std::uint32_t> earlier;
  // Pages that must fit together, set by set: visited next to each other by every strategy, and
  // known beforehand.
  std::vector<std::vector<std::uint32_t>> together;
  double extra = -1;  // extra downloads as a share of the pages; below 0: as the tuning says
  std::uint64_t seed = 1;
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress{};
};

// Rates and patterns are learned on the first half of the history; captures start in the second.
// Errc::Invalid where the history is too short for one capture, or a strategy is unknown or cannot
// capture.
Result<Comparison> compare_captures(const History& history, const CaptureOptions& options);

struct WatchOptions {
  std::vector<std::string> strategies;
  schedule::Tuning tuning;
  Duration period = 3600;
  std::uint64_t per_period = 1;
  std::uint64_t seed = 1;
  std::size_t queries = 48;   // instants at which coherence is asked for
  bool dates = true;          // the server says when pages were modified
  double ungraded = 1.0 / 3;  // share of the history that is watched before it counts
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress{};
};

// Strategies begin knowing the pages' addresses and weights and nothing else, and learn from their
// own visits; the first part of the history is lived through with the same budget and not graded.
// Those that need rates or patterns get them from their own visits. Who needs the future (true
// rates) gets it, as a bound. Who chooses among collections gets the pages in the order of their
// addresses, cut into as many collections as a round of the budget takes periods. Intervals are
// over pages, by resampling.
Result<Comparison> compare_watching(const History& history, const WatchOptions& options);

}  // namespace asof::lab
