// Ben Saad and Gancarski's urgency, DEXA section 6: U(P, t) = w(P) * omega_k * (t - last visit),
// the pages with the M highest in every period.
//
// importance-pattern is the formula itself. importance uses omega averaged over the cycle: it knows
// how much changes matter but not when. pattern puts the expected changes of the period in the
// place of omega_k: it knows when but not how much. importance-pattern-fair divides by the weight
// of all changes expected of the page, the right formula where completeness is a mean over pages
// (Definition 5.13), and the fair rival of our own.
//
// Where nothing is expected of a period, its urgency is 0 however much is pending (C18): the
// published behaviour, kept. O(n) per period. watch_test.cc compares with a direct scan.
#include "schedule/watch_internal.h"
#include "schedule/watch_ranked.h"

namespace asof::schedule {
namespace {

enum class Urgency : std::uint8_t { Importance, Pattern, ImportancePattern, Fair };

class Urgent final : public PeriodRanked {
 public:
  explicit Urgent(Urgency urgency) : urgency_(urgency) {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<Urgent>(*this); }

 protected:
  void rank(Time now, std::span<double> scores) override {
    if (renew(now)) mean_.clear();
    while (mean_.size() < pages().size()) {
      const Course one = course(pages()[mean_.size()].page);
      mean_.push_back(urgency_ == Urgency::Fair ? expected_weight(one) : one.mean_omega(period()));
    }
    for (const Watched& each : pages()) {
      const PageId id = each.page.id;
      scores[id] = each.page.weight * factor(id, now) * (now - each.last);
    }
  }
  std::string_view why() const override { return "most urgent of the period"; }

 private:
  // All changes of the watch, or of a cycle where it has no end.
  double expected_weight(const Course& course) const {
    if (outlook().until < kNever) return course.over(outlook().start, outlook().until).weight;
    const Duration cycle = course.pattern != nullptr ? course.pattern->cycle : period();
    return course.over(0, cycle).weight / cycle;
  }
  double factor(PageId id, Time now) const {
    const Course course = this->course(pages()[id].page);
    switch (urgency_) {
      case Urgency::Importance:
        return mean_[id];
      case Urgency::Pattern:
        return course.changes(now - period(), now);
      case Urgency::ImportancePattern:
        return course.omega(now - period(), now);
      case Urgency::Fair:
        return mean_[id] > 0 ? course.omega(now - period(), now) / mean_[id] : 0;
    }
    return 0;
  }

  Urgency urgency_;
  std::vector<double> mean_;  // of each page: mean omega, or for Fair all expected weight
};

}  // namespace

std::unique_ptr<Strategy> make_importance(const Tuning&) {
  return std::make_unique<Urgent>(Urgency::Importance);
}
std::unique_ptr<Strategy> make_pattern(const Tuning&) {
  return std::make_unique<Urgent>(Urgency::Pattern);
}
std::unique_ptr<Strategy> make_importance_pattern(const Tuning&) {
  return std::make_unique<Urgent>(Urgency::ImportancePattern);
}
std::unique_ptr<Strategy> make_importance_pattern_fair(const Tuning&) {
  return std::make_unique<Urgent>(Urgency::Fair);
}

}  // namespace asof::schedule
