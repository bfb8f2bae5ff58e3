// Tests of cycles on censored changes.
//
// Under a constant rate r, what a stretch of length w brought has the score u = 1 / (e^(r w) - 1)
// where it changed and -1 where it did not, with mean 0; the score of a wave of frequency f is
// u r times the integral of e^(i f t) over the stretch (Rayleigh's test, for censored changes).
// Scores are added up by day; the days are the sample, so that changes that come in bursts are not
// taken for many. What chance brings is drawn: for hours of the day every day's clock is turned by
// an angle of its own; for days of the week and month, and for classes of days, the days change
// places. So no distribution is assumed, and the level holds for few days, too. Draws end when ten
// were as strong as the truth (Besag and Clifford 1991). A cycle's waves are its own, half and
// third. Proof: CycleTest.HoldsItsLevel, bench/patterns on shuffled histories.
#include "pattern/cycles.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <vector>

#include "base/random.h"
#include "pattern/page_fit_internal.h"

namespace asof::pattern {
namespace {

constexpr std::size_t kWaves = 3;
constexpr std::uint64_t kLeastChanges = 4;
constexpr double kLeastSpread = 0.05;  // of Poisson changes
constexpr double kNothing = 1e-12;     // of a day's score, which is about 1 for each change
// A cycle cannot be told from a course before it has come round.
constexpr std::array<double, kCycles> kLeastDays = {3, 9, 14, 60};
using Complex = std::complex<double>;

struct DayScore {
  std::array<Complex, kWaves> waves{};
  double plain = 0;     // score of the rate itself
  double expected = 0;  // changes expected of what was seen of the day
};

// Where a local day begins in the cycle, and how much of it the day is, in radians.
struct Phase {
  double start = 0, length = 0;
};

Phase phase_of(Cycle cycle, Day day) {
  constexpr double kCircle = 2 * std::numbers::pi;
  switch (cycle) {
    case Cycle::Weekly:
      return {kCircle * weekday_of(day) / 7, kCircle / 7};
    case Cycle::Monthly: {
      const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days(day)}};
      const auto last =
          std::chrono::year_month_day_last{date.year() / date.month() / std::chrono::last};
      const double days = static_cast<unsigned>(last.day());
      return {kCircle * (static_cast<unsigned>(date.day()) - 1) / days, kCircle / days};
    }
    default:
      return {0, kCircle};
  }
}

// The waves' integrals over a stretch, in seconds.
std::array<Complex, kWaves> integrals(Cycle cycle, Time from, Time to, const Calendar& calendar) {
  std::array<Complex, kWaves> sums{};
  while (from < to) {
    const Time local = calendar.local(from);
    const double day = std::floor(local / kSecondsPerDay);
    const Time end = std::max(std::min(to, from + (day + 1) * kSecondsPerDay - local),
                              std::nextafter(from, kNever));
    const Phase phase = phase_of(cycle, static_cast<Day>(day));
    const double begin = (local - day * kSecondsPerDay) / kSecondsPerDay;
    const double middle = phase.start + phase.length * (begin + (end - from) / kSecondsPerDay / 2);
    const double half = phase.length * (end - from) / kSecondsPerDay / 2;
    for (std::size_t k = 0; k < kWaves; ++k) {
      const double wave = static_cast<double>(k + 1);
      const double x = wave * half;
      sums[k] += std::polar((end - from) * (x > 1e-9 ? std::sin(x) / x : 1), wave * middle);
    }
    from = end;
  }
  return sums;
}

// How strong waves are, against what days weigh.
struct Weights {
  std::array<double, kWaves> squares{};
  double fourths = 0;

  void add(const std::array<Complex, kWaves>& day) {
    for (std::size_t k = 0; k < kWaves; ++k) squares[k] += std::norm(day[k]);
    fourths += std::norm(day[0]) * std::norm(day[0]);
  }
  double power(const std::array<Complex, kWaves>& sums) const {
    double power = 0;
    for (std::size_t k = 0; k < kWaves; ++k)
      if (squares[k] > 0) power += std::norm(sums[k]) / squares[k];
    return power;
  }
  // As many days of equal weight.
  double days() const { return fourths > 0 ? squares[0] * squares[0] / fourths : 0; }
};

// For many days, the chance of waves as strong.
double waves_tail(double power) { return std::exp(-power) * (1 + power + power * power / 2); }

