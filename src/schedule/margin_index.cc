// Ours: the margin index and its learning forms.
//
// A page visited every g earns (G(g) - price) / g per unit of time, G(g) what is pending after g;
// the price at which g is just right is G(g) - g G'(g), the Whittle index of the restless bandit of
// visits (Avrachenkov and Borkar 2018, for ephemeral content). For changes that matter alike that
// is 1 - (1 + L) exp(-L) with L the changes expected since the last visit, Cho's marginal
// freshness; written as x (1 - L / (exp(L) - 1)), pending weight times a factor, it serves patterns
// and importance as well: U = c x (1 - L / (exp(L) - 1)). The loss index has 1 - exp(-L) there,
// with the L of the gap to come. No plan, no prices; 4, 2 and 1 % below the bound with 10, 20 and
// 40 % of pages.
//
// loss-index-online: patterns are held true up to a factor per page, a gamma belief with mean 1 and
// the weight of two changes, updated by what each visit brings (a visit that finds a change counts
// the changes to be expected when there is at least one) and forgotten at a half-life of a day.
// loss-index-events: where a page brings news of an event, the pages that shared its earlier events
// are taken to have changed with the chance that CoChanges gives. It needs dates (Last-Modified):
// changes that are only known to lie between two visits would coincide by the hour, not by cause.
// loss-index-announced: where a page says something new of another, that one is taken to have
// changed with the chance with which such news of this page came true before (Announcements).
//
// O(n) per period. margin_index_test.cc; figures on real histories in docs/strategies.md.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "schedule/watch_announcements.h"
#include "schedule/watch_events.h"
#include "schedule/watch_internal.h"
#include "schedule/watch_prior.h"
#include "schedule/watch_ranked.h"

namespace asof::schedule {
namespace {

constexpr double kTrust = 2;           // of a pattern, in changes
constexpr Duration kHalfLife = 86400;  // of what visits showed, in seconds
constexpr Duration kTogether = 10;     // changes this close are one event, in seconds
constexpr double kSurest = 0.95;       // chance given to a page that shared all events

struct Learning {
  bool levels = false;
  bool events = false;
  bool announcements = false;
};

class MarginIndex final : public PeriodRanked {
 public:
  MarginIndex(bool global, const Learning& learning) : global_(global), learning_(learning) {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<MarginIndex>(*this); }

  void observe(const Seen& seen) override {
    PeriodRanked::observe(seen);
    const PageId id = seen.visit.page;
    if (id >= belief_.size()) return;
    const bool changed = seen.outcome == Outcome::Changed || seen.outcome == Outcome::Gone;
    if (learning_.announcements) listen(seen, changed);
    if (learning_.levels && (changed || seen.outcome == Outcome::Same)) weigh(id, changed);
    if (!learning_.events || !seen.last_modified) return;
    const Time at = *seen.last_modified;
    if (!changed && seen.outcome != Outcome::First) return;
    if (at <= pages()[id].before_last) return;  // older than what was known, or no true date
    for (const auto& [other, chance] : together_.changed(id, at)) alert(other, chance, at);
  }

 protected:
  void rank(Time now, std::span<double> scores) override {
    if (renew(now) || belief_.size() < pages().size()) fit();
    for (const Watched& each : pages()) {
      Belief& belief = belief_[each.page.id];
      Course course = prior_.course(each.page);
      course.scale = belief.level();
      const Step step = course.over(belief.known, now);
      belief.pending = belief.pending * step.keep + step.gain;
      belief.changes += step.changes;
      belief.known = now;
      scores[each.page.id] = belief.margin();
    }
  }
  std::string_view why() const override { return "gains most beyond regular visits"; }
  void visiting(PageId page, Time) override {
    Belief& belief = belief_[page];
    belief.before = {belief.pending, belief.changes};
    belief.pending = belief.changes = 0;
    belief.told_before = std::exchange(belief.told, 0);
  }
  void failed(PageId page) override {
    Belief& belief = belief_[page];
    std::tie(belief.pending, belief.changes) = belief.before;
    belief.told = belief.told_before;
  }

