// Rivals that visit all pages in one fixed order, round and round, whatever the budget: a period
// goes on where the last one stopped (DEXA section 7).
//
// relevance (Cho, Garcia-Molina and Page): the most important page first. coherence (Spaniol et
// al., WICOW): the least risky page first; those skipped as too risky come after all others, and
// ordered by risk both parts are one ascending order. sharc-repeat (SHARC section 4): the whole
// site again and again, the hottest pages in the middle of each round. off-peak (TPDL section 5):
// what is expected to change most in the period first; off-peak-two-zone: the order of off_peak.h.
// These two, and all others here, serve collections, whose allocator grants whole rounds.
//
// A round costs O(n log n), a decision O(1) beside it. Pages found on the way join the next round.
// watch_test.cc.
#include <algorithm>

#include "base/check.h"
#include "schedule/off_peak.h"
#include "schedule/watch_course.h"
#include "schedule/watch_internal.h"

namespace asof::schedule {
namespace {

enum class Order : std::uint8_t { Weight, Risk, Organ, Expected, TwoZone };

class Rounds final : public Strategy {
 public:
  explicit Rounds(Order order) : order_(order) {}

  void expect(const Outlook& outlook) override {
    outlook_ = outlook;
    endless_ = outlook.period > 0;
  }
  void learn(const Page& page) override {
    CHECK(page.id == pages_.size());
    pages_.push_back(page);
    fresh_ = true;
  }
  Time wants(Time now) const override {
    return !pages_.empty() && (fresh_ || endless_ || at_ < line_.size()) ? now : kNever;
  }
  std::optional<Visit> next(const Turn& turn) override {
    if (at_ >= line_.size() && (fresh_ || endless_)) sort(turn.now);
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
      case Order::Expected:
        return "next in the round, most change expected first";
      case Order::TwoZone:
        return "next in the round, hottest in the middle, hopeless at the ends";
    }
    return {};
  }
  double key(const Page& page, Time now) const {
    switch (order_) {
      case Order::Weight:
        return -page.weight;
      case Order::Expected:
        return -course_of(page, outlook_.patterns).omega(now, now + outlook_.period);
      default:
        return course_of(page, outlook_.patterns).mean_rate();
    }
  }
  void sort(Time now) {
    // Without endless rounds, pages found late are one more round.
    const std::size_t first = endless_ ? 0 : known_;
    known_ = pages_.size();
    fresh_ = false;
    at_ = 0;
    line_.clear();
    std::vector<double> keys;
    for (const Page& page : pages_) keys.push_back(key(page, now));
    for (std::size_t i = first; i < pages_.size(); ++i) line_.push_back(pages_[i].id);
    std::stable_sort(line_.begin(), line_.end(),
                     [&](PageId a, PageId b) { return keys[a] < keys[b]; });
    const std::vector<PageId> ascending = line_;
    if (order_ == Order::Organ)
      for (std::size_t i = 0; i < ascending.size(); ++i)
        line_[i % 2 == 0 ? i / 2 : ascending.size() - 1 - (i - 1) / 2] = ascending[i];
    if (order_ == Order::TwoZone) {
      std::vector<double> rates;
      rates.reserve(ascending.size());
      for (const PageId page : ascending) rates.push_back(keys[page]);
      const auto order = two_zone_order(rates, outlook_.delay);
      for (std::size_t i = 0; i < order.size(); ++i) line_[i] = ascending[order[i]];
    }
  }

  Order order_;
  Outlook outlook_;
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
std::unique_ptr<Strategy> make_off_peak(const Tuning&) {
  return std::make_unique<Rounds>(Order::Expected);
}
std::unique_ptr<Strategy> make_off_peak_two_zone(const Tuning&) {
  return std::make_unique<Rounds>(Order::TwoZone);
}

}  // namespace asof::schedule
