// Ours: the Lagrangian index. Prices of a request in the periods to come (lagrange.h) say what a
// visit now and the best plan after it earn, against the best plan that leaves the page alone now;
// pages with the largest advantage are visited. Within 1 % or so of the best possible where
// patterns are known; on real histories the loss index, which needs no plan, is about as good.
//
// Plans look ahead over the rest of the watch, or where that is shorter over two cycles, eight
// visits of every page and 120 periods, at most 1,000; they are made again after half of it, and
// once a day where patterns are learned, starting from the old prices. Planning: O(n
// * horizon) for each of 150 rounds, 40 when it starts from old prices; each period O(n * horizon).
// lagrange_test.cc, watch_figures_test.cc.
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "schedule/lagrange.h"
#include "schedule/watch_internal.h"
#include "schedule/watch_prior.h"
#include "schedule/watch_ranked.h"

namespace asof::schedule {
namespace {

constexpr double kLeastHorizon = 120;
constexpr double kMostHorizon = 1000;
constexpr double kVisits = 8;
constexpr double kCycles = 2;
constexpr int kFirstRounds = 150;
constexpr int kLaterRounds = 40;

class Lagrange final : public PeriodRanked {
 public:
  explicit Lagrange(bool global) : global_(global) {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<Lagrange>(*this); }

 protected:
  void rank(Time now, std::span<double> scores) override {
    advance(now);
    // The plan's period 0 ends at planned_; `at` is the one that ends now.
    auto at = static_cast<std::size_t>(std::llround((now - planned_) / period()));
    const bool renewed = renew(now);
    if (renewed) prior_.fit(pages(), even_gap() * period(), outlook().patterns);
    if (problem_.pages() < pages().size() || at >= replan_ || renewed) {
      plan(now);
      at = 0;
    }
    const std::size_t periods = problem_.periods;
    for (std::size_t id = 0; id < scores.size(); ++id) {
      const double value = problem_.value[id];
      const double* later = values_.data() + id * (periods + 1);
      const double visit = value * pending_[id] - prices_[at] + later[at + 1];
      double wait = 0;
      double pending = value * pending_[id];
      const auto steps = problem_.steps_of(id);
      for (std::size_t t = at + 1; t < periods; ++t) {
        pending = pending * steps[t].keep + value * steps[t].gain;
        wait = std::max(wait, pending - prices_[t] + later[t + 1]);
      }
      scores[id] = visit - wait;
    }
  }
  std::string_view why() const override { return "gains most over waiting"; }
  void visiting(PageId page, Time) override {
    before_[page] = pending_[page];
    pending_[page] = 0;
  }
  void failed(PageId page) override { pending_[page] = before_[page]; }

 private:
  // Brings what is pending up to now.
  void advance(Time now) {
    if (pending_.size() < pages().size()) {
      prior_.fit(pages(), even_gap() * period(), outlook().patterns);
      for (std::size_t id = pending_.size(); id < pages().size(); ++id)
        known_.push_back(pages()[id].last);
      pending_.resize(pages().size(), 0);
      before_.resize(pages().size(), 0);
    }
    for (std::size_t id = 0; id < pages().size(); ++id) {
      const Step step = prior_.course(pages()[id].page).over(known_[id], now);
      pending_[id] = pending_[id] * step.keep + step.gain;
      known_[id] = now;
    }
  }

  std::size_t horizon(Time now) const {
    double cycle = 0;
    for (const Watched& each : pages())
      if (const Course own = course(each.page); own.pattern != nullptr)
        cycle = std::max(cycle, own.pattern->cycle);
    const double wanted = std::max(kCycles * cycle / period(), kVisits * even_gap());
    double ahead = std::clamp(wanted, kLeastHorizon, kMostHorizon);
    // The period that ends now counts as well.
    if (outlook().until < kNever)
      ahead = std::min(ahead, std::floor((outlook().until - now) / period() + 1e-9) + 1);
    return static_cast<std::size_t>(std::max(ahead, 1.0));
  }

  void plan(Time now) {
    const std::size_t periods = horizon(now);
    const auto past = static_cast<std::size_t>(std::llround((now - planned_) / period()));
    std::vector<double> old;
    if (!prices_.empty() && past < prices_.size()) {
      // Prices go on where the old ones end as they were a horizon's end before.
      const std::size_t kept = prices_.size() - past;
      for (std::size_t t = 0; t < periods; ++t) old.push_back(prices_[past + t % kept]);
    }
    planned_ = now;
    problem_ = {.periods = periods, .per_period = static_cast<double>(outlook().per_period)};
    problem_.steps.reserve(pages().size() * periods);
    for (const Watched& each : pages()) {
      const Course course = prior_.course(each.page);
      problem_.value.push_back(value_of(each.page, course, outlook(), global_));
      // What is pending already holds the period that ends now, so that one brings no more.
      problem_.pending.push_back(pending_[each.page.id]);
      for (std::size_t t = 0; t < periods; ++t) {
        const Time end = now + static_cast<double>(t) * period();
        problem_.steps.push_back(t == 0 ? Step{} : course.over(end - period(), end));
      }
    }
    const bool warm = !old.empty();
    prices_ = find_prices(problem_,
                          {.rounds = warm ? kLaterRounds : kFirstRounds, .prices = std::move(old)})
                  .prices;
    values_.resize(pages().size() * (periods + 1));
    PagePlan plan;
    for (std::size_t id = 0; id < pages().size(); ++id)
      plan.solve(problem_, id, prices_,
                 std::span(values_).subspan(id * (periods + 1), periods + 1));
    const bool rest = outlook().until < kNever && now + static_cast<double>(periods) * period() >
                                                      outlook().until + period() / 2;
    replan_ = rest ? periods : std::max<std::size_t>(1, periods / 2);
  }

  bool global_;
  Prior prior_;
  std::vector<double> pending_;
  std::vector<double> before_;
  std::vector<Time> known_;
  WatchProblem problem_;
  std::vector<double> prices_;
  std::vector<double> values_;  // [page * (periods + 1) + s]
  Time planned_ = 0;            // end of the plan's first period
  std::size_t replan_ = 0;      // after so many periods
};

}  // namespace

std::unique_ptr<Strategy> make_lagrange(const Tuning& tuning) {
  return std::make_unique<Lagrange>(tuning.global);
}

}  // namespace asof::schedule
