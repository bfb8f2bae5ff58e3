#include "schedule/watch_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::schedule {
namespace {

struct Tiny {
  std::vector<pattern::Pattern> patterns;
  std::vector<Watched> pages;
  Watch watch;
};

Tiny random_watch(Rng& rng) {
  Tiny tiny;
  tiny.watch = {.start = static_cast<double>(rng.below(3)),
                .period = rng.uniform(0.5, 2),
                .periods = 1 + rng.below(4),
                .per_period = static_cast<double>(1 + rng.below(2))};
  const std::size_t count = 1 + rng.below(3);
  tiny.patterns.resize(count);
  for (auto& pattern : tiny.patterns) {
    pattern.cycle = 3 * tiny.watch.period;
    for (int slot = 0; slot < 3; ++slot) {
      pattern.rates.push_back(rng.below(3) == 0 ? 0 : rng.uniform(0, 2));
      pattern.importance.push_back(rng.uniform());
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool plain = rng.below(3) == 0;
    tiny.pages.push_back(
        {{plain ? nullptr : &tiny.patterns[i], rng.uniform(0, 1), 1}, rng.uniform(0.1, 2)});
  }
  return tiny;
}

// Every choice of pages at the end of every period.
double most_of_all_plans(const Tiny& tiny, Ratio ratio, std::vector<std::vector<Time>>& captures,
                         std::size_t period = 0) {
  if (period == tiny.watch.periods)
    return expected_completeness(tiny.pages, captures, tiny.watch, ratio);
  const Time at = tiny.watch.start + static_cast<double>(period + 1) * tiny.watch.period;
  double best = 0;
  for (std::uint32_t chosen = 0; chosen < 1u << tiny.pages.size(); ++chosen) {
    if (__builtin_popcount(chosen) > static_cast<int>(tiny.watch.per_period)) continue;
    auto visited = captures;
    for (std::size_t page = 0; page < tiny.pages.size(); ++page)
      if ((chosen >> page & 1) != 0) visited[page].push_back(at);
    best = std::max(best, most_of_all_plans(tiny, ratio, visited, period + 1));
  }
  return best;
}

TEST(WatchBound, HoldsForAllPlansOfTinySites) {
  Rng rng(1);
  double reached = 0;
  for (int round = 0; round < 300; ++round) {
    const Tiny tiny = random_watch(rng);
    for (const Ratio ratio : {Ratio::PerPage, Ratio::Global}) {
      std::vector<std::vector<Time>> captures(tiny.pages.size());
      const double best = most_of_all_plans(tiny, ratio, captures);
      const double bound = completeness_bound(tiny.pages, tiny.watch, ratio);
      ASSERT_LE(best, bound + 1e-9);
      ASSERT_LE(bound, 1 + 1e-9);
      reached += best > bound - 1e-6 ? 1 : 0;
    }
  }
  EXPECT_GT(reached, 100);  // a bound that nobody meets would be of little use
}

// A page of rate 1 visited at 1 and 3 of 4: what stood there then, of four changes.
TEST(WatchBound, ExpectsTheLastChangeBeforeEachVisit) {
  const std::vector<Watched> pages = {{{nullptr, 1, 1}, 1}, {{nullptr, 0, 1}, 5}};
  const Watch watch{.period = 1, .periods = 4};
  const std::vector<std::vector<Time>> captures = {{1, 3}, {2}};
  const double expected = (2 - std::exp(-1.0) - std::exp(-2.0)) / 4;
  EXPECT_NEAR(expected_completeness(pages, captures, watch, Ratio::PerPage), expected, 1e-12);
  EXPECT_NEAR(expected_completeness(pages, captures, watch, Ratio::Global), expected, 1e-12);
  EXPECT_EQ(expected_completeness(std::span(pages).last(1), std::span(captures).last(1), watch,
                                  Ratio::PerPage),
            1);
}

}  // namespace
}  // namespace asof::schedule
