// Ours: Lagrangian relaxation of watching under a budget per period. Index policies from the
// relaxed problem: Avrachenkov, Borkar and Shah (arXiv 2412.12641); planning one source by dynamic
// programming: Eckstein, Gal and Reiner 2008. Here many pages with patterns share a budget, so the
// price of a request depends on the period.
//
// Idea: with A(t) what is pending at t if nothing is ever captured and L(t) the changes expected
// until t, a visit at t after one at s collects A(t) - exp(-(L(t) - L(s))) A(s). As a function of
// z = A(s) exp(L(s)) that is a line whose slope depends on t alone, so V(s), the most that can be
// earned after s, is the upper envelope of lines at z. z falls as s goes back and slopes get
// steeper: an envelope kept as a queue answers all s in O(periods), without a limit on gaps.
// Crossings are kept as logarithms, because z grows like exp of all changes.
//
// Guarantee: sum V_i(start) + M sum prices is an upper bound for every strategy whatever the prices
// (weak duality). Cost: O(pages * periods) a round. lagrange_test.cc: enumeration of all plans of
// one page, exhaustive search over all policies of tiny sites.
#include "schedule/lagrange.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace asof::schedule {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kNone = ~std::size_t{0};

}  // namespace

void PagePlan::insert(const Line& line) {
  Line added = line;
  while (envelope_.size() > first_) {
    const Line& back = envelope_.back();
    const double ahead = added.at_zero - back.at_zero;
    if (ahead <= 0) return;  // steeper and no higher at 0: never better
    const double apart = back.spent - added.spent;
    added.from =
        apart > 0 ? std::log(ahead) + added.spent - std::log(-std::expm1(-apart)) : kInfinity;
    if (added.from < back.from) break;
    envelope_.pop_back();  // beaten before it became best
  }
  if (envelope_.size() == first_) added.from = kInfinity;
  envelope_.push_back(added);
}

void PagePlan::solve(const WatchProblem& problem, std::size_t page, std::span<const double> prices,
                     std::span<double> values) {
  const auto steps = problem.steps_of(page);
  const std::size_t periods = problem.periods;
  const double value = problem.value[page];
  pending_.resize(periods + 1);
  changes_.resize(periods + 1);
  follows_.assign(periods + 1, kNone);
  pending_[0] = value * problem.pending[page];
  changes_[0] = 0;
  for (std::size_t t = 0; t < periods; ++t) {
    pending_[t + 1] = pending_[t] * steps[t].keep + value * steps[t].gain;
    changes_[t + 1] = changes_[t] + steps[t].changes;
  }
  envelope_.clear();
  first_ = 0;
  for (std::size_t s = periods + 1; s-- > 0;) {
    // The start has lost nothing; after a visit, what was pending then is gone.
    const double lost = s == 0 ? 0 : pending_[s];
    const double z = lost > 0 ? std::log(lost) + changes_[s] : -kInfinity;
    while (first_ + 1 < envelope_.size() && envelope_[first_ + 1].from >= z) ++first_;
    double best = 0;
    if (first_ < envelope_.size()) {
      const Line& line = envelope_[first_];
      const double earned = line.at_zero - lost * std::exp(changes_[s] - line.spent);
      if (earned > 0) {
        best = earned;
        follows_[s] = line.period;
      }
    }
    values[s] = best;
    if (s > 0) insert({pending_[s] - prices[s - 1] + best, changes_[s], s, kInfinity});
  }
  visits_.clear();
  for (std::size_t s = follows_[0]; s != kNone; s = follows_[s]) visits_.push_back(s - 1);
}

namespace {

// What the dual is at some prices, and how often its plans visit in each period.
double dual(const WatchProblem& problem, std::span<const double> prices,
            std::vector<double>& visits) {
  PagePlan plan;
  std::vector<double> values(problem.periods + 1);
  visits.assign(problem.periods, 0);
  double sum = 0;
  for (std::size_t page = 0; page < problem.pages(); ++page) {
    plan.solve(problem, page, prices, values);
    sum += values[0];
    for (const std::size_t t : plan.visits()) visits[t] += 1;
  }
  for (const double price : prices) sum += problem.per_period * price;
  return sum;
}

// One price for all periods at which the plans spend the budget over the whole time.
double common_price(const WatchProblem& problem, std::vector<double>& visits) {
  double most = 0;
  for (std::size_t page = 0; page < problem.pages(); ++page) {
    double pending = problem.pending[page];
    for (const Step& step : problem.steps_of(page)) {
      pending = pending * step.keep + step.gain;
      most = std::max(most, problem.value[page] * pending);
    }
  }
  double low = 0;
  double high = most;
  for (int i = 0; i < 14 && high > 0; ++i) {
    const double middle = (low + high) / 2;
    dual(problem, std::vector<double>(problem.periods, middle), visits);
    double total = 0;
    for (const double count : visits) total += count;
    const bool over = total > problem.per_period * static_cast<double>(problem.periods);
    (over ? low : high) = middle;
  }
  return high;
}

}  // namespace

Prices find_prices(const WatchProblem& problem, const PriceOptions& options) {
  CHECK(problem.steps.size() == problem.pages() * problem.periods);
  CHECK(problem.pending.size() == problem.pages());
  std::vector<double> visits;
  Prices best{std::vector<double>(problem.periods, 0), 0};
  best.bound = dual(problem, best.prices, visits);
  const bool enough = std::all_of(visits.begin(), visits.end(),
                                  [&](double count) { return count <= problem.per_period; });
  if (enough) return best;
  std::vector<double> prices = options.prices;
  if (prices.size() != problem.periods)
    prices.assign(problem.periods, common_price(problem, visits));
  double scale = 0;
  for (const double price : prices) scale += price;
  scale /= std::max(1.0, static_cast<double>(problem.periods));
  if (scale <= 0) scale = 1e-9;

  const double budget = std::max(problem.per_period, 1.0);
  for (int round = 0; round < options.rounds; ++round) {
    const double bound = dual(problem, prices, visits);
    if (bound < best.bound) best = {prices, bound};
    const double step = 0.5 * scale / (1 + 0.1 * round);
    for (std::size_t t = 0; t < problem.periods; ++t) {
      const double excess = std::clamp((visits[t] - problem.per_period) / budget, -1.0, 1.0);
      prices[t] = std::max(0.0, prices[t] + step * excess);
    }
  }
  return best;
}

double expected_value(const WatchProblem& problem,
                      std::span<const std::vector<std::size_t>> visits) {
  std::vector<double> pending = problem.pending;
  double sum = 0;
  for (std::size_t t = 0; t < visits.size(); ++t) {
    for (std::size_t page = 0; page < problem.pages(); ++page) {
      const Step& step = problem.steps[page * problem.periods + t];
      pending[page] = pending[page] * step.keep + step.gain;
    }
    for (const std::size_t page : visits[t]) {
      sum += problem.value[page] * pending[page];
      pending[page] = 0;
    }
  }
  return sum;
}

}  // namespace asof::schedule
