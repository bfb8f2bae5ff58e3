// Rivals that visit all pages in one fixed order, round and round, whatever the budget: a period
// goes on where the last one stopped (DEXA section 7).
//
// relevance (Cho, Garcia-Molina and Page): the most important page first. coherence (Spaniol et
// al., WICOW): the least risky page first; those skipped as too risky come after all others, and
// ordered by risk both parts are one ascending order. sharc-repeat (SHARC section 4): the whole
// site again and again, the hottest pages in the middle of each round.
//
// A round costs O(n log n), a decision O(1) beside it. Pages found on the way join the next round.
// watch_rounds_test.cc.
#include <algorithm>

#include "base/check.h"
#include "schedule/watch_course.h"
#include "schedule/watch_internal.h"

namespace asof::schedule {
namespace {

enum class Order : std::uint8_t { Weight, Risk, Organ };

class Rounds final : public Strategy {
 public:
  explicit Rounds(Order order) : order_(order) {}

  void expect(const Outlook& outlook) override { endless_ = outlook.period > 0; }
  void learn(const Page& page) override {
    CHECK(page.id == pages_.size());
    pages_.push_back(page);
    fresh_ = true;
  }
  Time wants(Time now) const override {
    return !pages_.empty() && (fresh_ || endless_ || at_ < line_.size()) ? now : kNever;
  }
  std::optional<Visit> next(const Turn&) override {
    if (at_ >= line_.size() && (fresh_ || endless_)) sort();
    if (at_ >= line_.size()) return std::nullopt;
    return Visit{.page = line_[at_++], .why = why()};
  }
  void observe(const Seen&) override {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<Rounds>(*this); }

 private:
  std::string_view why() const {
    switch (order_) {
      case Order::Weight:
        return "next in the round, most important first";
      case Order::Risk:
        return "next in the round, least risky first";
      case Order::Organ:
        return "next in the round, hottest in the middle";
    }
    return {};
  }
  void sort() {
    std::size_t first = 0;  // without endless rounds, pages found late are one more round
    if (!endless_) first = known_;
    known_ = pages_.size();
    fresh_ = false;
    at_ = 0;
    line_.clear();
    std::vector<double> key;
    for (const Page& page : pages_)
      key.push_back(order_ == Order::Weight ? -page.weight : course_of(page).mean_rate());
    for (std::size_t i = first; i < pages_.size(); ++i) line_.push_back(pages_[i].id);
    std::stable_sort(line_.begin(), line_.end(),
                     [&](PageId a, PageId b) { return key[a] < key[b]; });
    if (order_ != Order::Organ) return;
    const std::vector<PageId> ascending = line_;
    const std::size_t last = ascending.size() - 1;
    for (std::size_t i = 0; i <= last; ++i)
      line_[i % 2 == 0 ? i / 2 : last - (i - 1) / 2] = ascending[i];
  }

  Order order_;
  std::vector<Page> pages_;
  std::vector<PageId> line_;
  std::size_t at_ = 0;
  std::size_t known_ = 0;
  bool fresh_ = false;  // pages that no round has seen yet
  bool endless_ = false;
};

}  // namespace

std::unique_ptr<Strategy> make_relevance(const Tuning&) {
  return std::make_unique<Rounds>(Order::Weight);
}
std::unique_ptr<Strategy> make_coherence(const Tuning&) {
  return std::make_unique<Rounds>(Order::Risk);
}
std::unique_ptr<Strategy> make_sharc_repeat(const Tuning&) {
  return std::make_unique<Rounds>(Order::Organ);
}

}  // namespace asof::schedule