// How often draws are as strong as what was found; where none is, `tail` says how rare they are.
template <class Draw>
double chance(double found, double tail, Draw draw) {
  constexpr int kDraws = 999, kEnough = 10;
  Rng rng(1);
  int above = 0;
  for (int drawn = 1; drawn <= kDraws; ++drawn) {
    if (draw(rng) >= found * (1 - 1e-9)) ++above;
    if (above == kEnough) return static_cast<double>(above) / drawn;
  }
  const double most = (above + 1.0) / (kDraws + 1);
  return above == 0 ? std::min(most, tail) : most;
}

class Scores final {
 public:
  Scores(Cycle cycle, const Calendar& calendar) : cycle_(cycle), calendar_(calendar) {}

  void add(const VisitLog& log) {
    const Rhythm plain(Kind::Constant);
    fit::Evidence evidence(plain);
    evidence.add(log, plain);
    // Hardly a prior: the scores of a rate that fits add up to 0.
    rate_ = fit::fit_rate(evidence, {0.01, 0.01 * std::max(1.0, evidence.exposure[0])}).rate;
    quiet(log.from(), log.quiet_until_first());
    for (std::size_t i = 0; i < log.kept(); ++i) {
      const VisitLog::Found found = log.found(i);
      changes_ += 1;
      if (found.dated) {
        change_at(found.from);
        quiet(found.from, found.to);
      } else {
        changed(found.from, found.to);
      }
      quiet(found.to, found.quiet_until);
    }
  }

