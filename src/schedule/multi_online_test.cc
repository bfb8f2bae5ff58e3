#include <gtest/gtest.h>

#include "support/wrong_rates.h"

namespace asof::schedule {
namespace {

// The order of pages must not matter: those that are told alike are taken in it. bench/wrong_rates
// has 200 seeds of each order; docs/strategies.md has its numbers.
TEST(MultiAdaptive, SurvivesWrongRatesInWhateverOrderPagesCome) {
  constexpr int kSeeds = 3;
  for (int order = 0; order < 3; ++order) {
    auto truth = test::first_reading();
    Rng shuffling(5);
    if (order == 1) std::sort(truth.begin(), truth.end());
    if (order == 2) shuffling.shuffle(std::span(truth));
    for (const double wrong : {0.0, 0.1, 0.25, 0.5}) {
      double ours = 0;
      double revisits = 0;
      for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Rng rng(seed + 77);
        const test::Changes changes = test::draw_changes(rng, truth, 2050);
        const test::Rates told = test::told_wrong(rng, truth, wrong);
        const auto blur = [&](std::string_view name, const Tuning& tuning) {
          return test::exact_blur(changes, test::capture_changing(name, told, changes, tuning),
                                  2049);
        };
        ours += blur("sharc-multi-adaptive", {.extra = 1025, .extra_given = true});
        revisits += blur("sharc-revisits", {});
      }
      EXPECT_LE(ours, 0.9 * revisits) << "order " << order << ", wrong " << wrong;
    }
  }
}

TEST(MultiAdaptive, VisitsEveryPageWithinTheBudget) {
  Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 1 + rng.below(20);
    const auto rates = test::random_rates(rng, n);
    const Tuning tuning{.extra = rng.below(2 * n), .extra_given = rng.below(4) > 0};
    const auto visits = test::capture_changing("sharc-multi-adaptive", rates,
                                               test::draw_changes(rng, rates, 100), tuning);
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
