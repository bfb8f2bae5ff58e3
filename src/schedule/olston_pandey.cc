// Olston and Pandey 2008 as SHARC section 8 has it: among the pages detected and not yet
// downloaded, the one of the highest utility, the exact blur it would have if it were downloaded
// now, U = sum over its changes h between the start and now of (h - start). The factor 1/(now -
// start) is the same for all pages. Where a page's changes are not given, the expectation of U,
// rate * (now - start)^2 / 2, stands in.
//
// Changes enter as time passes them, each once, through a heap of the next change of each page, so
// that n decisions cost O((n + changes) log n). olston_pandey_test.cc adds everything up each time.
#include <algorithm>
#include <queue>
#include <set>
#include <utility>

#include "schedule/capture_internal.h"

namespace asof::schedule {
namespace {

// Of equal utility the page known earlier comes first.
struct HighestFirst {
  bool operator()(const std::pair<double, PageId>& a, const std::pair<double, PageId>& b) const {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  }
};

class OlstonPandey final : public Strategy {
 public:
  void expect(const Outlook& outlook) override {
    start_ = outlook.observe_from.value_or(outlook.start);
  }
  void learn(const Page& page) override {
    if (page.changes == nullptr) {
      expected_.insert({page.rate, page.id});
      return;
    }
    if (page.id >= pages_.size()) pages_.resize(std::size_t{page.id} + 1);
    Followed& followed = pages_[page.id];
    followed.changes = page.changes;
    followed.next = static_cast<std::size_t>(
        std::lower_bound(page.changes->begin(), page.changes->end(), start_) -
        page.changes->begin());
    known_.insert({0, page.id});
    announce(page.id);
  }
  Time wants(Time now) const override { return known_.empty() && expected_.empty() ? kNever : now; }
  std::optional<Visit> next(const Turn& turn) override {
    pass(turn.now);
    if (known_.empty() && expected_.empty()) return std::nullopt;
    const Duration elapsed = turn.now - start_;
    auto& from = prefers_known(elapsed) ? known_ : expected_;
    const auto [score, page] = *from.begin();
    from.erase(from.begin());
    const bool exact = &from == &known_;
    if (exact) pages_[page].changes = nullptr;
    return Visit{.page = page,
                 .why = exact ? "highest utility" : "highest expected utility",
                 .score = exact ? score : score * elapsed * elapsed / 2};
  }
  void observe(const Seen&) override {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<OlstonPandey>(*this); }

 private:
  struct Followed {
    const std::vector<Time>* changes = nullptr;  // null once the page is visited
    std::size_t next = 0;
    double utility = 0;
  };
  using Ranking = std::set<std::pair<double, PageId>, HighestFirst>;
  using Upcoming = std::pair<Time, PageId>;

  bool prefers_known(Duration elapsed) const {
    if (known_.empty() || expected_.empty()) return expected_.empty();
    const auto [rate, page] = *expected_.begin();
    return HighestFirst()(*known_.begin(), {rate * elapsed * elapsed / 2, page});
  }
  void announce(PageId id) {
    const Followed& page = pages_[id];
    if (page.next < page.changes->size()) upcoming_.emplace((*page.changes)[page.next], id);
  }
  void pass(Time now) {
    while (!upcoming_.empty() && upcoming_.top().first <= now) {
      const auto [at, id] = upcoming_.top();
      upcoming_.pop();
      Followed& page = pages_[id];
      if (page.changes == nullptr) continue;
      known_.erase({page.utility, id});
      page.utility += at - start_;
      known_.insert({page.utility, id});
      ++page.next;
      announce(id);
    }
  }

  Time start_ = 0;
  std::vector<Followed> pages_;
  std::priority_queue<Upcoming, std::vector<Upcoming>, std::greater<>> upcoming_;
  Ranking known_;     // by utility so far
  Ranking expected_;  // by rate
};

}  // namespace

std::unique_ptr<Strategy> make_olston_pandey(const Tuning&) {
  return std::make_unique<OlstonPandey>();
}

}  // namespace asof::schedule