  // Hours of the day.
  CycleResult turns() const {
    std::vector<std::array<Complex, kWaves>> days;
    std::array<Complex, kWaves> sums{};
    Weights weights;
    for (const auto& [day, score] : days_) {
      if (std::norm(score.waves[0]) < kNothing) continue;  // whole days say nothing about hours
      days.push_back(score.waves);
      for (std::size_t k = 0; k < kWaves; ++k) sums[k] += score.waves[k];
      weights.add(score.waves);
    }
    if (days.size() < 3) return {.p = 1, .days = static_cast<double>(days.size())};
    std::array<Complex, 256> circle;
    for (std::size_t i = 0; i < circle.size(); ++i)
      circle[i] = std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(i) / 256);
    const double found = weights.power(sums);
    const double p = chance(found, waves_tail(found), [&](Rng& rng) {
      std::array<Complex, kWaves> drawn{};
      std::uint64_t bits = 0;
      for (std::size_t d = 0; d < days.size(); ++d) {
        if (d % 8 == 0) bits = rng.next();
        const std::size_t angle = bits >> (8 * (d % 8)) & 255;
        for (std::size_t k = 0; k < kWaves; ++k)
          drawn[k] += days[d][k] * circle[(k + 1) * angle & 255];
      }
      return weights.power(drawn);
    });
    return {.p = p, .days = weights.days(), .strength = strength()};
  }

  // Days of the week or the month: what days brought beyond what was expected, at their places.
  CycleResult places() const {
    std::vector<double> beyond;
    std::vector<std::array<Complex, kWaves>> places;
    for (const auto& [day, score] : days_) {
      const Phase phase = phase_of(cycle_, day);
      beyond.push_back(score.plain);
      auto& place = places.emplace_back();
      for (std::size_t k = 0; k < kWaves; ++k)
        place[k] = std::polar(1.0, static_cast<double>(k + 1) * (phase.start + phase.length / 2));
    }
    Weights weights;
    for (const double one : beyond) weights.add({one, one, one});
    if (beyond.size() < 3 || !(weights.days() > 0)) return {};
    const auto power = [&] {
      std::array<Complex, kWaves> sums{};
      for (std::size_t d = 0; d < beyond.size(); ++d)
        for (std::size_t k = 0; k < kWaves; ++k) sums[k] += beyond[d] * places[d][k];
      return weights.power(sums);
    };
    const double found = power();
    const double p = chance(found, waves_tail(found), [&](Rng& rng) {
      rng.shuffle(std::span(beyond));
      return power();
    });
    return {.p = p, .days = weights.days(), .strength = strength()};
  }

  CycleResult classes() const {
    struct OneDay {
      double plain = 0, expected = 0;
    };
    std::vector<OneDay> days;
    std::vector<std::size_t> group;
    for (const auto& [day, score] : days_) {
      if (!(score.expected > 0)) continue;
      days.push_back({score.plain, score.expected});
      group.push_back(static_cast<std::size_t>(calendar_.class_of(day)));
    }
    std::array<OneDay, kDayClasses> sums{};
    const auto between = [&] {
      sums = {};
      for (std::size_t d = 0; d < days.size(); ++d) {
        sums[group[d]].plain += days[d].plain;
        sums[group[d]].expected += days[d].expected;
      }
      double sum = 0;
      for (const OneDay& one : sums)
        if (one.expected > 0) sum += one.plain * one.plain / one.expected;
      return sum;
    };
    const double found = between();
    double groups = 0, least = kNever, most = 0, squares = 0;
    for (const OneDay& one : days) squares += one.plain * one.plain / one.expected;
    for (const OneDay& one : sums) {
      if (!(one.expected > 0)) continue;
      groups += 1;
      const double level = std::max(0.0, 1 + one.plain / one.expected);
      least = std::min(least, level);
      most = std::max(most, level);
    }
    const auto count = static_cast<double>(days.size());
    // A page that changes once every day has days without any spread; nothing differs then.
    if (groups < 2 || count <= groups + 1 || squares < kLeastSpread * count)
      return {.p = 1, .days = count};
    const double tail =
        fit::beta_tail(found / std::max(squares, found), (groups - 1) / 2, (count - groups) / 2);
    const double p = chance(found, tail, [&](Rng& rng) {
      rng.shuffle(std::span(days));
      return between();
    });
    return {.p = p, .days = count, .strength = most > 0 ? 1 - least / most : 0};
  }

 private:
  double strength() const { return changes_ > 0 ? std::min(1.0, std::abs(turned_) / changes_) : 0; }
  DayScore& at(Time time) { return days_[calendar_.day_at(time)]; }

  void quiet(Time from, Time to) {
    while (from < to) {
      const Time local = calendar_.local(from);
      const double rest = (std::floor(local / kSecondsPerDay) + 1) * kSecondsPerDay - local;
      const Time end = std::max(std::min(to, from + rest), std::nextafter(from, kNever));
      DayScore& day = at(from);
      day.plain -= rate_ * (end - from);
      day.expected += rate_ * (end - from);
      // A whole day says nothing about its hours.
      if (cycle_ != Cycle::ByClass &&
          !(cycle_ == Cycle::Daily && end - from > kSecondsPerDay - 1)) {
        const auto sums = integrals(cycle_, from, end, calendar_);
        for (std::size_t k = 0; k < kWaves; ++k) day.waves[k] -= rate_ * sums[k];
      }
      from = end;
    }
  }
  void changed(Time from, Time to) {
    DayScore& day = at(from);
    const double x = rate_ * (to - from);
    const double score = x > 1e-9 ? rate_ / std::expm1(x) : 1 / (to - from);
    day.plain += score * (to - from);
    day.expected += x;
    if (cycle_ == Cycle::ByClass) return;
    const auto sums = integrals(cycle_, from, to, calendar_);
    for (std::size_t k = 0; k < kWaves; ++k) day.waves[k] += score * sums[k];
    turned_ += sums[0] / (to - from);
  }
  void change_at(Time time) {
    DayScore& day = at(time);
    day.plain += 1;
    if (cycle_ == Cycle::ByClass) return;
    const auto sums = integrals(cycle_, time, time + 1, calendar_);
    for (std::size_t k = 0; k < kWaves; ++k) day.waves[k] += sums[k];
    turned_ += sums[0];
  }

  const Cycle cycle_;
  const Calendar& calendar_;
  double rate_ = 0, changes_ = 0;
  Complex turned_ = 0;  // changes as points of the circle, added up
  std::map<Day, DayScore> days_;
};

}  // namespace

CycleResult test_cycle(const VisitLog& log, Cycle cycle, const Calendar& calendar) {
  const VisitLog* logs[] = {&log};
  return test_cycle(logs, cycle, calendar);
}

CycleResult test_cycle(std::span<const VisitLog* const> logs, Cycle cycle,
                       const Calendar& calendar) {
  Scores scores(cycle, calendar);
  std::uint64_t changes = 0;
  Time from = kNever, until = -kNever;
  for (const VisitLog* log : logs)
    if (log->kept() > 0) {
      changes += log->kept();
      from = std::min(from, log->from());
      until = std::max(until, log->until());
    }
  const double least = kLeastDays[static_cast<std::size_t>(cycle)] * kSecondsPerDay;
  if (changes < kLeastChanges || until - from < least) return {};
  for (const VisitLog* log : logs)
    if (log->kept() > 0) scores.add(*log);
  switch (cycle) {
    case Cycle::Daily:
      return scores.turns();
    case Cycle::ByClass:
      return scores.classes();
    default:
      return scores.places();
  }
}

}  // namespace asof::pattern
