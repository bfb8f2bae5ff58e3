// Follows a plan made once. What the plan is, planners decide; this file only walks it.
#include <algorithm>
#include <deque>
#include <utility>

#include "schedule/capture_internal.h"

namespace asof::schedule {
namespace {

class PlannedStrategy final : public Strategy {
 public:
  PlannedStrategy(Planner planner, const Tuning& tuning) : planner_(planner), tuning_(tuning) {}

  void expect(const Outlook& outlook) override { outlook_ = outlook; }
  void learn(const Page& page) override {
    if (planned_)
      late_.push_back(page.id);
    else
      pages_.push_back({page.rate, page.id});
  }
  Time wants(Time now) const override {
    if (!planned_) return pages_.empty() ? kNever : now;
    if (at_ < plan_.slots.size()) return std::max(now, due());
    return late_.empty() && again_.empty() ? kNever : now;
  }
  std::optional<Visit> next(const Turn& turn) override {
    if (!planned_ && pages_.empty()) return std::nullopt;
    if (!planned_) make_plan(turn);
    if (at_ < plan_.slots.size()) return follow(turn.now);
    if (!late_.empty()) {
      const PageId page = late_.front();
      late_.pop_front();
      if (plan_.again == Purpose::Revisit && plan_.revisits_late) again_.push_back(page);
      return Visit{.page = page, .why = "found after the plan was made"};
    }
    if (again_.empty()) return std::nullopt;
    const PageId page = again_.front();
    again_.pop_front();
    return Visit{.page = page, .purpose = Purpose::Revisit, .why = "found after the plan was made"};
  }
  void observe(const Seen&) override {}
  std::unique_ptr<Strategy> clone() const override {
    return std::make_unique<PlannedStrategy>(*this);
  }

 private:
  void make_plan(const Turn& turn) {
    PageId highest = 0;
    for (const Known& page : pages_) highest = std::max(highest, page.id);
    visited_.assign(std::size_t{highest} + 1, false);
    plan_ = planner_(std::exchange(pages_, {}), {outlook_, turn.now, turn.left}, tuning_);
    planned_ = true;
    skip_empty();
  }
  void skip_empty() {
    while (at_ < plan_.slots.size() && plan_.slots[at_] == kNoPage) ++at_;
  }
  // Only the first slot waits, and every one of a sparse plan: a late crawl need not be later
  // still.
  Time due() const {
    if (at_ > 0 && !plan_.sparse) return -kNever;
    return plan_.first + static_cast<double>(at_) * plan_.step;
  }
  std::optional<Visit> follow(Time now) {
    if (due() > now) return std::nullopt;
    const PageId page = plan_.slots[at_++];
    skip_empty();
    const bool again = visited_[page];
    visited_[page] = true;
    return Visit{.page = page, .purpose = again ? plan_.again : Purpose::Capture, .why = plan_.why};
  }

  Planner planner_;
  Tuning tuning_;
  Outlook outlook_;
  std::vector<Known> pages_;  // until the plan is made
  bool planned_ = false;
  Plan plan_;
  std::size_t at_ = 0;
  std::vector<bool> visited_;
  std::deque<PageId> late_;
  std::deque<PageId> again_;
};

}  // namespace

std::unique_ptr<Strategy> make_planned(Planner planner, const Tuning& tuning) {
  return std::make_unique<PlannedStrategy>(planner, tuning);
}

void sort_coldest_first(std::span<Known> pages) {
  std::sort(pages.begin(), pages.end(), [](const Known& a, const Known& b) {
    return a.rate != b.rate ? a.rate < b.rate : a.id < b.id;
  });
}

Time first_slot(const Occasion& occasion, std::uint64_t downloads) {
  const Outlook& outlook = occasion.outlook;
  if (!outlook.observe_from || !outlook.observe_until) return occasion.now;
  const Time middle = (*outlook.observe_from + *outlook.observe_until) / 2;
  const Duration half = static_cast<double>(downloads - 1) * outlook.delay / 2;
  return std::max(occasion.now, middle - half);
}

}  // namespace asof::schedule