 private:
  struct Belief {
    double value = 0;                    // of captured weight
    double importance = 1;               // of a change, on average
    double pending = 0;                  // expected weight of what nobody has captured
    double changes = 0;                  // expected since the last visit
    std::pair<double, double> before{};  // both, before the last visit
    Time known = 0;                      // both are of this time
    double seen = kTrust;                // changes, and changes expected by the pattern
    double expected = kTrust;
    Time alerted = -kNever;  // the event it was last held to have been part of
    double told = 0;         // chance that the best announcement since the last visit is true
    double told_before = 0;  // the same before the last visit

    double level() const { return seen / expected; }
    double margin() const {
      const double share = changes > 1e-6 ? 1 - changes / std::expm1(changes) : changes / 2;
      return value * pending * share;
    }
  };
  void fit() {
    prior_.fit(pages(), even_gap() * period(), outlook().patterns);
    for (std::size_t id = 0; id < pages().size(); ++id) {
      const Watched& each = pages()[id];
      const Course course = prior_.course(each.page);
      const Duration cycle = course.pattern != nullptr ? course.pattern->cycle : 1;
      const Step all = course.over(0, cycle);
      if (id == belief_.size()) belief_.push_back({.known = each.last});
      belief_[id].value = value_of(each.page, course, outlook(), global_);
      if (all.changes > 0) belief_[id].importance = all.weight / all.changes;
    }
  }
  // What a visit says about how lively the page is.
  void weigh(PageId id, bool changed) {
    const Watched& each = pages()[id];
    Belief& belief = belief_[id];
    const double kept = std::exp2(-(each.last - each.before_last) / kHalfLife);
    belief.seen = kTrust + (belief.seen - kTrust) * kept;
    belief.expected = kTrust + (belief.expected - kTrust) * kept;
    const double usual = prior_.course(each.page).changes(each.before_last, each.last);
    const double mean = usual * belief.level();
    belief.expected += usual;
    if (changed) belief.seen += mean > 1e-9 ? mean / -std::expm1(-mean) : 1;
  }
  // An event changed this page with some chance.
  void alert(PageId id, double chance, Time at) {
    if (id >= belief_.size() || pages()[id].last >= at) return;
    Belief& belief = belief_[id];
    const Time event = together_.event_at(at);
    if (belief.alerted == event) return;  // known already
    belief.alerted = event;
    raise(id, std::min(chance, kSurest));
  }
  // Something beyond the pattern changed the page with this chance.
  void raise(PageId id, double chance) {
    Belief& belief = belief_[id];
    belief.pending += chance * (belief.importance - belief.pending);
    belief.changes += -std::log1p(-chance);
    rescore(id, belief.margin());
  }
  // Was what others said of this page true, and what does it say of others?
  void listen(const Seen& seen, bool changed) {
    const PageId id = seen.visit.page;
    const Belief& own = belief_[id];
    if (changed || seen.outcome == Outcome::Same) {
      const double without = own.before.second + std::log1p(-own.told_before);
      news_.visited(id, changed, -std::expm1(-std::max(without, 0.0)));
    }
    const double truth = news_.truth(id);
    for (const PageId other : seen.announced) {
      if (other >= belief_.size() || pages()[other].last >= seen.sent) continue;
      news_.heard(id, other);
      Belief& belief = belief_[other];
      if (truth <= belief.told) continue;  // a better source has said so
      raise(other, (truth - belief.told) / (1 - belief.told));
      belief.told = truth;
    }
  }

  bool global_;
  Learning learning_;
  Prior prior_;
  std::vector<Belief> belief_;
  CoChanges together_{kTogether};
  Announcements news_;
};

}  // namespace

std::unique_ptr<Strategy> make_margin_index(const Tuning& tuning) {
  return std::make_unique<MarginIndex>(tuning.global, Learning{});
}
std::unique_ptr<Strategy> make_loss_index_online(const Tuning& tuning) {
  return std::make_unique<MarginIndex>(tuning.global, Learning{.levels = true});
}
std::unique_ptr<Strategy> make_loss_index_events(const Tuning& tuning) {
  return std::make_unique<MarginIndex>(tuning.global, Learning{.levels = true, .events = true});
}

std::unique_ptr<Strategy> make_loss_index_announced(const Tuning& tuning) {
  return std::make_unique<MarginIndex>(
      tuning.global, Learning{.levels = true, .events = true, .announcements = true});
}

}  // namespace asof::schedule
