// sharc-multi-online: pages are detected while they are crawled, and `extra` requests go to pages
// that were visited before. The fetch that discovers a page need not be the one that archives it.
// sharc-multi-adaptive: the same with rates that are corrected by what visits show.
//
// Between two visits a page of rate r collects blur r * gap^2 / 4, so visits are best where
// sqrt(r) * gap is the same for all pages (Olston and Pandey 2008, with the number of changes as
// the divergence), which gives a page c * sqrt(r) visits. With `extra` visits beyond one of each, c
// solves sum of (c * sqrt(r) - 1) over the pages for which that is positive = extra; pages not
// detected yet are held to be none of these, and c is worked out again as they come. A page is due
// when sqrt(r) * gap reaches T / c, T the time of all requests. Before the first visit a gap counts
// double, since nothing lies on its other side, and pages that will have two visits or more do not
// wait for their place in the organ pipes: they would miss the first half. All others are taken in
// the order of sharc-online whenever nothing is due. sqrt(r) * (now - last) is a line in time: a
// kinetic tournament knows the highest.
//
// Adaptive: rates told are not trusted (schedule/trust.h): what a page is believed to have is the
// mean of a gamma prior worth one change, and every visit updates it. With half as many extra
// visits as pages, or more, it can afford to look everywhere: it lets nothing wait, and learns how
// far rates told are to be trusted.
//
// A decision costs O(log^2 n) amortised. multi_online_test.cc compares decisions with a scan, and
// blur under wrong rates with sharc-revisits.
#include <algorithm>
#include <bit>
#include <cmath>
#include <queue>
#include <utility>

#include "pattern/belief.h"
#include "schedule/capture_internal.h"
#include "schedule/kinetic_tournament.h"
#include "schedule/trust.h"

namespace asof::schedule {
namespace {

constexpr double kLeast = 1e-12;  // of a rate, where a page is said not to change
constexpr double kOften = 1.5;    // visits deserved by a page that is worth two

class MultiOnline final : public Strategy {
 public:
  MultiOnline(const Tuning& tuning, bool adaptive)
      : tuning_(tuning),
        adaptive_(adaptive),
        discovery_(make_sharc_online(tuning)),
        trust_(tuning.doubt) {}
  MultiOnline(const MultiOnline& other)
      : tuning_(other.tuning_),
        adaptive_(other.adaptive_),
        discovery_(other.discovery_->clone()),
        outlook_(other.outlook_),
        pages_(other.pages_),
        detected_(other.detected_),
        known_(other.known_),
        visited_(other.visited_),
        repeated_(other.repeated_),
        trust_(other.trust_),
        looks_(other.looks_),
        visits_per_root_(other.visits_per_root_),
        until_count_(other.until_count_),
        urgency_(other.urgency_),
        hottest_(other.hottest_) {}

  void expect(const Outlook& outlook) override {
    outlook_ = outlook;
    discovery_->expect(outlook);
  }
  void learn(const Page& page) override {
    if (page.id >= pages_.size()) pages_.resize(std::size_t{page.id} + 1);
    detected_.emplace_back(page.rate, page.id);
    trust_.learn(page.rate);
    ++known_;
    discovery_->learn(page);
  }
  Time wants(Time now) const override {
    return known_ > visited_ || (known_ > 0 && repeated_ < extra()) ? now : kNever;
  }
  std::optional<Visit> next(const Turn& turn) override {
    welcome(turn.now);
    const bool more = known_ > visited_;
    const bool spare = repeated_ < extra() && turn.left > known_ - visited_;
    const std::size_t first = urgency_.best(turn.now);
    if (first != KineticTournament::kNobody) {
      const Visit visit{.page = static_cast<PageId>(first),
                        .why = "due: highest root of rate times gap",
                        .score = urgency_.value(first, turn.now)};
      const bool due = visit.score >= due_at();
      if (pages_[first].visited ? spare && (due || !more) : due) return go(visit, turn.now);
    }
    if (!more) return std::nullopt;
    if (ample()) {
      while (pages_[hottest_.top().second].visited) hottest_.pop();
      return go({.page = hottest_.top().second, .why = "what is left is for unvisited pages"},
                turn.now);
    }
    // What was due before its turn came is there still.
    while (const auto visit = discovery_->next(turn))
      if (!pages_[visit->page].visited) return go(*visit, turn.now);
    return std::nullopt;
  }
  void observe(const Seen& seen) override {
    if (!adaptive_ || seen.outcome == Outcome::Gone || seen.outcome == Outcome::Failed) return;
    Followed& page = pages_[seen.visit.page];
    if (seen.outcome != Outcome::First && seen.sent > page.seen) {
      const Duration gap = seen.sent - page.seen;
      const bool changed = seen.outcome == Outcome::Changed;
      page.rate = pattern::updated(page.rate, gap, changed);
      if (!std::exchange(page.looked_at, true) && ample()) {
        trust_.observe(page.told, gap, changed);
        // Each time there is twice the evidence: rarely enough to go over all pages.
        if (std::has_single_bit(++looks_)) revise(seen.sent);
      }
    }
    page.seen = seen.sent;
    follow(seen.visit.page, seen.sent, seen.sent);
  }
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<MultiOnline>(*this); }

