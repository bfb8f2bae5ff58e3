#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "lab/run.h"
#include "lab/run_internal.h"
#include "quality/clairvoyant.h"
#include "quality/coherence.h"
#include "quality/completeness.h"

namespace asof::lab {
namespace {

constexpr int kResamples = 200;
constexpr std::uint64_t kMostPeriods = 1'000'000;

// The spread of a share over pages: pages drawn again with replacement.
template <class Measure>
Estimate resampled(const quality::SiteTrack& site, Measure measure, Rng rng) {
  Estimate result{.mean = measure(site), .count = site.size(), .range = kShare};
  std::vector<double> values;
  quality::SiteTrack drawn(site.size());
  for (int i = 0; i < kResamples; ++i) {
    for (auto& page : drawn) page = site[rng.below(site.size())];
    values.push_back(measure(drawn));
  }
  double square = 0;
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / kResamples;
  for (double value : values) square += (value - mean) * (value - mean);
  result.half = 1.96 * std::sqrt(square / (kResamples - 1));
  return result;
}

}  // namespace

Result<Comparison> compare_watching(const History& history, const WatchOptions& options) {
  const Time middle = history.from + (history.until - history.from) / 2;
  // Periods begin on the axis' own multiples, where patterns have their slots.
  const Time start = std::ceil(middle / options.period) * options.period;
  const auto periods = static_cast<std::uint64_t>(
      std::max(0.0, std::floor((history.until - start) / options.period)));
  if (periods == 0)
    return Error{Errc::Invalid,
                 fmt::format("{} is too short: its second half holds no whole period "
                             "of {} s",
                             history.name, options.period)};
  if (periods > kMostPeriods)
    return Error{
        Errc::Invalid,
        fmt::format("{} would be watched for {:.0f} periods of {} s, more than {}; use a "
                    "longer --period",
                    history.name, static_cast<double>(periods), options.period, kMostPeriods)};
  // A page is visited once at an instant, if at all.
  const std::uint64_t per_period =
      std::min<std::uint64_t>(options.per_period, history.pages.size());
  TRY(check_strategies(options.strategies, options.tuning, Mode::Watch, true));
  const Beliefs beliefs(history, history.from, middle);
  const Time end = start + static_cast<double>(periods) * options.period;
  const quality::Interval observation{start, end};

  std::vector<std::uint32_t> known(history.pages.size());
  std::iota(known.begin(), known.end(), 0u);
  Rng rng(options.seed);
  rng.shuffle(std::span(known));
  std::vector<Time> queries(options.queries);
  for (Time& query : queries) query = rng.uniform(start, end);

  std::optional<schedule::LearnedPatterns> before;
  if (options.learned_gap)
    before =
        learned_from_visits(history, {history.from, middle}, *options.learned_gap, rng.fork(3));

  Comparison comparison{.pages = known.size()};
  for (std::size_t s = 0; s < options.strategies.size(); ++s) {
    auto strategy = TRY(schedule::make_strategy(options.strategies[s], options.tuning));
    schedule::PeriodAllocator allocator(
        {.start = start, .period = options.period, .per_period = per_period, .until = end});
    // Each strategy learns from its own visits alone.
    std::optional<schedule::LearnedPatterns> learned = before;
    const auto captures =
        simulate({.history = &history,
                  .strategy = std::move(strategy),
                  .outlook = {.pages = known.size(),
                              .delay = 0,
                              .start = start,
                              .period = options.period,
                              .per_period = per_period,
                              .until = end,
                              .patterns = learned ? &*learned : beliefs.patterns()},
                  .known = known,
                  .believe = beliefs.of(options.strategies[s]),
                  .learned = learned ? &*learned : nullptr},
                 allocator);
    const auto whole = tracks(history, captures);
    quality::SiteTrack site;
    for (const auto& track : whole) site.push_back(quality::clipped(track, observation));
    Grades grades{.strategy = options.strategies[s]};
    grades.completeness = resampled(
        site, [](const auto& t) { return quality::site_completeness(t).value_or(0); }, rng.fork(1));
    grades.global = resampled(
        site, [](const auto& t) { return quality::global_completeness(t).value_or(0); },
        rng.fork(2));
    std::vector<double> by_weight, by_count;
    for (Time query : queries) {
      const auto coherence = quality::query_coherence(whole, query);
      by_weight.push_back(coherence.weight);
      by_count.push_back(coherence.count);
    }
    grades.coherence = estimate(by_weight, kShare);
    grades.coherence_by_count = estimate(by_count, kShare);
    double downloads = 0;
    for (const auto& times : captures) downloads += static_cast<double>(times.size());
    grades.downloads = {.mean = downloads, .half = 0, .count = 1};
    comparison.strategies.push_back(std::move(grades));
    if (options.on_progress) options.on_progress(s + 1, options.strategies.size());
  }

  // The bound: visits at the ends of periods, each version alive at one of them.
  std::vector<Time> instants(periods);
  for (std::uint64_t k = 0; k < periods; ++k)
    instants[k] = start + static_cast<double>(k + 1) * options.period;
  quality::SiteTrack truth;
  for (const auto& track : tracks(history, std::vector<std::vector<Time>>(history.pages.size())))
    truth.push_back(quality::clipped(track, observation));
  using quality::CompletenessReading;
  for (auto reading : {CompletenessReading::PerPage, CompletenessReading::Global}) {
    const double best = quality::clairvoyant(quality::wanted_versions(truth, instants, reading),
                                             instants.size(), per_period);
    (reading == CompletenessReading::PerPage ? comparison.best_completeness
                                             : comparison.best_global) = best;
  }
  return comparison;
}

}  // namespace asof::lab
