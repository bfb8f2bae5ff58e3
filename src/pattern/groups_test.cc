#include "pattern/groups.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::pattern {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 86400;
constexpr Time kStart = 4 * kDay;

// A page that changes around one hour of the day.
VisitLog watched(double peak, std::size_t visits, double gap, Rng rng) {
  VisitLog log;
  Time last = kStart + rng.uniform(0, kDay);
  log.visit(last, false);
  for (std::size_t i = 0; i < visits; ++i) {
    const Time next = last + gap * kHour * rng.uniform(0.5, 1.5);
    double expected = 0;
    for (Time at = last; at < next; at += 600) {
      const double away = std::abs(std::fmod(at / kHour - peak + 36 + 24e6, 24.0) - 12);
      expected += 600 / kDay * (0.2 + 8 * std::exp(-away * away / 4));
    }
    log.visit(next, rng.uniform() < -std::expm1(-expected), 0.5);
    last = next;
  }
  return log;
}

PageTraits page(const char* section, int number) {
  return {
      .url = "http://a.example/" + std::string(section) + "/" + std::to_string(number) + ".html",
      .mime = "text/html",
      .depth = 2};
}

TEST(PatternGroups, WithoutPagesThereIsNothingToBorrow) {
  PatternGroups groups;
  groups.fit();
  EXPECT_EQ(groups.shared().size(), 1u);
  const PatternPrior prior = groups.prior(page("news", 1));
  EXPECT_EQ(prior.kind, Kind::Constant);
  EXPECT_EQ(prior.weight, 0);
  groups.learn(page("news", 1), {});  // a page without visits is not used
  groups.fit();
  EXPECT_EQ(groups.page(page("news", 1), {}).kind, Kind::Constant);
}

TEST(PatternGroups, FindTwoPatternsAndWhoFollowsThem) {
  PatternGroups groups;
  for (int i = 0; i < 30; ++i) {
    groups.learn(page("morning", i), watched(7, 60, 5, Rng(i)));
    groups.learn(page("evening", i), watched(19, 60, 5, Rng(100 + i)));
  }
  groups.fit();
  ASSERT_GE(groups.shared().size(), 3u);
  // A page nobody has seen follows its section.
  const PatternPrior morning = groups.prior(page("morning", 99));
  const PatternPrior evening = groups.prior(page("evening", 99));
  ASSERT_EQ(morning.kind, Kind::Daily);
  EXPECT_GT(morning.shape[7], 3 * morning.shape[19]);
  EXPECT_GT(evening.shape[19], 3 * evening.shape[7]);
  EXPECT_NE(morning.shared, evening.shared);
  EXPECT_GT(morning.weight, 0);
  // One that was put into the wrong section is recognised by its changes.
  const PatternPrior wrong = groups.prior(page("morning", 98), watched(19, 120, 3, Rng(7)));
  EXPECT_GT(wrong.shape[19], 3 * wrong.shape[7]);
  // A page seen three times borrows, and says so.
  const PagePattern borrowed = groups.page(page("morning", 97), watched(7, 3, 5, Rng(8)));
  EXPECT_EQ(borrowed.kind, Kind::Daily);
  EXPECT_GT(borrowed.borrowed, 0.5);
  EXPECT_EQ(borrowed.shared, morning.shared);
  EXPECT_GT(borrowed.slots[7].rate.value, 2 * borrowed.slots[19].rate.value);
}

TEST(PatternGroups, PagesWithoutACycleShareNone) {
  PatternGroups groups;
  Rng rng(9);
  for (int i = 0; i < 20; ++i) {
    VisitLog log;
    Time at = kStart;
    for (int v = 0; v < 100; ++v) log.visit(at += rng.uniform(2, 8) * kHour, rng.uniform() < 0.3);
    groups.learn(page("x", i), log);
  }
  groups.fit();
  EXPECT_EQ(groups.shared().size(), 1u) << name_of(groups.shared().back().kind);
  EXPECT_EQ(groups.prior(page("x", 50)).kind, Kind::Constant);
  // But the rate is borrowed.
  EXPECT_NEAR(groups.prior(page("x", 50)).rate.mean() * kDay, 1.7, 0.7);
}

}  // namespace
}  // namespace asof::pattern
