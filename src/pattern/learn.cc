// Patterns from visits.
//
// Sources: Ben Saad & Gançarski, JCDL 2011, Algorithm 3 (averages); Dempster, Laird & Rubin 1977
// and Silverman et al. 1990 (EM with smoothing) applied to interval-censored periodic Poisson
// changes. Idea: a changed interval that reaches into slot h with exposure e_h (in slots) holds on
// average L / (1 - e^-L) changes, L = sum rate_h e_h, split over slots as rate_h e_h; the next
// rates are these counts over the exposures. Guarantee: without smoothing and prior the likelihood
// never falls. Cost: O(slots reached by changed intervals) per round; memory the same. Proof:
// Learn.LikelihoodNeverFalls, Learn.AgreesWithAGridSearch, Learn.FindsPatternsBetweenVisits.
#include "pattern/learn.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "pattern/rate.h"

namespace asof::pattern {
namespace {

// The slot that a visit at the end of an interval falls into.
std::size_t slot_of_visit(Time at, Duration cycle, std::size_t slots) {
  const double count = static_cast<double>(slots);
  const double index = std::ceil(at / cycle * count) - 1;
  return static_cast<std::size_t>(index - count * std::floor(index / count));
}

// How far an interval reaches into one slot, in slots; above 1 when it spans cycles.
struct SlotReach {
  std::size_t slot = 0;
  double exposure = 0;
};

void add_reaches(std::vector<SlotReach>& reaches, const Sighting& one, Duration cycle,
                 std::size_t slots) {
  CHECK(one.to > one.from);
  const double count = static_cast<double>(slots);
  const Duration length = cycle / count;
  const double cycles = std::floor((one.to - one.from) / cycle);
  const std::size_t first = reaches.size();
  if (cycles > 0)
    for (std::size_t k = 0; k < slots; ++k) reaches.push_back({k, cycles});
  Time from = one.from + cycles * cycle;
  for (double index = std::floor(from / length); from < one.to; index += 1) {
    const Time end = std::min(one.to, (index + 1) * length);
    if (!(end > from)) continue;
    const auto slot = static_cast<std::size_t>(index - count * std::floor(index / count));
    if (cycles > 0)
      reaches[first + slot].exposure += (end - from) / length;
    else
      reaches.push_back({slot, (end - from) / length});
    from = end;
  }
}

// The changed intervals as reaches, and everybody's exposure.
struct Evidence {
  std::vector<SlotReach> reaches;
  std::vector<std::size_t> ends;  // where each changed interval's reaches end
  std::vector<double> importance;
  std::vector<double> exposure;  // per slot, of all intervals
  double rate_per_slot = 0;      // as if it were the same all day

  Evidence(std::span<const Sighting> seen, Duration cycle, std::size_t slots, double rest)
      : exposure(slots) {
    std::vector<Observation> visits;
    std::vector<SlotReach> scratch;
    const Duration length = cycle / static_cast<double>(slots);
    for (const Sighting& one : seen) {
      visits.push_back({.length = (one.to - one.from) / length, .changed = one.changed});
      std::vector<SlotReach>& into = one.changed ? reaches : scratch;
      const std::size_t first = one.changed ? reaches.size() : 0;
      scratch.clear();
      add_reaches(into, one, cycle, slots);
      for (std::size_t i = first; i < into.size(); ++i) exposure[into[i].slot] += into[i].exposure;
      if (!one.changed) continue;
      ends.push_back(reaches.size());
      importance.push_back(one.importance);
    }
    if (!ends.empty()) rate_per_slot = smoothed_rate(visits, rest);
  }

