// Expectation-maximization for a periodic Poisson process seen through intervals (learn.cc), for
// any rhythm, with dated changes and a prior shape. Variances are those of the observed information
// (Louis 1982: a change spread over several slots says less about each), after one smoothing.
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "pattern/page_fit_internal.h"

namespace asof::pattern::fit {
namespace {

constexpr int kFitRounds = 60;
constexpr double kLevelWorth = 2;  // changes' worth of the rate, for the level of a shape
constexpr double kStill = 1e-4;    // of all rates together: nothing moves any more

bool is_in(Time at, const Part& part) {
  if (part.fold < 0) return true;
  const auto day = static_cast<std::int64_t>(std::floor(at / kSecondsPerDay));
  return (((day % kFolds) + kFolds) % kFolds == part.fold) != part.without;
}

double expected_in(const Evidence& evidence, const Changed& one, const std::vector<double>& rates) {
  double sum = 0;
  for (std::uint32_t r = one.first; r < one.last; ++r)
    sum += rates[evidence.reaches[r].slot] * evidence.reaches[r].seconds;
  return sum;
}

// x / (1 - e^-x): changes where one was seen and x were expected.
double at_least_one_of(double x) { return x < 1e-9 ? 1 : x / -std::expm1(-x); }

std::vector<double> smoothed(const std::vector<double>& raw, const Rhythm& rhythm) {
  std::vector<double> result(raw.size());
  for (std::size_t k = 0; k < raw.size(); ++k)
    result[k] = raw[rhythm.before(k)] / 4 + raw[k] / 2 + raw[rhythm.after(k)] / 4;
  return result;
}

}  // namespace

void Evidence::add_quiet(Time from, Time to, const Rhythm& rhythm, const Part& part) {
  while (from < to) {
    const Time end =
        part.fold < 0 ? to : std::min(to, (std::floor(from / kSecondsPerDay) + 1) * kSecondsPerDay);
    if (is_in(from, part)) {
      scratch_.clear();
      rhythm.reach(from, end, scratch_);
      for (const Reach& one : scratch_) exposure[one.slot] += part.scale * one.seconds;
    }
    from = end;
  }
}

void Evidence::add(const VisitLog& log, const Rhythm& rhythm, const Part& part) {
  add_quiet(log.from(), log.quiet_until_first(), rhythm, part);
  for (std::size_t i = 0; i < log.kept(); ++i) {
    const VisitLog::Found found = log.found(i);
    if (is_in(found.from, part)) {
      Changed one{.first = static_cast<std::uint32_t>(reaches.size()),
                  .importance = found.importance,
                  .dated = found.dated};
      if (found.dated) {
        reaches.push_back({static_cast<std::uint32_t>(rhythm.slot_at(found.from)), 1});
        add_quiet(found.from, found.to, rhythm, {.scale = part.scale});
      } else {
        rhythm.reach(found.from, found.to, reaches);
        for (std::size_t r = one.first; r < reaches.size(); ++r) {
          reaches[r].seconds *= part.scale;
          exposure[reaches[r].slot] += reaches[r].seconds;
        }
      }
      one.last = static_cast<std::uint32_t>(reaches.size());
      changed.push_back(one);
    }
    add_quiet(found.to, found.quiet_until, rhythm, part);
  }
}

// With everything unchanged the chance is exp(-all); a changed stretch takes its own part back.
double Evidence::log_likelihood(const std::vector<double>& rates) const {
  double sum = 0;
  for (std::size_t k = 0; k < rates.size(); ++k) sum -= rates[k] * exposure[k];
  for (const Changed& one : changed) {
    const double expected = expected_in(*this, one, rates);
    if (!(expected > 0)) return -kNever;
    if (one.dated)
      sum += std::log(expected);
    else
      sum += expected > 30 ? expected : std::log(std::expm1(expected));
  }
  return sum;
}

RateFit fit_rate(const Evidence& evidence, const Gamma& prior) {
  CHECK(evidence.exposure.size() == 1);
  double rate = (prior.shape + static_cast<double>(evidence.changed.size())) /
                (prior.exposure + evidence.exposure[0]);
  double information = 0;
  for (int round = 0; round < 200; ++round) {
    double count = prior.shape;
    information = prior.shape / (rate * rate);
    for (const Changed& one : evidence.changed) {
      const double seconds = evidence.reaches[one.first].seconds;
      const double x = rate * seconds;
      count += one.dated ? 1 : at_least_one_of(x);
      information += one.dated || x < 1e-6 ? 1 / (rate * rate)
                                           : seconds * seconds / (std::expm1(x) * -std::expm1(-x));
    }
    const double next = count / (prior.exposure + evidence.exposure[0]);
    const bool still = std::abs(next - rate) <= 1e-7 * next;
    rate = next;
    if (still) break;
  }
  return {rate, 1 / information};
}

std::vector<double> fit_rates(const Evidence& evidence, const Rhythm& rhythm, double rate,
                              const ShapePrior& prior) {
  const std::size_t slots = rhythm.slots();
  const auto shape = [&](std::size_t k) { return prior.shape.empty() ? 1.0 : prior.shape[k]; };
  std::vector<double> rates(slots);
  for (std::size_t k = 0; k < slots; ++k) rates[k] = rate * std::max(shape(k), 1e-3);
  if (!(rate > 0)) return rates;
  std::vector<double> counts(slots);
  double level = rate;
  for (int round = 0; round < kFitRounds; ++round) {
    std::ranges::fill(counts, 0.0);
    for (const Changed& one : evidence.changed) {
      const double expected = expected_in(evidence, one, rates);
      if (!(expected > 0)) continue;
      const double each = one.dated ? 1 / expected : at_least_one_of(expected) / expected;
      for (std::uint32_t r = one.first; r < one.last; ++r) {
        const Reach& reach = evidence.reaches[r];
        counts[reach.slot] += rates[reach.slot] * reach.seconds * each;
      }
    }
    if (prior.level) {
      double changes = kLevelWorth, time = kLevelWorth / rate;
      for (std::size_t k = 0; k < slots; ++k) {
        changes += counts[k];
        time += shape(k) * evidence.exposure[k];
      }
      level = changes / time;
    }
    double moved = 0, total = 0;
    for (std::size_t k = 0; k < slots; ++k) {
      const double seen = evidence.exposure[k] + prior.weight / level;
      counts[k] = seen > 0 ? (counts[k] + prior.weight * shape(k)) / seen : rates[k];
    }
    if (prior.smooth && slots > 2) counts = smoothed(counts, rhythm);
    for (std::size_t k = 0; k < slots; ++k) {
      moved += std::abs(counts[k] - rates[k]);
      total += counts[k];
    }
    std::swap(rates, counts);
    if (moved <= kStill * total) break;
  }
  return rates;
}

std::vector<double> variances(const Evidence& evidence, const Rhythm& rhythm,
                              const std::vector<double>& rates, const ShapePrior& prior) {
  const std::size_t n = rates.size();
  // In logarithms of rates: the numbers then have like sizes.
  std::vector<double> matrix(n * n);
  for (std::size_t k = 0; k < n; ++k)
    matrix[k * n + k] = prior.weight * (prior.shape.empty() ? 1 : prior.shape[k]) + 1e-3;
  for (const Changed& one : evidence.changed) {
    const double x = expected_in(evidence, one, rates);
    if (!(x > 0)) continue;
    const double each = one.dated || x < 1e-6 ? 1 / (x * x) : 1 / (std::expm1(x) * -std::expm1(-x));
    for (std::uint32_t a = one.first; a < one.last; ++a)
      for (std::uint32_t b = one.first; b < one.last; ++b) {
        const Reach &ra = evidence.reaches[a], &rb = evidence.reaches[b];
        matrix[ra.slot * n + rb.slot] +=
            each * rates[ra.slot] * ra.seconds * rates[rb.slot] * rb.seconds;
      }
  }
  // Cholesky: matrix = L L^T, L in the lower half.
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= matrix[i * n + k] * matrix[j * n + k];
      matrix[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-9)) : sum / matrix[j * n + j];
    }
  // The variance of a weighted sum c of rates is |L^-1 c|^2.
  std::vector<double> result(n), solved(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::ranges::fill(solved, 0.0);
    if (prior.smooth && n > 2) {
      solved[rhythm.before(k)] += rates[rhythm.before(k)] / 4;
      solved[rhythm.after(k)] += rates[rhythm.after(k)] / 4;
      solved[k] += rates[k] / 2;
    } else {
      solved[k] = rates[k];
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) solved[i] -= matrix[i * n + j] * solved[j];
      solved[i] /= matrix[i * n + i];
      result[k] += solved[i] * solved[i];
    }
  }
  return result;
}

double left_out(const VisitLog& log, const Rhythm& rhythm, const Gamma& rate,
                const ShapePrior& prior) {
  const Rhythm plain(Kind::Constant);
  double sum = 0;
  for (int fold = 0; fold < kFolds; ++fold) {
    Evidence constant(plain), others(rhythm), held(rhythm);
    constant.add(log, plain, {.fold = fold, .without = true});
    others.add(log, rhythm, {.fold = fold, .without = true});
    held.add(log, rhythm, {.fold = fold});
    sum += held.log_likelihood(fit_rates(others, rhythm, fit_rate(constant, rate).rate, prior));
  }
  return sum;
}

}  // namespace asof::pattern::fit
