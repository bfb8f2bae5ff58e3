#include "schedule/loop.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace asof::schedule {
namespace {

// When each strategy next wants something. Only a call to a strategy can change its answer, so each
// is asked again after such a call and never otherwise: thousands of sites cost nothing while idle.
class Wakes final {
 public:
  explicit Wakes(const Strategies& strategies) : strategies_(strategies) {}

  // Asks those that were added.
  void grow(Time now) {
    while (at_.size() < strategies_.size()) {
      at_.push_back(kNever);
      ask(static_cast<SiteId>(at_.size() - 1), now);
    }
  }

  void ask(SiteId site, Time now) {
    order_.erase({at_[site], site});
    at_[site] = strategies_[site]->wants(now);
    if (at_[site] < kNever) order_.insert({at_[site], site});
  }
  bool awake(SiteId site, Time now) const { return at_[site] <= now; }
  bool any_awake(Time now) const { return !order_.empty() && order_.begin()->first <= now; }
  Time next_after(Time now) const {
    const auto later = order_.upper_bound({now, ~SiteId{0}});
    return later == order_.end() ? kNever : later->first;
  }

 private:
  const Strategies& strategies_;
  std::vector<Time> at_;
  std::set<std::pair<Time, SiteId>> order_;
};

}  // namespace

Result<std::uint64_t> run(Harvester& harvester, Allocator& allocator, const Strategies& strategies,
                          const LoopOptions& options) {
  std::uint64_t visits = 0;
  std::uint64_t under_way = options.under_way;
  Wakes wakes(strategies);
  wakes.grow(harvester.now());
  std::vector<Turn> open;
  for (;;) {
    const Time now = harvester.now();
    const bool stopped = now >= options.until || (options.stop && options.stop());
    bool refused = false;  // by the budget, not by politeness
    while (!stopped) {
      open.clear();
      for (const Turn& turn : harvester.polite())
        if (wakes.awake(turn.site, now)) open.push_back(turn);
      const auto turn = allocator.grant(open, now);
      refused = !turn && !open.empty();
      if (!turn) break;
      const auto visit = strategies[turn->site]->next(*turn);
      wakes.ask(turn->site, now);
      if (!visit) {
        CHECK(!wakes.awake(turn->site, now));  // or we would ask for ever
        continue;
      }
      allocator.spent(*turn);
      harvester.start(turn->site, *visit);
      ++visits;
      ++under_way;
    }

    Time until = wakes.next_after(now);
    if (wakes.any_awake(now)) {
      // A budget that refuses those who are polite may still be meant for one who will be.
      const Time polite = harvester.next_polite();
      if (refused) until = std::min(until, allocator.wants(now));
      if (!refused || polite > now) until = std::min(until, polite);
    }
    until = std::min(until, harvester.next_site());
    if (stopped || until >= options.until) until = kNever;
    if (until == kNever && under_way == 0) return visits;

    auto seen = TRY(harvester.wait(until));
    wakes.grow(harvester.now());
    if (!seen && stopped && until == kNever) return visits;  // what is left is not under way
    if (!seen) continue;
    --under_way;
    Strategy& strategy = *strategies[seen->site];
    strategy.observe(*seen);
    for (const Page& page : seen->found) strategy.learn(page);
    wakes.ask(seen->site, harvester.now());
    for (const auto& [site, page] : seen->elsewhere) {
      strategies[site]->learn(page);
      wakes.ask(site, harvester.now());
    }
    if (options.on_seen) options.on_seen(*seen);
  }
}

}  // namespace asof::schedule