  // Calls use(interval, reach, share) with each slot's share of each changed interval, and the
  // changes expected in the interval.
  template <class Use>
  void split(const std::vector<double>& rates, Use use) const {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      double expected = 0;
      for (std::size_t r = begin; r < ends[i]; ++r)
        expected += rates[reaches[r].slot] * reaches[r].exposure;
      for (std::size_t r = begin; r < ends[i] && expected > 0; ++r)
        use(i, reaches[r].slot, rates[reaches[r].slot] * reaches[r].exposure / expected, expected);
      begin = ends[i];
    }
  }
};

// One round: the counts expected under `rates`, then the rates they give.
std::vector<double> next_rates(const Evidence& evidence, const std::vector<double>& rates,
                               const LearnOptions& options) {
  std::vector<double> counts(rates.size());
  evidence.split(rates, [&](std::size_t, std::size_t slot, double share, double expected) {
    counts[slot] += share * expected / -std::expm1(-expected);
  });
  std::vector<double> raw(rates.size());
  for (std::size_t k = 0; k < rates.size(); ++k) {
    const double exposure = evidence.exposure[k] + options.prior / evidence.rate_per_slot;
    raw[k] = exposure > 0 ? (counts[k] + options.prior) / exposure : rates[k];
  }
  if (!options.smooth || raw.size() < 3) return raw;
  std::vector<double> smooth(raw.size());
  for (std::size_t k = 0; k < raw.size(); ++k) {
    const double before = raw[(k + raw.size() - 1) % raw.size()];
    const double after = raw[(k + 1) % raw.size()];
    smooth[k] = before / 4 + raw[k] / 2 + after / 4;
  }
  return smooth;
}

// Mean importance per slot: each change counts where it can have happened; slots without evidence
// lean on the page's mean.
std::vector<double> learned_importance(const Evidence& evidence, const std::vector<double>& rates) {
  double mean = 0;
  for (const double one : evidence.importance)
    mean += one / static_cast<double>(evidence.importance.size());
  std::vector<double> weight(rates.size(), mean), shares(rates.size(), 1);
  evidence.split(rates, [&](std::size_t i, std::size_t slot, double share, double) {
    weight[slot] += share * evidence.importance[i];
    shares[slot] += share;
  });
  for (std::size_t k = 0; k < rates.size(); ++k) weight[k] /= shares[k];
  return weight;
}

}  // namespace

std::vector<double> averaged_importance(std::span<const Sighting> seen, Duration cycle,
                                        std::size_t slots) {
  CHECK(cycle > 0 && slots > 0);
  std::vector<double> mean(slots);
  if (seen.empty()) return mean;
  const Time start = seen.front().from, end = seen.back().to;
  const double cycles = std::max(1.0, std::round((end - start) / cycle));
  for (const Sighting& one : seen)
    if (one.changed) mean[slot_of_visit(one.to, cycle, slots)] += one.importance / cycles;
  return mean;
}

Pattern averaged_pattern(std::span<const Sighting> seen, Duration cycle, std::size_t slots) {
  CHECK(cycle > 0 && slots > 0);
  std::vector<double> visits(slots), changed(slots), importance(slots);
  for (const Sighting& one : seen) {
    const std::size_t slot = slot_of_visit(one.to, cycle, slots);
    visits[slot] += 1;
    if (!one.changed) continue;
    changed[slot] += 1;
    importance[slot] += one.importance;
  }
  Pattern pattern{.cycle = cycle};
  for (std::size_t k = 0; k < slots; ++k) {
    pattern.rates.push_back(
        changed[k] == 0 ? 0 : -std::log((visits[k] - changed[k] + 0.5) / (visits[k] + 0.5)));
    pattern.importance.push_back(changed[k] == 0 ? 0 : importance[k] / changed[k]);
  }
  return pattern;
}

Pattern learned_pattern(std::span<const Sighting> seen, const LearnOptions& options) {
  CHECK(options.cycle > 0 && options.slots > 0 && options.prior >= 0);
  const Evidence evidence(seen, options.cycle, options.slots, options.rest);
  Pattern pattern{.cycle = options.cycle};
  pattern.rates.assign(options.slots, evidence.rate_per_slot);
  if (evidence.ends.empty()) return pattern;
  for (int round = 0; round < options.rounds; ++round) {
    std::vector<double> next = next_rates(evidence, pattern.rates, options);
    double moved = 0, total = 0;
    for (std::size_t k = 0; k < next.size(); ++k) {
      moved += std::abs(next[k] - pattern.rates[k]);
      total += next[k];
    }
    pattern.rates = std::move(next);
    if (moved <= 1e-6 * total) break;
  }
  pattern.importance = learned_importance(evidence, pattern.rates);
  return pattern;
}

double log_likelihood(const Pattern& pattern, std::span<const Sighting> seen) {
  double sum = 0;
  for (const Sighting& one : seen) {
    const double expected = pattern.expected(one.from, one.to);
    sum += one.changed ? std::log(-std::expm1(-expected)) : -expected;
  }
  return sum;
}

}  // namespace asof::pattern
