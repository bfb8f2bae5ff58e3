#include "schedule/requisites.h"

#include <deque>
#include <unordered_map>

namespace asof::schedule {
namespace {

class WithRequisites final : public Strategy {
 public:
  explicit WithRequisites(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}

  void expect(const Outlook& outlook) override { inner_->expect(outlook); }

  void learn(const Page& page) override {
    inner_->learn(page);
    if (!page.requisite) return;
    waiting_.push_back(page.id);
    states_[page.id] = {};
  }

  Time wants(Time now) const override {
    // What is under way for the inner strategy may be what it waits for.
    return waiting_.empty() ? inner_->wants(now) : now;
  }

  std::optional<Visit> next(const Turn& turn) override {
    while (!waiting_.empty()) {
      const PageId page = waiting_.front();
      waiting_.pop_front();
      State& state = states_[page];
      if (state.phase != Phase::Waiting) continue;  // the strategy was quicker
      state.phase = Phase::UnderWay;
      return Visit{.page = page, .why = "needed by its page"};
    }
    for (;;) {
      auto visit = inner_->next(turn);
      if (!visit) return visit;
      const auto found = states_.find(visit->page);
      if (found == states_.end()) return visit;
      State& state = found->second;
      if (state.phase == Phase::Seen) {
        // It counts as the visit just asked for; the page's links are known already.
        state.seen.visit = *visit;
        inner_->observe(state.seen);
        states_.erase(found);
        continue;
      }
      // Under way: the strategy will be told when it ends; not yet begun: begin it now.
      const bool begun = state.phase == Phase::UnderWay;
      state.asked = *visit;
      if (begun) continue;
      state.phase = Phase::UnderWay;
      return visit;
    }
  }

  void observe(const Seen& seen) override {
    const auto found = states_.find(seen.visit.page);
    if (found == states_.end()) return inner_->observe(seen);
    State& state = found->second;
    if (!state.asked) {
      state.phase = Phase::Seen;
      state.seen = seen;
      state.seen.found.clear();
      state.seen.elsewhere.clear();
      return;
    }
    Seen told = seen;
    told.visit = *state.asked;
    states_.erase(found);
    inner_->observe(told);
  }

  std::unique_ptr<Strategy> clone() const override {
    auto copy = std::make_unique<WithRequisites>(inner_->clone());
    copy->waiting_ = waiting_;
    copy->states_ = states_;
    return copy;
  }

 private:
  enum class Phase : std::uint8_t { Waiting, UnderWay, Seen };
  // Of a requisite from when it is known until the strategy has been told of its first visit.
  struct State {
    Phase phase = Phase::Waiting;
    std::optional<Visit> asked;  // by the strategy, while it was under way
    schedule::Seen seen;
  };

  std::unique_ptr<Strategy> inner_;
  std::deque<PageId> waiting_;
  std::unordered_map<PageId, State> states_;
};

}  // namespace

std::unique_ptr<Strategy> with_requisites(std::unique_ptr<Strategy> strategy) {
  return std::make_unique<WithRequisites>(std::move(strategy));
}

}  // namespace asof::schedule
