// sharc-multi-adaptive: visits where they help most now, decided one at a time, from rates that are
// corrected by what visits show.
//
// Between two visits a page of rate r collects blur r * gap^2 / 4, so visits are best where
// sqrt(r) * gap is the same for all pages (Olston and Pandey 2008, with the number of changes as
// the divergence). Before the first visit a gap counts double, since nothing lies on its other
// side. sqrt(r) * (now - last) is a line in time: a kinetic tournament knows the highest.
//
// Rates told are not trusted: each is the mean of a gamma prior worth one change, never below
// `floor` times the mean of the site's, and every visit updates it. Each page is visited once
// within the budget: when only as many requests are left as there are unvisited pages, these get
// them, the hottest first.
//
// A decision costs O(log^2 n) amortised. multi_adaptive_test.cc compares decisions with a scan, and
// blur under wrong rates with sharc-revisits.
#include <algorithm>
#include <cmath>
#include <queue>

#include "pattern/belief.h"
#include "schedule/capture_internal.h"
#include "schedule/kinetic_tournament.h"

namespace asof::schedule {
namespace {

constexpr double kLeast = 1e-12;  // of a rate, where the whole site is said not to change

class MultiAdaptive final : public Strategy {
 public:
  explicit MultiAdaptive(const Tuning& tuning) : tuning_(tuning) {}

  void expect(const Outlook& outlook) override { start_ = outlook.start; }
  void learn(const Page& page) override {
    if (page.id >= pages_.size()) pages_.resize(std::size_t{page.id} + 1);
    told_ += page.rate;
    ++known_;
    waiting_.emplace_back(page.rate, page.id);
  }
  Time wants(Time now) const override {
    return known_ > visited_ || requests() > spent_ ? now : kNever;
  }
  std::optional<Visit> next(const Turn& turn) override {
    welcome(turn.now);
    const std::uint64_t unvisited = known_ - visited_;
    std::uint64_t left = requests() - std::min(requests(), spent_);
    if (left == 0 && unvisited == 0) return std::nullopt;
    left = std::min(left, turn.left);
    std::size_t chosen = tournament_.best(turn.now);
    std::string_view why = "highest root of rate times gap";
    if (left <= unvisited) {
      while (pages_[unvisited_.top().second].visited) unvisited_.pop();
      chosen = unvisited_.top().second;
      why = "what is left is for unvisited pages";
    }
    const double score = tournament_.value(chosen, turn.now);
    const auto id = static_cast<PageId>(chosen);
    visited_ += pages_[id].visited ? 0 : 1;
    pages_[id].visited = true;
    ++spent_;
    follow(id, turn.now);
    return Visit{.page = id, .why = why, .score = score};
  }
  void observe(const Seen& seen) override {
    if (seen.outcome == Outcome::Gone || seen.outcome == Outcome::Failed) return;
    Followed& page = pages_[seen.visit.page];
    if (seen.outcome != Outcome::First && seen.sent > page.seen)
      page.rate =
          pattern::updated(page.rate, seen.sent - page.seen, seen.outcome == Outcome::Changed);
    page.seen = seen.sent;
    follow(seen.visit.page, seen.sent);
  }
  std::unique_ptr<Strategy> clone() const override {
    return std::make_unique<MultiAdaptive>(*this);
  }

 private:
  struct Followed {
    pattern::Gamma rate;
    Time seen = 0;
    bool visited = false;
  };
  std::uint64_t requests() const { return known_ + (tuning_.extra_given ? tuning_.extra : known_); }

  // Pages take part from the next decision on: only then is the mean of the site's rates known.
  void welcome(Time now) {
    const double least = std::max(kLeast, tuning_.floor * told_ / static_cast<double>(known_));
    for (const auto& [told, id] : waiting_) {
      const double rate = std::max(told, least);
      pages_[id].rate = {.shape = 1, .exposure = 1 / rate};
      const double root = std::sqrt(rate);
      tournament_.set(id, -2 * root * start_, 2 * root, now);
      unvisited_.emplace(told, id);
    }
    waiting_.clear();
  }
  void follow(PageId id, Time at) {
    const double root = std::sqrt(pages_[id].rate.mean());
    tournament_.set(id, -root * at, root, at);
  }

  Tuning tuning_;
  Time start_ = 0;
  std::uint64_t known_ = 0;
  std::uint64_t visited_ = 0;
  std::uint64_t spent_ = 0;
  double told_ = 0;  // sum of the rates told
  std::vector<Followed> pages_;
  std::vector<std::pair<double, PageId>> waiting_;
  KineticTournament tournament_;
  std::priority_queue<std::pair<double, PageId>> unvisited_;  // by rate; may hold visited ones
};

}  // namespace

std::unique_ptr<Strategy> make_multi_adaptive(const Tuning& tuning) {
  return std::make_unique<MultiAdaptive>(tuning);
}

}  // namespace asof::schedule
