// sharc-dated: a first capture, of a site of which nothing is known. Pages are found breadth-first.
// Then every page is visited again: in the same order where the server does not date its pages;
// where it does, in an order that is planned from what dates and revisits say of the rates
// (rate_beliefs.h, revisit_plan.h), and planned again after every tenth of the revisits.
//
// All first visits lie before the middle of the capture and all revisits after it, so a page that
// is the same at its revisit is sharp at that middle, whatever the order: the order decides how
// many are. Nesting, which sets the shortest intervals for the pages found last, pays for a few
// sharp pages with 10 to 40 % more blur on real sites; this plan does not blur more than the
// same order twice (docs/lab.md).
//
// sharc-dated-known: a repeated capture, of a site whose pages and rates are known. The same, but
// the first visits are in organ pipes: the hotter a page, the nearer to their middle. Without dates
// this is sharc-revisits; with them a page's rate and its date are taken together, and the plan may
// blur half as much more as any order would.
//
// With fewer revisits than pages (`extra`) those get them that are most likely to be the same.
// A decision: O(log n). Ten plans: O(n log n) each. Test: sharc_dated_test.cc.
#include <algorithm>
#include <queue>
#include <vector>

#include "schedule/capture_internal.h"
#include "schedule/revisit_plan.h"

namespace asof::schedule {
namespace {

constexpr std::size_t kPlans = 10;

class Dated final : public Strategy {
 public:
  Dated(std::uint64_t revisits, bool known) : left_(revisits), known_(known) {}

  void expect(const Outlook& outlook) override { outlook_ = outlook; }
  void learn(const Page& page) override {
    beliefs_.add(page);
    if (known_) beliefs_.told(page.id, page.rate);
    if (known_ && !begun_)
      beforehand_.push_back({page.rate, page.id});
    else
      detected_.emplace(page.depth, page.id);
    if (page.id >= states_.size()) states_.resize(std::size_t{page.id} + 1);
  }
  Time wants(Time now) const override {
    if (!detected_.empty() || !beforehand_.empty()) return now;
    // The last visit may still bring pages: only then is it time to visit again.
    return under_way_ > 0 || left_ == 0 || waiting_ == 0 ? kNever : now;
  }
  std::optional<Visit> next(const Turn& turn) override {
    if (!begun_) begin();
    if (!beforehand_.empty()) {
      const Known page = beforehand_.back();
      beforehand_.pop_back();
      ++under_way_;
      return Visit{.page = page.id, .why = "nearer to the middle the hotter", .score = page.rate};
    }
    if (!detected_.empty()) {
      const auto [depth, page] = detected_.top();
      detected_.pop();
      ++under_way_;
      return Visit{
          .page = page, .why = "nearest to the entry", .score = static_cast<double>(depth)};
    }
    if (under_way_ > 0 || left_ == 0 || waiting_ == 0) return std::nullopt;
    if (at_ >= until_) plan(turn.now);
    const Due due = order_[at_++];
    states_[due.page].again = turn.now;
    --waiting_;
    --left_;
    return Visit{.page = due.page,
                 .purpose = Purpose::Revisit,
                 .why = by_belief_ ? "as its dates advise" : "the same order again",
                 .score = due.same};
  }
  void observe(const Seen& seen) override {
    const PageId page = seen.visit.page;
    if (seen.outcome == Outcome::Failed) {
      if (seen.visit.purpose != Purpose::Revisit) --under_way_;
      return;
    }
    const auto age = seen.last_modified ? std::optional<Duration>(seen.sent - *seen.last_modified)
                                        : std::nullopt;
    State& state = states_[page];
    if (seen.visit.purpose != Purpose::Revisit) {
      --under_way_;
      if (visits_.empty()) began_ = seen.sent;
      if (seen.outcome != Outcome::Gone) ++shown_;
      state.at = seen.sent;
      if (!state.seen) visits_.push_back(page);
      if (!state.seen) ++waiting_;
      state.seen = true;
      if (age) beliefs_.dated(page, *age);
    } else if (seen.outcome == Outcome::Same) {
      beliefs_.same(page, seen.sent - state.at);
    } else {
      beliefs_.changed(page, seen.sent - state.at, age);
    }
  }
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<Dated>(*this); }

 private:
  struct State {
    Time at = 0;          // of its first visit
    Time again = kNever;  // of its second
    bool seen = false;
  };
  struct Due {
    PageId page = 0;
    double same = 0;  // the chance that it is
  };

  // Organ pipes of what is known, in reverse: it is taken from the end.
  void begin() {
    begun_ = true;
    sort_coldest_first(beforehand_);
    std::vector<Known> pipes(beforehand_.size());
    std::size_t low = 0;
    std::size_t high = pipes.size();
    for (std::size_t i = 0; i < pipes.size(); ++i)
      pipes[i % 2 == 0 ? --high : low++] = beforehand_[i];
    beforehand_ = std::move(pipes);
  }

