#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/random.h"
#include "schedule/host_clocks.h"
#include "schedule/registry.h"
#include "schedule/watch_words.h"

namespace asof::schedule {
namespace {

constexpr Duration kH = 3600;

// The index as its description says it, without any thought of speed: every sum is taken anew,
// hour by hour, in logarithms. It is told what each visit brought and asked for all numbers.
class SlowClock final {
 public:
  SlowClock(bool global, Duration length, std::vector<Page> pages)
      : global_(global), hours_(length / kH), pages_(std::move(pages)) {
    for (std::size_t k = 0; k < kRates; ++k)
      rates_.push_back(0.2 / hours_ * std::pow(3 / (0.2 / hours_), static_cast<double>(k) / 23));
    for (const Page& page : pages_) {
      states_.emplace_back();
      rhythm_[page.host].fill(1);
      prior_[page.cluster].assign(kRates, 1.0 / kRates);
    }
  }

  std::vector<double> numbers(Time now) {
    if (now >= learned_ + 86400) learn(), learned_ = now;
    std::vector<double> all;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      const double passed = warp(i, states_[i].last, now);
      const auto share = post(i);
      double sum = 0;
      for (std::size_t k = 0; k < kRates; ++k) {
        const double calm = std::exp(-rates_[k] * passed);
        const double value = global_ ? 1 : (1 - std::exp(-rates_[k] * hours_)) / rates_[k];
        sum += share[k] * value * (1 - calm - rates_[k] * passed * calm);
      }
      all.push_back(pages_[i].weight * sum);
    }
    return all;
  }

  void seen(std::size_t i, Time t, bool changed, std::optional<Time> u) {
    State& state = states_[i];
    const Time a = state.last;
    const bool first = !state.visited;
    state.visited = true;
    if (u && *u > t - 2) u.reset();
    if (first && !u) {
      state.last = t;
      return;
    }
    const bool moved = first ? *u > a : changed;
    if (moved) state.shaped = true;
    const double m = mean(i);
    const auto factors = shape(i);
    if (!moved) {
      const double passed = warp(i, a, t);
      for (std::size_t k = 0; k < kRates; ++k) state.ll[k] -= rates_[k] * passed;
      expose(i, a, t, m, factors);
    } else if (u && *u > a) {
      const Time h = std::floor(*u / kH) * kH;
      const double x = warp(i, std::max(a, h), std::min(t, h + kH));
      const double quiet = warp(i, *u, t);
      for (std::size_t k = 0; k < kRates; ++k)
        state.ll[k] += std::log(1 - std::exp(-rates_[k] * x)) - rates_[k] * quiet;
      expose(i, std::max(a, h), t, m, factors);
      num_[pages_[i].host][h / kH] += 1;
      state.pc[bin(h)] += 1;
    } else {
      const double passed = warp(i, a, t);
      for (std::size_t k = 0; k < kRates; ++k)
        state.ll[k] += std::log(1 - std::exp(-rates_[k] * passed));
      const double n = m * passed / (1 - std::exp(-m * passed));
      std::map<double, double> shares;
      each(a, t, [&](Time h, double part) {
        shares[h] = n * part * theta(pages_[i].host, h) * factors[bin(h)] / passed;
      });
      for (const auto& [h, share] : shares) {
        num_[pages_[i].host][h / kH] += share;
        state.pc[bin(h)] += share;
      }
      expose(i, a, t, m, factors);
    }
    state.last = t;
  }

