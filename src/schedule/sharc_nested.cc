// Visits and revisits nested into each other, for sites whose pages are not known beforehand.
//
// After SHARC 7.2 (Definition 7.7), which plans a pyramid over pages that are all known. Here the
// first half grows as links are found: the coldest detected page first. When nothing is left to
// detect, the visits are taken back in the opposite order. Every page's two visits then stand on
// both sides of one instant, the turning point, and the hotter a page the closer they stand: what
// is nearly certain to have changed in between is what was detected early and is hot.
//
// With fewer revisits than pages (`extra`), the innermost get them: their proof is the likeliest to
// succeed. One visit: O(log n), as coldest-first. Test: Nested in sharc_nested_test.cc.
#include <algorithm>
#include <vector>

#include "schedule/capture_internal.h"
#include "schedule/rows_internal.h"

namespace asof::schedule {
namespace {

class Nested final : public Strategy {
 public:
  Nested(std::unique_ptr<Strategy> visits, std::uint64_t most)
      : visits_(std::move(visits)), left_(most) {}

  void expect(const Outlook& outlook) override { visits_->expect(outlook); }
  void learn(const Page& page) override { visits_->learn(page); }

  Time wants(Time now) const override {
    const Time wanted = visits_->wants(now);
    if (wanted != kNever) return wanted;
    // The last visit may still bring pages: only then is it time to turn back.
    return under_way_ > 0 || left_ == 0 || seen_.empty() ? kNever : now;
  }

  std::optional<Visit> next(const Turn& turn) override {
    if (auto visit = visits_->next(turn)) {
      ++under_way_;
      return visit;
    }
    if (visits_->wants(turn.now) != kNever || under_way_ > 0 || left_ == 0 || seen_.empty())
      return std::nullopt;
    const PageId page = seen_.back();
    seen_.pop_back();
    --left_;
    return Visit{.page = page, .purpose = Purpose::Revisit, .why = "the way back"};
  }

  void observe(const Seen& seen) override {
    if (seen.visit.purpose == Purpose::Revisit) return;
    --under_way_;
    visits_->observe(seen);
    // What is not there cannot be proven by asking again.
    if (seen.outcome != Outcome::Failed) seen_.push_back(seen.visit.page);
  }

  std::unique_ptr<Strategy> clone() const override {
    auto copy = std::make_unique<Nested>(visits_->clone(), left_);
    copy->seen_ = seen_;
    copy->under_way_ = under_way_;
    return copy;
  }

 private:
  std::unique_ptr<Strategy> visits_;
  std::vector<PageId> seen_;  // by the order of visits; revisited from the end
  std::uint64_t left_;
  std::uint64_t under_way_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_nested(const Tuning& tuning) {
  return std::make_unique<Nested>(make_coldest_first(tuning),
                                  tuning.extra_given ? tuning.extra : ~std::uint64_t{0});
}

}  // namespace asof::schedule