  void plan(Time now) {
    std::vector<PageId> open;
    for (const PageId page : visits_)
      if (states_[page].again == kNever) open.push_back(page);
    if (turned_ == kNever) turned_ = now;
    by_belief_ = beliefs_.dates() > 0 && beliefs_.dates() * 2 >= shown_;
    order_.clear();
    at_ = 0;
    if (!by_belief_) {
      for (const PageId page : open) order_.push_back({page, 0});
      until_ = order_.size();
      return;
    }
    beliefs_.settle();
    std::vector<Revisited> pages;
    pages.reserve(open.size());
    for (const PageId page : open) pages.push_back({page, states_[page].at, beliefs_.of(page)});
    const RevisitSlots slots{.began = began_, .first = now, .step = outlook_.delay};
    if (left_ < pages.size()) keep_likely(pages, now);
    const auto order = plan_revisits(pages, slots, limit(pages, slots));
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Revisited& page = pages[order[i]];
      order_.push_back(
          {page.page,
           chance_of_same(page.rates, now + outlook_.delay * static_cast<double>(i) - page.last)});
    }
    until_ = std::min(order_.size(), std::max<std::size_t>(1, shown_ / kPlans));
  }

  // What the pages may blur: as much as all pages would, visited again in the order of their first
  // visits or in any order, whichever is less, but for what those blur that have been visited again
  // already. (Breadth-first meets the busy pages near the entry first, and to come back to them
  // first is worse than chance.) Taken anew for each plan, of the pages left alone, it would grow
  // from plan to plan. In a repeated capture the order of the first visits blurs least of all;
  // kept to that, a plan has a fifth fewer sharp pages than the best on busy sites. Half of the way
  // to any order costs less than it gives (docs/lab.md).
  double limit(const std::vector<Revisited>& pages, const RevisitSlots& slots) const {
    const Time end = slots.first + slots.step * (static_cast<double>(pages.size()) - 1);
    if (left_ <= pages.size() && pages.size() < waiting_) return kNever;  // not all: no such order
    const RevisitSlots all{.began = slots.began, .first = turned_, .step = slots.step};
    double same = 0, any = 0, spent = 0;
    std::size_t place = 0;
    for (const PageId page : visits_) {
      const State& state = states_[page];
      const Revisited one{page, state.at, beliefs_.of(page)};
      const Time even = turned_ + slots.step * static_cast<double>(place);
      ++place;
      same += blur_of(one, std::min(even, end), slots.began, end);
      any += blur_anywhere(one, all, visits_.size());
      if (state.again < kNever) spent += blur_of(one, state.again, slots.began, end);
    }
    const double least = std::min(same, any);
    return (known_ ? (least + any) / 2 : least) - spent;
  }

  // As many as there are revisits left, in the order they are in.
  void keep_likely(std::vector<Revisited>& pages, Time now) const {
    const Time late = now + outlook_.delay * static_cast<double>(left_);
    std::vector<std::pair<double, std::size_t>> ranked;
    for (std::size_t i = 0; i < pages.size(); ++i)
      ranked.emplace_back(-chance_of_same(pages[i].rates, late - pages[i].last), i);
    std::sort(ranked.begin(), ranked.end());
    ranked.resize(left_);
    std::sort(ranked.begin(), ranked.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<Revisited> kept;
    kept.reserve(ranked.size());
    for (const auto& [rank, index] : ranked) kept.push_back(pages[index]);
    pages = std::move(kept);
  }

  Outlook outlook_;
  std::priority_queue<std::pair<std::uint32_t, PageId>,
                      std::vector<std::pair<std::uint32_t, PageId>>, std::greater<>>
      detected_;
  RateBeliefs beliefs_;
  std::vector<State> states_;   // by page
  std::vector<PageId> visits_;  // first ones, in order
  std::vector<Due> order_;
  std::size_t at_ = 0;     // in order_
  std::size_t until_ = 0;  // where it is planned again
  bool by_belief_ = false;
  std::uint64_t shown_ = 0;    // pages that had a content
  std::uint64_t waiting_ = 0;  // pages seen and not visited again
  std::uint64_t under_way_ = 0;
  std::uint64_t left_;
  bool known_;  // pages and their rates, beforehand
  bool begun_ = false;
  std::vector<Known> beforehand_;  // the next one last
  Time began_ = 0;
  Time turned_ = kNever;  // to the revisits
};

}  // namespace

std::unique_ptr<Strategy> make_dated(const Tuning& tuning) {
  return std::make_unique<Dated>(tuning.extra_given ? tuning.extra : ~std::uint64_t{0}, false);
}

std::unique_ptr<Strategy> make_dated_known(const Tuning& tuning) {
  return std::make_unique<Dated>(tuning.extra_given ? tuning.extra : ~std::uint64_t{0}, true);
}

}  // namespace asof::schedule