 private:
  static constexpr std::size_t kRates = 24;
  struct State {
    std::vector<double> ll = std::vector<double>(kRates, 0);
    Time last = 0;
    bool visited = false, shaped = false;
    std::array<double, 48> pc{}, pe{};
  };
  static std::size_t bin(Time h) {
    return HostClocks::bin_of(static_cast<std::int64_t>(std::floor(h / kH)));
  }
  template <class Visit>
  static void each(Time a, Time t, Visit visit) {
    for (Time h = std::floor(a / kH) * kH; h < t; h += kH)
      visit(h, (std::min(t, h + kH) - std::max(a, h)) / kH);
  }
  double theta(std::uint32_t g, Time h) {
    return (kappa_ + num_[g][h / kH]) / (kappa_ / rhythm_[g][bin(h)] + den_[g][h / kH]);
  }
  std::array<double, 48> shape(std::size_t i) const {
    std::array<double, 48> p;
    p.fill(1);
    const State& state = states_[i];
    if (!state.shaped) return p;
    double found = 2, due = 2;
    for (std::size_t b = 0; b < 48; ++b) found += state.pc[b], due += state.pe[b];
    for (std::size_t b = 0; b < 48; ++b)
      p[b] = (state.pc[b] / (found / due) + 2) / (state.pe[b] + 2);
    return p;
  }
  double warp(std::size_t i, Time a, Time t) {
    const auto p = shape(i);
    double sum = 0;
    each(a, t, [&](Time h, double part) { sum += part * theta(pages_[i].host, h) * p[bin(h)]; });
    return sum;
  }
  void expose(std::size_t i, Time a, Time t, double m, const std::array<double, 48>& p) {
    each(a, t, [&](Time h, double part) {
      if (states_[i].shaped) states_[i].pe[bin(h)] += m * part * theta(pages_[i].host, h);
      den_[pages_[i].host][h / kH] += m * part * p[bin(h)];
    });
  }
  std::vector<double> post(std::size_t i) {
    std::vector<double> w(kRates);
    double sum = 0;
    const double most = *std::max_element(states_[i].ll.begin(), states_[i].ll.end());
    for (std::size_t k = 0; k < kRates; ++k)
      sum += w[k] = prior_[pages_[i].cluster][k] * std::exp(states_[i].ll[k] - most);
    for (double& each : w) each /= sum;
    return w;
  }
  double mean(std::size_t i) {
    const auto w = post(i);
    double sum = 0;
    for (std::size_t k = 0; k < kRates; ++k) sum += w[k] * rates_[k];
    return sum;
  }
  void learn() {
    for (int round = 0; round < 5; ++round) {
      std::vector<double> pi(kRates, 1.0 / kRates);
      std::map<std::uint32_t, std::vector<double>> sums;
      std::map<std::uint32_t, double> counts;
      double visited = 0;
      for (std::size_t i = 0; i < pages_.size(); ++i) {
        auto& sum = sums.try_emplace(pages_[i].cluster, kRates, 0.0).first->second;
        if (!states_[i].visited) continue;
        const auto w = post(i);
        for (std::size_t k = 0; k < kRates; ++k) pi[k] += w[k], sum[k] += w[k];
        visited += 1, counts[pages_[i].cluster] += 1;
      }
      for (auto& [c, prior] : prior_)
        for (std::size_t k = 0; k < kRates; ++k)
          prior[k] = (4 * pi[k] / (visited + 1) + sums[c][k]) / (4 + counts[c]);
    }
    std::array<double, 48> found{}, due{};
    double all_found = 5, all_due = 5;
    for (auto& [g, hours] : den_)
      for (auto& [h, d] : hours) {
        found[bin(h * kH)] += num_[g][h], due[bin(h * kH)] += d;
        all_found += num_[g][h], all_due += d;
      }
    for (auto& [g, s] : rhythm_) {
      std::array<double, 48> own_found{}, own_due{};
      double own_all_found = 5, own_all_due = 5, week = 0;
      for (auto& [h, d] : den_[g]) {
        own_found[bin(h * kH)] += num_[g][h], own_due[bin(h * kH)] += d;
        own_all_found += num_[g][h], own_all_due += d;
      }
      for (std::size_t b = 0; b < 48; ++b) {
        const double site = (found[b] / (all_found / all_due) + 20) / (due[b] + 20);
        s[b] =
            site * (own_found[b] / (own_all_found / own_all_due) + 20) / (own_due[b] * site + 20);
        week += s[b] * (b < 24 ? 5 : 2);
      }
      for (double& speed : s) speed *= 168 / week;
    }
    double best = -kNever;
    for (const double kappa : {.003, .01, .03, .1, .3, 1., 3., 10., 30., 1e9}) {
      double sum = 0;
      for (auto& [g, hours] : den_)
        for (auto& [h, d] : hours) {
          const double n = num_[g][h], mean = d * rhythm_[g][bin(h * kH)];
          if (!(d > 0)) continue;
          sum += kappa >= 1e9 ? (n > 0 ? n * std::log(mean) : 0) - mean
                              : std::lgamma(kappa + n) - std::lgamma(kappa) +
                                    kappa * std::log(kappa / (kappa + mean)) +
                                    (n > 0 ? n * std::log(mean / (kappa + mean)) : 0);
        }
      if (sum > best) best = sum, kappa_ = kappa;
    }
  }

  bool global_;
  double hours_;
  std::vector<Page> pages_;
  std::vector<double> rates_;
  std::vector<State> states_;
  std::map<std::uint32_t, std::map<double, double>> num_, den_;
  std::map<std::uint32_t, std::array<double, 48>> rhythm_;
  std::map<std::uint32_t, std::vector<double>> prior_;
  double kappa_ = 10;
  Time learned_ = 0;
};

// Pages of two hosts; times at which each changes.
struct MadeUpSite {
  std::vector<Page> pages;
  std::vector<std::vector<Time>> changes;

