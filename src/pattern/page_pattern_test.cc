#include "pattern/page_pattern.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/random.h"
#include "pattern/page_fit_internal.h"

namespace asof::pattern {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 86400;
constexpr Time kMonday = 4 * kDay;  // 1970-01-05

// Visits of a page that changes at rate(time) per second, about `gap` hours apart.
VisitLog watched(const std::function<double(Time)>& rate, double days, double gap, Rng rng) {
  VisitLog log;
  Time last = kMonday;
  log.visit(last, false);
  while (last < kMonday + days * kDay) {
    const Time next = last + gap * kHour * rng.uniform(0.5, 1.5);
    double expected = 0;
    for (Time at = last; at < next; at += 600) expected += rate(at) * std::min(600.0, next - at);
    log.visit(next, rng.uniform() < -std::expm1(-expected), 0.5);
    last = next;
  }
  return log;
}

double hour_of(Time at) { return std::fmod(at, kDay) / kHour; }
bool weekend(Time at) { return std::fmod(at + 3 * kDay, 7 * kDay) >= 5 * kDay; }
double by_day(Time at) { return hour_of(at) >= 8 && hour_of(at) < 14 ? 12 / kDay : 1 / kDay; }

TEST(PagePattern, BadStatesHaveAPlainAnswer) {
  const PagePattern none = learn_page({});
  EXPECT_EQ(none.kind, Kind::Constant);
  EXPECT_EQ(none.visits, 0u);
  ASSERT_EQ(none.slots.size(), 1u);
  EXPECT_GT(none.rate.value, 0);
  EXPECT_LT(none.rate.low, none.rate.value / 10);
  EXPECT_GT(none.rate.high, none.rate.value * 2);
  EXPECT_EQ(none.importance.low, 0);
  EXPECT_EQ(none.importance.high, 1);

  VisitLog once;
  once.visit(1e9, true);
  EXPECT_EQ(learn_page(once).kind, Kind::Constant);
  EXPECT_EQ(learn_page(once).rate.value, none.rate.value);

  VisitLog calm;
  for (int i = 0; i < 100; ++i) calm.visit(1e9 + i * kDay, false);
  const PagePattern quiet = learn_page(calm);
  EXPECT_EQ(quiet.changes, 0u);
  EXPECT_LT(quiet.rate.value, none.rate.value);
  EXPECT_LT(quiet.rate.high, none.rate.high);

  VisitLog always;
  for (int i = 0; i < 100; ++i) always.visit(1e9 + i * kDay, true);
  const PagePattern busy = learn_page(always);
  EXPECT_TRUE(std::isfinite(busy.rate.high));
  EXPECT_GT(busy.rate.value * kDay, 2);
  EXPECT_EQ(busy.kind, Kind::Constant);  // one visit a day says nothing about hours
}

TEST(PagePattern, AConstantRateIsFoundWithItsInterval) {
  int inside = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const VisitLog log = watched([](Time) { return 2 / kDay; }, 20, 5, Rng(seed));
    const PagePattern page = learn_page(log);
    inside += page.rate.low * kDay <= 2 && 2 <= page.rate.high * kDay ? 1 : 0;
  }
  EXPECT_GE(inside, 168);  // 180 of 200 expected
  EXPECT_LE(inside, 192);
}

TEST(PagePattern, FindsADailyCycleBetweenVisits) {
  const VisitLog log = watched(by_day, 30, 5, Rng(1));
  const PagePattern page = learn_page(log);
  EXPECT_EQ(page.kind, Kind::Daily);
  EXPECT_LT(page.cycles[0].p, 1e-4);
  ASSERT_EQ(page.slots.size(), 24u);
  for (const std::size_t hour : {10u, 11u, 12u})
    EXPECT_GT(page.slots[hour].rate.value, 3 * page.slots[hour + 10].rate.value) << hour;
  for (const SlotBelief& slot : page.slots) {
    EXPECT_LE(slot.rate.low, slot.rate.value);
    EXPECT_GE(slot.rate.high, slot.rate.value);
    EXPECT_GT(slot.rate.high, 0);
  }
  EXPECT_NEAR(page.expected(kMonday, kMonday + kDay) / (12.0 / 4 + 0.75), 1, 0.25);
  EXPECT_NEAR(page.weight(kMonday, kMonday + kDay) / page.expected(kMonday, kMonday + kDay), 0.5,
              1e-6);
}

