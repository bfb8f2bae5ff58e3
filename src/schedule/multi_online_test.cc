#include <gtest/gtest.h>

#include "support/captures.h"

namespace asof::schedule {
namespace {

using Changes = std::vector<std::vector<Time>>;

Changes draw(Rng& rng, const test::Rates& rates, Time until) {
  Changes changes(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i)
    if (rates[i] > 0)
      for (Time at = rng.exponential(rates[i]); at < until; at += rng.exponential(rates[i]))
        changes[i].push_back(at);
  return changes;
}

// The visits a strategy makes, one per unit of time, when pages change as given.
test::Visits capture(std::string_view name, const test::Rates& told, const Changes& changes,
                     const Tuning& tuning) {
  auto strategy = make_strategy(name, tuning).value();
  strategy->expect({});
  for (PageId id = 0; id < told.size(); ++id) strategy->learn({.id = id, .rate = told[id]});
  test::Visits visits(told.size());
  for (Time now = 0; strategy->wants(now) <= now; ++now) {
    const auto visit = strategy->next({.now = now});
    auto& of_page = visits[visit->page];
    Seen seen{.visit = *visit, .sent = now, .received = now};
    if (!of_page.empty()) {
      const auto& at = changes[visit->page];
      const auto first = std::upper_bound(at.begin(), at.end(), of_page.back());
      seen.outcome = first != at.end() && *first <= now ? Outcome::Changed : Outcome::Same;
    }
    of_page.push_back(now);
    strategy->observe(seen);
  }
  return visits;
}

// SHARC Equations 22 and 23 for any number of visits: for each change the time during which an
// observer is given the wrong side of it.
double exact_blur(const Changes& changes, const test::Visits& visits, Time until) {
  double sum = 0;
  for (std::size_t i = 0; i < changes.size(); ++i)
    for (const Time at : changes[i]) {
      if (at > until) break;
      const auto after = std::lower_bound(visits[i].begin(), visits[i].end(), at);
      const bool has_before = after != visits[i].begin();
      const bool has_after = after != visits[i].end();
      const Time low = has_before && has_after ? (*(after - 1) + *after) / 2 : 0;
      const Time high = has_before && has_after ? low : until;
      if (has_after && at > low) sum += at - low;
      if (has_before && at < high) sum += high - at;
    }
  return sum / until;
}

// The whole experiment has 200 seeds; docs/strategies.md has its numbers.
TEST(MultiAdaptive, SurvivesWrongRates) {
  const auto truth = test::first_reading();
  constexpr int kSeeds = 3;
  for (const double wrong : {0.0, 0.1, 0.25, 0.5}) {
    double ours = 0;
    double revisits = 0;
    for (int seed = 0; seed < kSeeds; ++seed) {
      Rng rng(static_cast<std::uint64_t>(seed) + 77);
      const Changes changes = draw(rng, truth, 2050);
      std::vector<std::size_t> pages(truth.size());
      for (std::size_t i = 0; i < pages.size(); ++i) pages[i] = i;
      rng.shuffle(std::span(pages));
      pages.resize(static_cast<std::size_t>(wrong * static_cast<double>(pages.size())));
      test::Rates told = truth;
      for (const std::size_t page : pages) told[page] = 1 - told[page];
      ours += exact_blur(
          changes,
          capture("sharc-multi-adaptive", told, changes, {.extra = 1025, .extra_given = true}),
          2049);
      revisits += exact_blur(changes, capture("sharc-revisits", told, changes, {}), 2049);
    }
    EXPECT_LE(ours, revisits * (wrong < 0.5 ? 1 : 1.05)) << wrong;
  }
}

TEST(MultiAdaptive, VisitsEveryPageWithinTheBudget) {
  Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 1 + rng.below(20);
    const auto rates = test::random_rates(rng, n);
    const Tuning tuning{.extra = rng.below(2 * n), .extra_given = rng.below(4) > 0};
    const auto visits = capture("sharc-multi-adaptive", rates, draw(rng, rates, 100), tuning);
    std::size_t total = 0;
    for (const auto& of_page : visits) {
      EXPECT_FALSE(of_page.empty());
      total += of_page.size();
    }
    EXPECT_EQ(total, n + (tuning.extra_given ? tuning.extra : n));
  }
}

TEST(MultiOnline, SpreadsExtraVisitsOverTheDiscovery) {
  auto rates = test::first_reading();
  std::sort(rates.begin(), rates.end(), std::greater<>());
  std::vector<PageId> parents(rates.size());
  for (PageId id = 1; id < rates.size(); ++id) parents[id] = (id - 1) / 8;
  const auto blur = [&](std::string_view name, std::uint64_t extra) {
    const auto plan = test::run_found(name, rates, parents, {.extra = extra, .extra_given = true},
                                      {.pages = rates.size()});
    EXPECT_EQ(plan.size(), rates.size() + extra);
    return test::expected_blur(rates, plan);
  };
  EXPECT_NEAR(blur("sharc-online", 0), 1344, 0.5);
  EXPECT_NEAR(blur("sharc-multi-online", 0), blur("sharc-online", 0), 1e-9);
  EXPECT_LE(blur("sharc-multi-online", 20), 595);
  EXPECT_LE(blur("sharc-multi-online", 51), 320);
  EXPECT_LE(blur("sharc-multi-online", 102), 250);
  EXPECT_LE(blur("sharc-multi-online", 1025), 130) << "more is not worse";
}

TEST(MultiOnline, RepeatsWhereItHelpsMost) {
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 2 + rng.below(20);
    const auto rates = test::random_rates(rng, n);
    std::vector<PageId> parents(n, kNoPage);
    for (PageId id = 1; id < n; ++id) parents[id] = static_cast<PageId>(rng.below(id));
    const std::uint64_t extra = rng.below(2 * n);
    const auto plan = test::run_found("sharc-multi-online", rates, parents,
                                      {.extra = extra, .extra_given = true}, {.pages = n});
    ASSERT_EQ(plan.size(), n + extra);
    std::vector<std::optional<Time>> last(n);
    for (const auto& [visit, at] : plan) {
      if (last[visit.page]) {
        double best = 0;
        for (std::size_t i = 0; i < n; ++i)
          if (last[i]) best = std::max(best, rates[i] * (at - *last[i]) * (at - *last[i]));
        const double gap = at - *last[visit.page];
        EXPECT_NEAR(rates[visit.page] * gap * gap, best, 1e-9 * (1 + best));
      }
      last[visit.page] = at;
    }
  }
}

}  // namespace
}  // namespace asof::schedule
