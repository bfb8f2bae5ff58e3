#include "schedule/watch_requisites.h"

#include <deque>

#include "base/check.h"

namespace asof::schedule {
namespace {

class WithRequisitesOnce final : public Strategy {
 public:
  explicit WithRequisitesOnce(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}

  void expect(const Outlook& outlook) override { inner_->expect(outlook); }

  void learn(const Page& page) override {
    CHECK(page.id == inner_ids_.size());
    if (page.requisite) {
      inner_ids_.push_back(kNoPage);
      waiting_.push_back(page.id);
      return;
    }
    Page told = page;
    told.id = static_cast<PageId>(outer_ids_.size());
    if (told.parent != kNoPage) told.parent = inner_ids_[told.parent];
    inner_ids_.push_back(told.id);
    outer_ids_.push_back(page.id);
    inner_->learn(told);
  }

  Time wants(Time now) const override { return waiting_.empty() ? inner_->wants(now) : now; }

  std::optional<Visit> next(const Turn& turn) override {
    if (!waiting_.empty()) {
      const PageId page = waiting_.front();
      waiting_.pop_front();
      return Visit{.page = page, .why = "needed by its page"};
    }
    auto visit = inner_->next(turn);
    if (visit) visit->page = outer_ids_[visit->page];
    return visit;
  }

  void observe(const Seen& seen) override {
    const PageId page = inner_ids_[seen.visit.page];
    if (page == kNoPage) return;
    Seen told = seen;
    told.visit.page = page;
    told.announced.clear();
    for (const PageId named : seen.announced)
      if (inner_ids_[named] != kNoPage) told.announced.push_back(inner_ids_[named]);
    inner_->observe(told);
  }

  std::optional<std::vector<double>> urgencies(Time now, std::uint64_t most) override {
    return inner_->urgencies(now, most);
  }

  std::string explain(PageId page, Time at) const override {
    return inner_ids_[page] == kNoPage ? "" : inner_->explain(inner_ids_[page], at);
  }

  std::unique_ptr<Strategy> clone() const override {
    auto copy = std::make_unique<WithRequisitesOnce>(inner_->clone());
    copy->inner_ids_ = inner_ids_;
    copy->outer_ids_ = outer_ids_;
    copy->waiting_ = waiting_;
    return copy;
  }

 private:
  std::unique_ptr<Strategy> inner_;
  std::vector<PageId> inner_ids_;  // by id; kNoPage: a requisite
  std::vector<PageId> outer_ids_;  // by the strategy's id
  std::deque<PageId> waiting_;     // requisites not asked for yet
};

}  // namespace

std::unique_ptr<Strategy> with_requisites_once(std::unique_ptr<Strategy> strategy) {
  return std::make_unique<WithRequisitesOnce>(std::move(strategy));
}

}  // namespace asof::schedule
