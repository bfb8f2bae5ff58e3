// Ours: the site-clock index.
//
// Pages change as Poisson processes on the clock of their host, at rates that are believed with a
// share each (page_clocks.h). Whittle's index of a page that changes at rate r and was last visited
// g ago is 1 - S - L S, S = exp(-r g) the chance that nothing changed and L = -ln S (Avrachenkov
// and Borkar 2018); averaged over the belief,
//
//   U = w * sum of share(r) * c(r) * (1 - S - L S)
//
// with c(r) = 1 where completeness is one ratio of all changes (site-clock-global) and the expected
// inverse of the page's number of changes, (1 - exp(-r T)) / r, where it is a mean over pages
// (site-clock). Everything is learned from visits: outcomes, dates that can be believed, and what
// pages say of others (watch_announcements.h).
//
// For the mean over pages a share of the visits goes to the pages unvisited for longest: what is
// believed of a page that is never visited is not put to the test. O(24 n) a period, O(hours since
// the last visit) a visit. watch_site_clock_test.cc compares with a slow implementation;
// docs/watching.md has the figures.
#include <algorithm>
#include <cmath>
#include <utility>

#include "schedule/page_clocks.h"
#include "schedule/watch_announcements.h"
#include "schedule/watch_internal.h"
#include "schedule/watch_ranked.h"
#include "schedule/watch_words.h"

namespace asof::schedule {
namespace {

constexpr Duration kRelearnClock = 86400;
constexpr Duration kEndless = 56 * 86400.0;  // how far ahead a watch without an end counts changes

struct ClockForm {
  bool global = false;
  double floor = 0;   // share of the visits that go to the pages unvisited for longest
  bool told = false;  // Page::rate is the truth; a bound, not for use
};

// The mean importance of changes seen, each page's drawn to that of all like one change.
class Importances final {
 public:
  void add_page() { pages_.emplace_back(); }
  void add(PageId page, double importance) {
    for (Mean* mean : {&all_, &pages_[page]})
      mean->sum += static_cast<float>(importance), mean->count += 1;
  }
  double of(PageId page) const {
    return (pages_[page].sum + (all_.sum + 1) / (all_.count + 1)) / (pages_[page].count + 1);
  }

 private:
  struct Mean {
    float sum = 0;
    float count = 0;
  };
  Mean all_;
  std::vector<Mean> pages_;
};

class SiteClockIndex final : public PeriodRanked {
 public:
  explicit SiteClockIndex(const ClockForm& form) : form_(form) {}
  std::unique_ptr<Strategy> clone() const override {
    return std::make_unique<SiteClockIndex>(*this);
  }

  void expect(const Outlook& outlook) override {
    PeriodRanked::expect(outlook);
    const Duration period = outlook.period > 0 ? outlook.period : HostClocks::kHour;
    const Duration length = outlook.until < kNever ? outlook.until - outlook.start : kEndless;
    horizon_ = std::max(length, 2 * period) / HostClocks::kHour;
    clocks_.begin(outlook.start, 0.2 / horizon_, 3 * HostClocks::kHour / period);
    for (std::size_t k = 0; k < ClockBeliefs::kRates; ++k) values_[k] = value_of(rates()[k]);
    learned_ = outlook.start;
  }

  void learn(const Page& page) override {
    PeriodRanked::learn(page);
    clocks_.add(page.host, page.cluster);
    importance_.add_page();
    news_of_.emplace_back();
  }

  void observe(const Seen& seen) override {
    PeriodRanked::observe(seen);
    const PageId id = seen.visit.page;
    if (id >= news_of_.size() || seen.outcome == Outcome::Failed) return;
    const Watched& each = pages()[id];
    const bool first = each.visits <= 1;
    const bool changed =
        seen.outcome == Outcome::Changed || (!first && seen.outcome == Outcome::Gone);
    if (!first) news_.visited(id, changed, news_of_[id].expected);
    if (changed) importance_.add(id, seen.importance);
    clocks_.look(id, {.from = each.before_last,
                      .to = each.last,
                      .first = first,
                      .changed = changed,
                      .modified = seen.last_modified});
    if (changed) spread_news(seen);
  }

  std::string explain(PageId id, Time at) const override {
    if (id >= news_of_.size()) return {};
    const Watched& each = pages()[id];
    const double rate =
        form_.told ? each.page.rate * HostClocks::kHour : clocks_.beliefs().mean(id);
    const Time hour = at - HostClocks::kHour / 2;
    const HostClocks& hosts = clocks_.hosts();
    return WatchWords{
        .seen = each.visits > 0,
        .ago = at - each.last,
        .every = HostClocks::kHour / std::max(rate, 1e-12),
        .chance = chance_of(id, clocks_.passed(id, each.last, at)),
        .speed = hosts.speed(each.page.host, hour) / hosts.usual(each.page.host, hour),
        .announced = news_of_[id].told > 0.2F}
        .text();
  }

