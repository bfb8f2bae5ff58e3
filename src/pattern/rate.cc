// Estimators of a Poisson rate from interval-censored visits.
//
// Sources: Cho & Garcia-Molina, Estimating frequency of change (2003); Kolobov et al. 2019
// (smoothed likelihood); Upadhyay et al. 2020 (moments); Avrachenkov, Patil & Thoppe 2020 (Poisson
// visits).
// Idea: the likelihood and moment equations have the form S(rate) = target, where S is a sum of
// completely monotone functions, so log S is convex and decreasing: Newton's steps on it, started
// left of the root, approach it from the left and never pass it.
// Guarantee: a closed-form left end of the bracket; at most 200 steps, usually below ten.
// Cost: O(visits) per step, no memory.
// Proof: Rate.RootsAgreeWithAGridSearch, Rate.RootsSolveTheirEquations (rate_test.cc).
#include "pattern/rate.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"

namespace asof::pattern {
namespace {

// A decreasing function and its slope at one point.
struct Slope {
  double value = 0;
  double derivative = 0;
};

// The root of log(sum(rate).value) = log(target), from a point where the sum is not below target.
template <class Sum>
double newton_from_left(double rate, double target, Sum sum) {
  for (int step = 0; step < 200; ++step) {
    const Slope at = sum(rate);
    if (!(at.value > target) || !(at.derivative < 0)) return rate;
    const double next = rate - std::log(at.value / target) * at.value / at.derivative;
    if (!(next > rate * (1 + 1e-15))) return rate;
    rate = next;
  }
  return rate;
}

// Adds w / (e^(rate w) - 1), the pull of a change hidden somewhere in w.
void add_hidden_change(Slope& sum, double rate, double w) {
  const double grown = std::expm1(rate * w);
  if (std::isinf(grown)) return;
  sum.value += w / grown;
  // w^2 e^x / (e^x - 1)^2, written so that a large x does not overflow.
  sum.derivative -= (w / grown) * w * (1 + 1 / grown);
}

// What the likelihood needs of a list of visits.
struct Tally {
  double hidden = 0;       // changes somewhere within an interval
  double hidden_time = 0;  // the length of these intervals
  double dated = 0;        // changes at a known time
  double quiet = 0;        // time known to hold no change
};

Tally tally(std::span<const Observation> seen, Duration smoothing, bool dated) {
  Tally all;
  for (const Observation& one : seen) {
    CHECK(one.length > 0);
    if (!one.changed) {
      all.quiet += one.length;
    } else if (dated && one.since_change) {
      all.dated += 1;
      all.quiet += std::clamp(*one.since_change, 0.0, one.length);
    } else {
      all.hidden += 1;
      all.hidden_time += one.length;
    }
  }
  if (smoothing > 0) {
    all.hidden += 1;
    all.hidden_time += smoothing;
    all.quiet += smoothing;
  }
  return all;
}

double likelihood_root(std::span<const Observation> seen, Duration smoothing, bool dated) {
  const Tally all = tally(seen, smoothing, dated);
  const double changes = all.hidden + all.dated;
  if (changes == 0) return 0;
  if (all.quiet <= 0) return kNever;
  if (all.hidden == 0) return all.dated / all.quiet;
  const auto sum = [&](double rate) {
    Slope at{.value = all.dated / rate, .derivative = -all.dated / (rate * rate)};
    for (const Observation& one : seen)
      if (one.changed && !(dated && one.since_change)) add_hidden_change(at, rate, one.length);
    if (smoothing > 0) add_hidden_change(at, rate, smoothing);
    return at;
  };
  // w / (e^x - 1) >= 1 / rate - w / 2, which bounds the root from the left.
  const double left = changes / (all.quiet + all.hidden_time / 2);
  return newton_from_left(left, all.quiet, sum);
}

struct Counts {
  double visits = 0;
  double changed = 0;
  double time = 0;
};

Counts count(std::span<const Observation> seen) {
  Counts all;
  for (const Observation& one : seen) {
    CHECK(one.length > 0);
    all.visits += 1;
    all.changed += one.changed ? 1 : 0;
    all.time += one.length;
  }
  return all;
}

template <double (*Estimate)(std::span<const Observation>)>
double unsmoothed(std::span<const Observation> seen, Duration) {
  return Estimate(seen);
}

constexpr std::array<EstimatorRow, 7> kEstimators = {{
    {"smoothed", "sum_changed w/(e^(rw)-1) = sum_unchanged w, one more interval s on each side",
     "Kolobov et al. 2019", "any visits", smoothed_rate},
    {"likelihood", "sum_changed w/(e^(rw)-1) = sum_unchanged w", "Cho & Garcia-Molina 2003",
     "any visits, some changed and some not", unsmoothed<maximum_likelihood_rate>},
    {"last-modified", "r = changes / quiet time", "Cho & Garcia-Molina 2003, last change known",
     "Last-Modified", last_modified_rate},
    {"regular", "r = -ln((N-X+.5)/(N+.5)) / I", "Cho & Garcia-Molina 2003",
     "visits at equal distances", unsmoothed<regular_rate>},
    {"moment", "sum (1-e^(-rw)) = X", "Upadhyay et al. 2020", "any visits, some unchanged",
     unsmoothed<moment_rate>},
    {"poisson-visits", "r = p X / (N+1-X)", "Avrachenkov, Patil & Thoppe 2020",
     "visits at random times", unsmoothed<poisson_visits_rate>},
    {"naive", "r = X / T", "folklore", "visits far denser than changes", unsmoothed<naive_rate>},
}};

}  // namespace

double smoothed_rate(std::span<const Observation> seen, Duration smoothing) {
  CHECK(smoothing > 0);
  return likelihood_root(seen, smoothing, false);
}

double maximum_likelihood_rate(std::span<const Observation> seen) {
  return likelihood_root(seen, 0, false);
}

double last_modified_rate(std::span<const Observation> seen, Duration smoothing) {
  return likelihood_root(seen, smoothing, true);
}

double naive_rate(std::span<const Observation> seen) {
  const Counts all = count(seen);
  return all.visits == 0 ? 0 : all.changed / all.time;
}

double regular_rate(std::span<const Observation> seen) {
  const Counts all = count(seen);
  if (all.visits == 0) return 0;
  return -std::log((all.visits - all.changed + 0.5) / (all.visits + 0.5)) * all.visits / all.time;
}

double moment_rate(std::span<const Observation> seen) {
  const Counts all = count(seen);
  if (all.changed == 0) return 0;
  if (all.changed == all.visits) return kNever;
  const auto unchanged = [&](double rate) {
    Slope at;
    for (const Observation& one : seen) {
      const double chance = std::exp(-rate * one.length);
      at.value += chance;
      at.derivative -= one.length * chance;
    }
    return at;
  };
  return newton_from_left(0, all.visits - all.changed, unchanged);
}

double poisson_visits_rate(std::span<const Observation> seen) {
  const Counts all = count(seen);
  if (all.visits == 0) return 0;
  return all.visits / all.time * all.changed / (all.visits + 1 - all.changed);
}

std::span<const EstimatorRow> estimators() { return kEstimators; }

}  // namespace asof::pattern