 private:
  struct Followed {
    pattern::Gamma rate{.shape = 0, .exposure = 1};
    double told = 0;
    Time seen = 0;
    bool visited = false;
    bool looked_at = false;  // since the first visit: the rate is the page's own

    double root() const { return std::sqrt(rate.mean()); }
  };
  std::uint64_t size() const { return std::max(outlook_.pages, known_); }
  std::uint64_t extra() const {
    if (tuning_.extra_given) return tuning_.extra;
    return adaptive_ ? size() : size() / 20;
  }
  bool ample() const { return adaptive_ && 2 * extra() >= size(); }
  double due_at() const {
    if (ample()) return 0;
    return static_cast<double>(size() + extra()) * outlook_.delay / visits_per_root_;
  }

  pattern::Gamma prior(double told) const {
    const double mean = adaptive_ ? trust_.believed(told) : told;
    return {.shape = 1, .exposure = 1 / std::max(mean, kLeast)};
  }

  // Pages take part from the next decision on: only then are the site's rates known.
  void welcome(Time now) {
    if (!detected_.empty()) trust_.reckon();
    for (const auto& [told, id] : detected_) {
      pages_[id].told = told;
      pages_[id].rate = prior(told);
    }
    if (!ample() && (until_count_ == 0 || 4 * detected_.size() > known_)) count_visits();
    if (until_count_ > 0) --until_count_;
    for (const auto& [told, id] : std::exchange(detected_, {})) {
      if (adaptive_) hottest_.emplace(told, id);
      if (ample() || visits_per_root_ * pages_[id].root() >= kOften) await(id, now);
    }
  }
  // What pages nobody has looked at again are believed to have, after what others showed.
  void revise(Time now) {
    trust_.reckon();
    for (PageId id = 0; id < pages_.size(); ++id) {
      Followed& page = pages_[id];
      if (page.looked_at || !(page.rate.shape > 0)) continue;
      page.rate = prior(page.told);
      if (page.visited)
        follow(id, page.seen, now);
      else if (urgency_.contains(id))
        await(id, now);
    }
  }
  // How many visits a page deserves, for each unit of the root of its rate.
  void count_visits() {
    std::vector<double> roots;
    roots.reserve(pages_.size());
    for (const Followed& page : pages_) roots.push_back(page.root());
    std::sort(roots.begin(), roots.end(), std::greater<>());
    double sum = 0;
    double often = static_cast<double>(extra());
    visits_per_root_ = 0;
    for (const double root : roots) {
      if (sum > 0 && visits_per_root_ * root <= 1) break;
      sum += root;
      visits_per_root_ = ++often / sum;
    }
    until_count_ = std::max<std::uint64_t>(16, known_ / 16);
  }
  Visit go(const Visit& visit, Time now) {
    Followed& page = pages_[visit.page];
    ++(page.visited ? repeated_ : visited_);
    page.visited = true;
    follow(visit.page, now, now);
    return visit;
  }
  void follow(PageId id, Time last, Time now) {
    const double root = pages_[id].root();
    urgency_.set(id, -root * last, root, now);
  }
  void await(PageId id, Time now) {
    const double root = 2 * pages_[id].root();
    urgency_.set(id, -root * outlook_.start, root, now);
  }

  Tuning tuning_;
  bool adaptive_;
  std::unique_ptr<Strategy> discovery_;
  Outlook outlook_;
  std::vector<Followed> pages_;
  std::vector<std::pair<double, PageId>> detected_;  // since the last decision: rates told
  std::uint64_t known_ = 0;
  std::uint64_t visited_ = 0;   // of those
  std::uint64_t repeated_ = 0;  // visits beyond the first
  Trust trust_;
  std::uint64_t looks_ = 0;  // pages looked at again
  double visits_per_root_ = 0;
  std::uint64_t until_count_ = 0;  // decisions until it is worked out again
  KineticTournament urgency_;      // of visited pages, and of others that deserve several visits
  std::priority_queue<std::pair<double, PageId>> hottest_;  // by rates told; may hold visited pages
};

}  // namespace

std::unique_ptr<Strategy> make_multi_online(const Tuning& tuning) {
  return std::make_unique<MultiOnline>(tuning, false);
}
std::unique_ptr<Strategy> make_multi_adaptive(const Tuning& tuning) {
  return std::make_unique<MultiOnline>(tuning, true);
}

}  // namespace asof::schedule