 protected:
  void rank(Time now, std::span<double> scores) override {
    if (now >= learned_ + kRelearnClock) {
      clocks_.learn();
      learned_ = now;
    }
    std::vector<Time> last;
    last.reserve(pages().size());
    for (const Watched& each : pages()) last.push_back(each.last);
    clocks_.passed_since(last, now, scores);
    for (PageId id = 0; id < scores.size(); ++id) scores[id] = index(id, scores[id]);
  }
  std::vector<PageId> first() override {
    credit_ = std::min(credit_, 1.0) + form_.floor * static_cast<double>(outlook().per_period);
    const auto count = std::min(static_cast<std::size_t>(credit_), pages().size());
    credit_ -= static_cast<double>(count);
    std::vector<PageId> oldest(count == 0 ? 0 : pages().size());
    for (PageId id = 0; id < oldest.size(); ++id) oldest[id] = id;
    const auto end = oldest.begin() + static_cast<std::ptrdiff_t>(count);
    std::partial_sort(oldest.begin(), end, oldest.end(), [&](PageId a, PageId b) {
      return std::pair(pages()[a].last, a) < std::pair(pages()[b].last, b);
    });
    oldest.resize(count);
    return oldest;
  }
  bool comparable() const override { return true; }
  std::string_view why() const override { return "most is expected to be gained"; }
  std::string_view why_first() const override { return "unvisited for longest"; }
  void visiting(PageId id, Time now) override {
    News& news = news_of_[id];
    news.told_before = std::exchange(news.told, 0.0F);
    news.expected = static_cast<float>(chance_of(id, clocks_.passed(id, pages()[id].last, now)));
  }
  void failed(PageId id) override { news_of_[id].told = news_of_[id].told_before; }

 private:
  struct News {
    float told = 0;         // chance that an announcement since the last visit is true
    float told_before = 0;  // the same before the last visit
    float expected = 0;     // chance of a change at the last visit, without announcements
  };

  const ClockBeliefs::Table& rates() const { return clocks_.beliefs().rates(); }

  double value_of(double rate) const {
    if (form_.global) return 1;
    if (form_.told) return 1 / rate;
    return -std::expm1(-rate * horizon_) / rate;
  }

  double chance_of(PageId id, double passed) const {
    if (form_.told) return -std::expm1(-pages()[id].page.rate * HostClocks::kHour * passed);
    const auto shares = clocks_.beliefs().shares(id);
    double calm = 0;
    for (std::size_t k = 0; k < shares.size(); ++k)
      calm += shares[k] * std::exp(-rates()[k] * passed);
    return 1 - calm;
  }

  double index(PageId id, double passed) const {
    const Page& page = pages()[id].page;
    const double told = -std::log1p(-static_cast<double>(news_of_[id].told));
    const auto margin = [&](double rate) {
      const double changes = rate * passed + told;
      return 1 - (1 + changes) * std::exp(-changes);
    };
    const double weight = page.weight * (form_.global ? importance_.of(id) : 1);
    if (form_.told) {
      const double rate = page.rate * HostClocks::kHour;
      return rate > 0 ? weight * value_of(rate) * margin(rate) : 0;
    }
    const auto shares = clocks_.beliefs().shares(id);
    double sum = 0;
    for (std::size_t k = 0; k < shares.size(); ++k)
      if (shares[k] > 1e-9) sum += shares[k] * values_[k] * margin(rates()[k]);
    return weight * sum;
  }

  void spread_news(const Seen& seen) {
    const double truth = news_.truth(seen.visit.page);
    for (const PageId other : seen.announced) {
      if (other >= news_of_.size() || pages()[other].last >= seen.sent) continue;
      news_.heard(seen.visit.page, other);
      if (truth <= news_of_[other].told) continue;  // a better source has said so
      news_of_[other].told = static_cast<float>(truth);
      if (waits(other))
        rescore(other, index(other, clocks_.passed(other, pages()[other].last, clock())));
    }
  }

  ClockForm form_;
  double horizon_ = 1;            // length of the watch in hours
  ClockBeliefs::Table values_{};  // of a captured change, by rate
  PageClocks clocks_;
  Importances importance_;
  Announcements news_;
  std::vector<News> news_of_;  // by page
  Time learned_ = 0;
  double credit_ = 0;  // visits that the floor has not used yet
};

}  // namespace

std::unique_ptr<Strategy> make_site_clock(const Tuning& tuning) {
  return std::make_unique<SiteClockIndex>(
      ClockForm{.global = tuning.global, .floor = tuning.global ? 0 : tuning.floor});
}
std::unique_ptr<Strategy> make_site_clock_global(const Tuning&) {
  return std::make_unique<SiteClockIndex>(ClockForm{.global = true});
}
std::unique_ptr<Strategy> make_site_clock_told(const Tuning& tuning) {
  return std::make_unique<SiteClockIndex>(ClockForm{.global = tuning.global, .told = true});
}

}  // namespace asof::schedule
