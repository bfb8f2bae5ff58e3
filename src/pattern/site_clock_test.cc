#include "pattern/site_clock.h"

#include <gtest/gtest.h>

#include <cmath>

namespace asof::pattern {
namespace {

constexpr double kExpected = 0.5 / (30 * 86400.0);
constexpr Duration kHour = 3600;

struct Truth {
  std::vector<LookedAt> pages;
  std::vector<std::vector<Time>> changes;
};

// Pages of one rate, each looked at twice: in the first and in the second half.
Truth watched(Rng& rng, std::size_t count, double rate, Duration length, bool dated) {
  Truth truth;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Time> changes;
    for (Time at = -20 * length + rng.exponential(rate); at < length; at += rng.exponential(rate))
      changes.push_back(at);
    const auto last_by = [&](Time at) {
      std::optional<Time> last;
      for (const Time change : changes)
        if (change <= at) last = change;
      return last;
    };
    const Time first = rng.uniform(0, length / 2);
    const Time second = rng.uniform(length / 2, length);
    LookedAt page{.expected = kExpected, .looks = {{.at = first}, {.at = second}}};
    page.looks[1].changed = last_by(first) != last_by(second);
    if (dated) {
      page.looks[0].modified = last_by(first);
      if (page.looks[1].changed) page.looks[1].modified = last_by(second);
    }
    truth.pages.push_back(std::move(page));
    truth.changes.push_back(std::move(changes));
  }
  return truth;
}

TEST(SiteClock, LearnsFromTheCrawlWhatThePriorDidNotKnow) {
  Rng rng(1);
  for (const bool dated : {false, true}) {
    const double rate = 1 / (10 * kHour);
    const SiteClock clock(watched(rng, 300, rate, 8 * kHour, dated).pages, 0, 8 * kHour);
    double mean = 0;
    double calm = 0;
    for (std::size_t i = 0; i < 300; ++i) {
      mean += clock.rate(i) / 300;
      calm += clock.calm(i, 8 * kHour, 9 * kHour) / 300;
    }
    // Without dates, pages that are busier than all others cannot be told from pages that are not.
    EXPECT_GT(mean, rate / 1.5) << dated;
    EXPECT_LT(mean, rate * (dated ? 1.5 : 3)) << dated;
    EXPECT_NEAR(calm, std::exp(-.1), .05) << dated;
  }
}

TEST(SiteClock, StaysWithThePriorWhereNothingWasSeen) {
  const SiteClock clock({{.expected = kExpected, .looks = {{.at = 0}}}}, 0, kHour);
  EXPECT_GT(clock.rate(0), kExpected / 3);
  EXPECT_LT(clock.rate(0), kExpected * 3);
  EXPECT_EQ(clock.changes(), 0U);
}

TEST(SiteClock, NeverSaysThatAQuietSiteCannotChange) {
  std::vector<LookedAt> pages(50, {.expected = kExpected, .looks = {{.at = 0}, {.at = kHour}}});
  const SiteClock clock(pages, 0, 2 * kHour);
  const auto blur = clock.blur();
  EXPECT_GT(blur.expected, 0);
  EXPECT_LT(blur.most, .1);
  EXPECT_EQ(blur.least, 0);
  EXPECT_LT(clock.calm(0, kHour, 2 * kHour), 1);
  EXPECT_GT(clock.calm(0, kHour, 2 * kHour), .99);
}

TEST(SiteClock, TakesChangesOfOneMomentForOneEvent) {
  // All pages changed together, an hour before the crawl: each for itself would be likely to change
  // again within hours.
  std::vector<LookedAt> pages;
  for (int i = 0; i < 100; ++i)
    pages.push_back({.expected = kExpected,
                     .looks = {{.at = 30.0 * i, .modified = -kHour}, {.at = kHour + 30.0 * i}}});
  const SiteClock together(pages, 0, 2 * kHour);
  EXPECT_LT(together.steadiness(), .1);
  EXPECT_GT(together.calm(0, kHour, 2 * kHour), .97);
}

// A publication at noon changes the first `changing` of 100 pages. Each page is looked at once in
// the morning; every other one again in the evening.
std::vector<LookedAt> published(int changing, Time noon) {
  std::vector<LookedAt> pages;
  for (int i = 0; i < 100; ++i) {
    LookedAt page{.expected = kExpected, .looks = {{.at = 60.0 * i, .modified = -300 * kHour}}};
    if (i % 2 == 0 && i < changing)
      page.looks.push_back({.at = noon + kHour + 60.0 * i, .changed = true, .modified = noon});
    else if (i % 2 == 0)
      page.looks.push_back({.at = noon + kHour + 60.0 * i});
    pages.push_back(std::move(page));
  }
  return pages;
}

TEST(SiteClock, KnowsWhatAPublicationChangedUnseen) {
  const Time noon = 6 * kHour;
  const Duration length = 9 * kHour;
  const SiteClock all(published(100, noon), 0, length);
  // All pages that were looked at changed in it. So did the others, and only then.
  EXPECT_LT(all.calm(1, 60, length), .1);
  EXPECT_GT(all.calm(1, 60, noon - 1), .9);
  EXPECT_GT(all.calm(1, noon, length), .9);
  // 50 changes that were seen and 50 that were not, each as far from its captures as noon is.
  double blur = 0;
  for (int i = 0; i < 100; ++i) {
    const Time first = 60.0 * i;
    const Time middle = (first + noon + kHour + 60.0 * i) / 2;
    blur += (i % 2 == 0 ? std::abs(noon - middle) : length - noon) / length;
  }
  EXPECT_NEAR(all.blur().expected, blur, blur / 10);
  EXPECT_LE(all.blur().least, blur);
  EXPECT_GE(all.blur().most, blur);
}

TEST(SiteClock, TakesAHundredChangesOfOneMomentForOneWhenItDoubts) {
  const Duration length = 9 * kHour;
  const auto width = [&](const std::vector<LookedAt>& pages) {
    const auto blur = SiteClock(pages, 0, length).blur();
    return (blur.most - blur.least) / blur.expected;
  };
  auto spread = published(50, 6 * kHour);
  int at = 0;
  for (LookedAt& page : spread)
    if (page.looks.back().changed) page.looks.back().modified = (2 + .25 * at++) * kHour;
  EXPECT_GT(width(published(50, 6 * kHour)), width(spread) * .8);
}

TEST(SiteClock, StatesBlurThatComesTrueNineTimesInTen) {
  Rng rng(5);
  const Duration length = 6 * kHour;
  int within = 0;
  constexpr int kCrawls = 150;
  for (int crawl = 0; crawl < kCrawls; ++crawl) {
    const auto truth = watched(rng, 150, 1 / (20 * kHour), length, crawl % 2 == 0);
    double blur = 0;
    for (std::size_t i = 0; i < truth.pages.size(); ++i) {
      const Time a = truth.pages[i].looks[0].at;
      const Time b = truth.pages[i].looks[1].at;
      for (const Time at : truth.changes[i]) {
        if (at <= 0) continue;
        const Time from = at <= a ? 0 : at <= b ? (a + b) / 2 : length;
        blur += std::abs(at - from) / length;
      }
    }
    const auto stated = SiteClock(truth.pages, 0, length).blur();
    within += blur >= stated.least && blur <= stated.most;
  }
  EXPECT_GE(within, kCrawls * 80 / 100);
}

TEST(SiteClock, TellsHowOftenAChangeWasUndone) {
  Rng rng(3);
  const auto truth = watched(rng, 300, 1 / (5 * kHour), 8 * kHour, false);
  const SiteClock clock(truth.pages, 0, 8 * kHour);
  EXPECT_EQ(clock.undone(0, 0, 8 * kHour, 0), 0);
  EXPECT_LT(clock.undone(0, 0, 1, .5), 1e-6);
  EXPECT_GT(clock.undone(0, 0, 8 * kHour, .5), clock.undone(0, 0, 8 * kHour, .05));
}

}  // namespace
}  // namespace asof::pattern