TEST(PagePattern, FindsWhichDaysDiffer) {
  const auto rate = [](Time at) { return weekend(at) ? 0.3 / kDay : 3 * by_day(at); };
  const PagePattern page = learn_page(watched(rate, 60, 4, Rng(2)));
  EXPECT_EQ(page.kind, Kind::DailyByDay);
  EXPECT_LT(page.cycles[1].p, 1e-4);
  // Tuesday and Sunday, at eleven.
  EXPECT_GT(page.rate_at(kMonday + kDay + 11 * kHour),
            5 * page.rate_at(kMonday + 6 * kDay + 11 * kHour));
}

TEST(PagePattern, FindsAWeeklyCycleOfASlowPage) {
  // Every Wednesday between 6 and 12, seen once a day.
  const auto rate = [](Time at) {
    const double hour = std::fmod(at + 3 * kDay, 7 * kDay) / kHour;
    return hour >= 54 && hour < 60 ? 10 / kDay : 0.01 / kDay;
  };
  const PagePattern page = learn_page(watched(rate, 200, 20, Rng(3)));
  EXPECT_EQ(page.kind, Kind::Weekly);
  ASSERT_EQ(page.slots.size(), 28u);
  EXPECT_GT(page.slots[9].rate.value, 5 * page.slots[1].rate.value);
}

TEST(PagePattern, FindsAMonthlyCycleOfASlowPage) {
  const auto rate = [](Time at) {
    return day_of_month(static_cast<Day>(at / kDay)) <= 2 ? 2 / kDay : 0.005 / kDay;
  };
  const PagePattern page = learn_page(watched(rate, 700, 24, Rng(4)));
  EXPECT_EQ(page.kind, Kind::Monthly);
  EXPECT_GT(page.slots[0].rate.value, 10 * page.slots[15].rate.value);
}

TEST(PagePattern, TheWeekAheadHoldsHolidaysAndTheZone) {
  const auto calendar = std::make_shared<const Calendar>(
      TimeZone::fixed(2 * kHour, "+02:00"),
      std::vector<Day>{static_cast<Day>(kMonday / kDay) + 1});  // Tuesday
  PagePattern page;
  page.kind = Kind::DailyByDay;
  page.calendar = calendar;
  page.slots.resize(96);
  for (std::size_t k = 0; k < 96; ++k)
    page.slots[k] = {{static_cast<double>(k + 1) / kHour, 0, 0}, {0.5, 0, 1}};
  const Pattern week = page.week_from(kMonday);
  // Monday 0:00 UTC is 2:00 there; Tuesday is a holiday, Wednesday is not.
  EXPECT_NEAR(week.expected(kMonday, kMonday + kHour), 3, 1e-9);
  EXPECT_NEAR(week.expected(kMonday + kDay, kMonday + kDay + kHour), 75, 1e-9);
  EXPECT_NEAR(week.expected(kMonday + 2 * kDay, kMonday + 2 * kDay + kHour), 3, 1e-9);
  for (Time at = kMonday; at < kMonday + 7 * kDay; at += kHour)
    EXPECT_NEAR(week.expected(at, at + kHour), page.expected(at, at + kHour), 1e-9);
}

TEST(PagePattern, DatedChangesTellMoreThanUndatedOnes) {
  Rng rng(5);
  VisitLog dated, undated;
  Time last = kMonday;
  dated.visit(last, false);
  undated.visit(last, false);
  for (int i = 0; i < 60; ++i) {
    last += kDay;
    const bool changed = rng.uniform() < 0.7;
    const Time at = last - kDay + (9 + 2 * rng.uniform()) * kHour;
    dated.visit(last, changed, 1, at);
    undated.visit(last, changed);
  }
  EXPECT_EQ(learn_page(dated).kind, Kind::Daily);
  EXPECT_EQ(learn_page(undated).kind, Kind::Constant);
}

