#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "lab/run.h"

namespace asof::lab {
namespace {

constexpr Duration kHour = 3600;
constexpr int kDays = 6;

// Half of the pages change every few hours. With `hidden`, the others show something else for a
// while between full hours, which nobody who comes at full hours can see and which weighs nothing.
History make_history(bool hidden) {
  History history{.name = "made up", .from = 0, .until = kDays * 24 * kHour};
  for (std::uint32_t page = 0; page < 14; ++page) {
    HistoryPage own{.name = "http://a.example/" + std::to_string(page), .mime = "text/html"};
    Rng rng(page);
    std::uint32_t content = 1;
    own.versions.push_back({.at = -kHour, .content = content});
    for (int hour = 0; hour < kDays * 24; ++hour) {
      const Time at = hour * kHour;
      if (page % 2 == 0 && rng.below(3 + page) == 0)
        own.versions.push_back({.at = at + 0.2 * kHour, .content = ++content});
      if (!hidden || page % 2 == 0) continue;
      own.versions.push_back({.at = at + 0.4 * kHour, .content = 1000, .importance = 0});
      own.versions.push_back({.at = at + 0.6 * kHour, .content = content, .importance = 0});
    }
    history.pages.push_back(std::move(own));
  }
  return history;
}

std::vector<std::string> watching_strategies() {
  std::vector<std::string> names = {"round-robin"};
  for (const schedule::Row& row : schedule::strategies())
    if ((row.needs & schedule::kPeriods) != 0) names.emplace_back(row.name);
  return names;
}

TEST(CompareWatching, WhatNoVisitSeesChangesNothing) {
  const auto names = watching_strategies();
  ASSERT_GT(names.size(), 20u);
  const auto open = compare_watching(
      make_history(false), {.strategies = names, .per_period = 2, .queries = 4, .dates = false});
  const auto secret = compare_watching(
      make_history(true), {.strategies = names, .per_period = 2, .queries = 4, .dates = false});
  ASSERT_TRUE(open && secret);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Grades& without = open->strategies[i];
    const Grades& with = secret->strategies[i];
    if (without.bound) continue;
    EXPECT_DOUBLE_EQ(without.completeness.mean, with.completeness.mean) << names[i];
    EXPECT_DOUBLE_EQ(without.global.mean, with.global.mean) << names[i];
    EXPECT_GT(without.completeness.mean, 0.1) << names[i];
    EXPECT_LE(without.completeness.mean, *open->best_completeness + 1e-9) << names[i];
  }
}

TEST(CompareWatching, OnlyWhoIsToldTheTruthIsABound) {
  const auto result = compare_watching(
      make_history(false), {.strategies = {"site-clock", "site-clock-told"}, .per_period = 2});
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->strategies[0].bound);
  EXPECT_TRUE(result->strategies[1].bound);
}

TEST(CompareWatching, TheFirstThirdIsWatchedAndNotGraded) {
  const auto result =
      compare_watching(make_history(false), {.strategies = {"round-robin"}, .per_period = 14});
  ASSERT_TRUE(result);
  EXPECT_DOUBLE_EQ(result->strategies[0].completeness.mean, 1) << "every page every hour";
  EXPECT_EQ(result->strategies[0].downloads.mean, 14 * kDays * 2 / 3 * 24);
}

TEST(CompareWatching, RefusesAHistoryThatIsTooShort) {
  History history = make_history(false);
  history.until = 1.2 * kHour;
  const auto result = compare_watching(history, {.strategies = {"round-robin"}, .per_period = 1});
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().what.find("too short"), std::string::npos);
}

}  // namespace
}  // namespace asof::lab
