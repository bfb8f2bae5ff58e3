// Ours: the loss index. U = c * x(t) * (1 - exp(-L(t, t + tau))): the value of what is pending
// times the chance that it is replaced before the page's next turn comes, so the expected loss of
// waiting. tau is the page's own mean gap so far, at first the gap that the budget affords.
//
// x follows the recursion of watch_course.h, which knows that later changes replace earlier ones;
// the papers' urgency grows with time even when nothing is left to gain, and is 0 in quiet hours
// however much is pending. Rates of 0 get a prior (watch_prior.h). O(n) per period.
// watch_test.cc: the formula on its own; ahead of importance-pattern in both readings.
#include <cmath>

#include "schedule/watch_internal.h"
#include "schedule/watch_prior.h"
#include "schedule/watch_ranked.h"

namespace asof::schedule {
namespace {

class LossIndex final : public PeriodRanked {
 public:
  explicit LossIndex(bool global) : global_(global) {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<LossIndex>(*this); }

 protected:
  void rank(Time now, std::span<double> scores) override {
    if (renew(now) || belief_.size() < pages().size()) fit();
    for (const Watched& each : pages()) {
      Belief& belief = belief_[each.page.id];
      const Course course = prior_.course(each.page);
      const Step step = course.over(belief.known, now);
      belief.pending = belief.pending * step.keep + step.gain;
      belief.known = now;
      const Duration gap = (even_gap() * period() + (each.last - belief.first)) /
                           static_cast<double>(1 + each.visits);
      const double replaced = -std::expm1(-course.changes(now, now + gap));
      scores[each.page.id] = belief.value * belief.pending * replaced;
    }
  }
  std::string_view why() const override { return "most to lose by waiting"; }
  void visiting(PageId page, Time) override {
    belief_[page].before = belief_[page].pending;
    belief_[page].pending = 0;
  }
  void failed(PageId page) override { belief_[page].pending = belief_[page].before; }

 private:
  struct Belief {
    double value = 0;    // of captured weight
    double pending = 0;  // expected weight of what nobody has captured
    double before = 0;   // pending before the last visit
    Time known = 0;      // pending is that of this time
    Time first = 0;      // when the page became known
  };
  void fit() {
    prior_.fit(pages(), even_gap() * period(), outlook().patterns);
    for (std::size_t id = 0; id < pages().size(); ++id) {
      const Watched& each = pages()[id];
      if (id == belief_.size()) belief_.push_back({.known = each.last, .first = each.last});
      belief_[id].value = value_of(each.page, prior_.course(each.page), outlook(), global_);
    }
  }

  bool global_;
  Prior prior_;
  std::vector<Belief> belief_;
};

}  // namespace

std::unique_ptr<Strategy> make_loss_index(const Tuning& tuning) {
  return std::make_unique<LossIndex>(tuning.global);
}

}  // namespace asof::schedule