  // How many changes until then; the last of them.
  std::size_t count(std::size_t page, Time at) const {
    return static_cast<std::size_t>(
        std::upper_bound(changes[page].begin(), changes[page].end(), at) - changes[page].begin());
  }
};

// The speed of each hour is known: office hours on working days, and rarely a day of great events.
MadeUpSite make_site(std::size_t pages, int hours, Rng rng) {
  MadeUpSite site;
  std::vector<double> speed(static_cast<std::size_t>(hours));
  for (std::size_t h = 0; h < speed.size(); ++h) {
    const std::size_t b = HostClocks::bin_of(static_cast<std::int64_t>(h));
    speed[h] = b >= 8 && b < 18 ? 3 : 0.1;
    if (rng.below(40) == 0) speed[h] *= 10;
  }
  for (PageId id = 0; id < pages; ++id) {
    site.pages.push_back({.id = id,
                          .weight = rng.uniform(0.5, 1),
                          .host = id % 3 == 0 ? 1u : 0u,
                          .cluster = id % 4});
    const double rate = 0.3 / (1 + static_cast<double>(id % 17));
    auto& changes = site.changes.emplace_back();
    for (std::size_t h = 0; h < speed.size(); ++h)
      for (std::uint64_t n = rng.poisson(rate * speed[h]); n > 0; --n)
        changes.push_back((static_cast<double>(h) + rng.uniform()) * kH);
    std::sort(changes.begin(), changes.end());
  }
  return site;
}

Seen look(const MadeUpSite& site, const Visit& visit, Time now, std::vector<std::size_t>& shown,
          bool dated) {
  const std::size_t count = site.count(visit.page, now);
  std::size_t& before = shown[visit.page];
  Seen seen{.visit = visit, .sent = now, .received = now};
  seen.outcome = before == ~std::size_t{0} ? Outcome::First
                 : before == count         ? Outcome::Same
                                           : Outcome::Changed;
  if (dated) seen.last_modified = count > 0 ? site.changes[visit.page][count - 1] : -5 * kH;
  before = count;
  return seen;
}

TEST(SiteClock, AgreesWithASlowImplementation) {
  for (const bool global : {false, true})
    for (const bool dated : {false, true}) {
      const int hours = 24 * 9;
      const MadeUpSite site = make_site(30, hours, Rng(11));
      auto strategy = make_strategy("site-clock", {.global = global, .floor = 0}).value();
      strategy->expect(
          {.start = 0, .period = kH, .per_period = 4, .until = hours * kH, .patterns = nullptr});
      for (const Page& page : site.pages) strategy->learn(page);
      SlowClock slow(global, hours * kH, site.pages);
      std::vector<std::size_t> shown(site.pages.size(), ~std::size_t{0});
      for (int hour = 1; hour <= hours; ++hour) {
        const Time now = hour * kH;
        auto expected = slow.numbers(now);
        std::sort(expected.rbegin(), expected.rend());
        const auto numbers = strategy->urgencies(now, site.pages.size()).value();
        ASSERT_EQ(numbers.size(), expected.size());
        for (std::size_t i = 0; i < numbers.size(); ++i)
          ASSERT_NEAR(numbers[i], expected[i], 2e-4 * expected[i] + 1e-12)
              << hour << ' ' << i << ' ' << global << dated;
        for (int k = 0; k < 4; ++k) {
          const auto visit = strategy->next({.now = now});
          const Seen seen = look(site, *visit, now, shown, dated);
          strategy->observe(seen);
          slow.seen(visit->page, now, seen.outcome == Outcome::Changed, seen.last_modified);
        }
      }
    }
}

// Share of all changes that were captured, in the second half.
double captured(const MadeUpSite& site, const std::string& name, const Tuning& tuning, int hours,
                std::uint64_t budget, bool dated) {
  auto strategy = make_strategy(name, tuning).value();
  strategy->expect({.start = 0, .period = kH, .per_period = budget, .until = hours * kH});
  for (const Page& page : site.pages) strategy->learn(page);
  std::vector<std::size_t> shown(site.pages.size(), ~std::size_t{0});
  double found = 0, all = 0;
  for (int hour = 1; hour <= hours; ++hour)
    for (std::uint64_t k = 0; k < budget; ++k) {
      const auto visit = strategy->next({.now = hour * kH});
      const Seen seen = look(site, *visit, hour * kH, shown, dated);
      if (hour > hours / 2 && seen.outcome == Outcome::Changed) found += 1;
      strategy->observe(seen);
    }
  for (std::size_t i = 0; i < site.pages.size(); ++i)
    all += static_cast<double>(site.count(i, hours * kH) - site.count(i, hours / 2 * kH));
  return found / all;
}

TEST(SiteClock, OnASiteWithAKnownClockItCapturesMoreThanThoseWithoutOne) {
  const int hours = 24 * 7 * 4;
  const MadeUpSite site = make_site(120, hours, Rng(12));
  for (const bool dated : {false, true}) {
    const double ours = captured(site, "site-clock-global", {}, hours, 6, dated);
    for (const char* rival : {"nutch-adaptive", "lambda-crawl-online", "relevance"})
      EXPECT_GT(ours, captured(site, rival, {}, hours, 6, dated)) << rival << dated;
  }
}

TEST(SiteClock, TheFloorLeavesNoPageUnvisited) {
  const int hours = 24 * 14;
  const MadeUpSite site = make_site(100, hours, Rng(13));
  auto strategy = make_strategy("site-clock", {.floor = 0.25}).value();
  strategy->expect({.start = 0, .period = kH, .per_period = 2, .until = hours * kH});
  for (const Page& page : site.pages) strategy->learn(page);
  std::vector<std::size_t> shown(site.pages.size(), ~std::size_t{0});
  std::vector<int> last(site.pages.size(), 0);
  int floor = 0;
  for (int hour = 1; hour <= hours; ++hour)
    for (int k = 0; k < 2; ++k) {
      const auto visit = strategy->next({.now = hour * kH});
      floor += visit->why == "unvisited for longest" ? 1 : 0;
      last[visit->page] = hour;
      strategy->observe(look(site, *visit, hour * kH, shown, true));
    }
  EXPECT_NEAR(floor, hours / 2, 2);
  EXPECT_GE(*std::min_element(last.begin(), last.end()), hours - 201);
}

// Whoever is woken late, or asks for the numbers first, gets the same visits.
TEST(SiteClock, DecidesTheSameWhenWokenLateOrAskedForNumbers) {
  const MadeUpSite site = make_site(40, 200, Rng(14));
  const auto visits_of = [&](Duration late, bool ask) {
    auto strategy = make_strategy("site-clock").value();
    strategy->expect({.start = 0, .period = kH, .per_period = 5, .until = 200 * kH});
    for (const Page& page : site.pages) strategy->learn(page);
    std::vector<PageId> visits;
    for (int hour = 1; hour <= 3; ++hour)
      for (int k = 0; k < 5; ++k) {
        if (ask) strategy->urgencies(hour * kH, 100);
        const Time now = hour * kH + late * (k + 1);
        const auto visit = strategy->next({.now = now});
        visits.push_back(visit->page);
        // Nothing is learned: what was seen later may differ.
        strategy->observe({.visit = *visit, .sent = now, .received = now});
      }
    return visits;
  };
  const auto usual = visits_of(0, false);
  EXPECT_EQ(visits_of(0.001, false), usual);
  EXPECT_EQ(visits_of(0, true), usual);
  EXPECT_EQ(visits_of(0.001, true), usual);
}

TEST(SiteClock, ExplainsItselfInWords) {
  const MadeUpSite site = make_site(20, 300, Rng(15));
  auto strategy = make_strategy("site-clock").value();
  strategy->expect({.start = 0, .period = kH, .per_period = 4, .until = 300 * kH});
  for (const Page& page : site.pages) strategy->learn(page);
  EXPECT_TRUE(strategy->explain(0, 2 * kH).starts_with("Never visited, known for 2 hours;"));
  std::vector<std::size_t> shown(site.pages.size(), ~std::size_t{0});
  PageId page = 0;
  for (int hour = 1; hour <= 50; ++hour)
    for (int k = 0; k < 4; ++k) {
      const auto visit = strategy->next({.now = hour * kH});
      page = visit->page;
      strategy->observe(look(site, *visit, hour * kH, shown, true));
    }
  const std::string text = strategy->explain(page, 53 * kH);
  EXPECT_TRUE(text.starts_with("Last visited 3 hours ago; changes about every ")) << text;
  EXPECT_TRUE(text.ends_with(" % chance of a new version.")) << text;
}

TEST(SiteClock, IsTheDefaultThatNeedsNothingButVisits) {
  for (const auto name : {kWatchDefault, kWatchDefaultGlobal}) {
    const Row* row = find_strategy(name);
    ASSERT_NE(row, nullptr) << name;
    EXPECT_EQ(row->needs, kPeriods) << name;
  }
}

TEST(WatchWords, SayWhy) {
  EXPECT_EQ((WatchWords{.seen = true, .ago = 2 * 86400, .every = 5400, .chance = 0.456}.text()),
            "Last visited 2 days ago; changes about every 2 hours; 46 % chance of a new version.");
  EXPECT_EQ((WatchWords{.ago = 90, .every = 30 * 86400, .chance = 1, .speed = 3, .announced = true}
                 .text()),
            "Never visited, known for 2 minutes; changes about every 4 weeks; its site is busier "
            "than usual at this hour; another page announces a change; 100 % chance of a new "
            "version.");
}

}  // namespace
}  // namespace asof::schedule