TEST(CycleTest, HoldsItsLevel) {
  // Bursts: on one day in three, five times as many changes, at any hour.
  const auto bursts = [](std::uint64_t seed) {
    return [seed](Time at) {
      Rng day = Rng(seed).fork(static_cast<std::uint64_t>(at / kDay));
      const double hour = day.uniform(0, 24);
      return std::abs(hour_of(at) - hour) < 2 ? 15 / kDay : 0.5 / kDay;
    };
  };
  for (const bool bursty : {false, true})
    for (const Cycle cycle : {Cycle::Daily, Cycle::ByClass, Cycle::Weekly}) {
      int found = 0;
      for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const VisitLog log = bursty ? watched(bursts(seed), 28, 3, Rng(seed))
                                    : watched([](Time) { return 2 / kDay; }, 28, 3, Rng(seed));
        found += test_cycle(log, cycle).p < 0.05 ? 1 : 0;
      }
      EXPECT_LE(found, 36) << static_cast<int>(cycle) << bursty;  // 20 expected; four deviations
    }
}

TEST(CycleTest, SaysNothingWhereNothingCanBeSaid) {
  VisitLog log;
  EXPECT_EQ(test_cycle(log, Cycle::Daily).p, 1);
  for (int i = 0; i < 10; ++i) log.visit(i * 600, i % 3 == 0);  // all of one day
  EXPECT_EQ(test_cycle(log, Cycle::Daily).p, 1);
  EXPECT_EQ(test_cycle(log, Cycle::ByClass).p, 1);
  EXPECT_EQ(test_cycle(log, Cycle::Monthly).p, 1);
}

TEST(BetaTail, IsThatOfKnownValues) {
  EXPECT_NEAR(fit::beta_tail(0.3, 1, 1), 0.7, 1e-12);
  EXPECT_NEAR(fit::beta_tail(0.3, 2, 3), 0.6517, 1e-12);  // 1 - (6 x^2 - 8 x^3 + 3 x^4)
  EXPECT_NEAR(fit::beta_tail(0.9, 0.5, 0.5), 1 - 2 / 3.14159265358979 * std::asin(std::sqrt(0.9)),
              1e-10);
  EXPECT_EQ(fit::beta_tail(0, 2, 2), 1);
  EXPECT_EQ(fit::beta_tail(1, 2, 2), 0);
}

TEST(PageFit, AgreesWithLearnedPattern) {
  // The same evidence, the same prior: the same rates as the learner of plain cycles.
  const VisitLog log = watched(by_day, 20, 3, Rng(6));
  std::vector<Sighting> seen;
  Time quiet = log.from();
  const auto add = [&](Time from, Time to, bool changed) {
    if (to > from) seen.push_back({from, to, changed, 0.5});
  };
  add(quiet, log.quiet_until_first(), false);
  for (std::size_t i = 0; i < log.kept(); ++i) {
    add(log.found(i).from, log.found(i).to, true);
    add(log.found(i).to, log.found(i).quiet_until, false);
  }
  const Pattern plain = learned_pattern(seen, {.rest = 1e-9});
  const Rhythm rhythm(Kind::Daily);
  fit::Evidence evidence(rhythm);
  evidence.add(log, rhythm);
  const Rhythm constant(Kind::Constant);
  fit::Evidence all(constant);
  all.add(log, constant);
  const double rate = fit::fit_rate(all, {1e-6, 1e-6}).rate;
  const auto rates = fit::fit_rates(evidence, rhythm, rate, {{}, 0.5, true, false});
  for (std::size_t k = 0; k < 24; ++k)
    EXPECT_NEAR(rates[k] * kHour, plain.rates[k], 0.02 * plain.rates[k]) << k;
}

}  // namespace
}  // namespace asof::pattern
