// The best that any strategy can do when watching, and prices that lead to it.
//
// A capture at the end of a period collects the expected weight of what is pending and resets it.
// Under a price for a request in each period, every page can be planned alone and exactly; prices
// at which all plans together just spend the budget give a plan near the optimum. Whatever the
// prices, what the pages earn above them plus what the budget costs bounds every strategy from
// above, for changes that fall as patterns say.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "schedule/watch_course.h"

namespace asof::schedule {

// Pages over periods 0..periods-1; a visit in period t comes at its end.
struct WatchProblem {
  std::size_t periods = 0;
  double per_period = 0;        // requests
  std::vector<Step> steps;      // [page * periods + t]
  std::vector<double> value;    // of one unit of captured weight, per page
  std::vector<double> pending;  // weight pending before period 0, per page

  std::size_t pages() const { return value.size(); }
  std::span<const Step> steps_of(std::size_t page) const {
    return {steps.data() + page * periods, periods};
  }
};

// One page under prices: values[s] is the most it can still earn above its prices after a visit in
// period s - 1; values[0] is that from the start. O(periods), gaps of any length.
class PagePlan final {
 public:
  // The plan of `page`; `values` has room for periods + 1.
  void solve(const WatchProblem& problem, std::size_t page, std::span<const double> prices,
             std::span<double> values);
  // Periods in which it is visited under these prices.
  const std::vector<std::size_t>& visits() const { return visits_; }

 private:
  struct Line {
    double at_zero;  // what a visit in its period and all after it earn if nothing were lost before
    double spent;    // changes expected until its period
    std::size_t period;
    double from;  // log of the z below which it beats the line before it in the envelope
  };
  void insert(const Line& line);

  std::vector<Line> envelope_;
  std::size_t first_ = 0;
  std::vector<double> pending_;
  std::vector<double> changes_;
  std::vector<std::size_t> follows_;
  std::vector<std::size_t> visits_;
};

struct PriceOptions {
  int rounds = 150;              // each costs O(pages * periods)
  std::vector<double> prices{};  // to begin with; empty: one price for all, found by bisection
};

struct Prices {
  std::vector<double> prices;  // of a request in each period
  double bound = 0;            // no strategy collects more value
};

Prices find_prices(const WatchProblem& problem, const PriceOptions& options = {});

// The value that `visits[t]` = pages visited in period t collects, in expectation.
double expected_value(const WatchProblem& problem,
                      std::span<const std::vector<std::size_t>> visits);

}  // namespace asof::schedule
