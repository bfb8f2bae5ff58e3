#include "studies/figure_watch.h"

#include <algorithm>
#include <cmath>

#include "lab/simulate.h"
#include "pattern/learn.h"
#include "quality/coherence.h"
#include "quality/completeness.h"
#include "schedule/registry.h"
#include "schedule/watch_bound.h"
#include "studies/figure_contest.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

constexpr double kHour = 3600;

std::string name_of(const Watcher& watcher) {
  return watcher.label.empty() ? label_of(watcher.strategy) : watcher.label;
}

double grade(const quality::SiteTrack& site, Reading reading, double hours) {
  switch (reading) {
    case Reading::PerPage:
      return quality::site_completeness(site).value_or(1);
    case Reading::Global:
      return quality::global_completeness(site).value_or(1);
    case Reading::Unweighted:
      return quality::unweighted_completeness(site).value_or(1);
    default:
      break;
  }
  // Every third hour, once most pages have been captured.
  std::vector<Time> queries;
  for (double hour = hours / 5; hour < hours; hour += 3) queries.push_back((hour + 0.5) * kHour);
  const auto found = quality::site_coherence(site, queries);
  if (!found) return 1;
  return reading == Reading::Coherence ? found->weight : found->count;
}

// No strategy collects more, in expectation, of what the patterns promise.
double bound_of(const lab::Synthetic& site, Reading reading, double hours, double per_period) {
  std::vector<schedule::Watched> pages;
  pages.reserve(site.patterns.size());
  for (std::size_t page = 0; page < site.patterns.size(); ++page)
    pages.push_back({{&site.patterns[page], 0, 1}, site.history.pages[page].weight});
  return schedule::completeness_bound(
      pages,
      {.period = kHour, .periods = static_cast<std::size_t>(hours), .per_period = per_period},
      reading == Reading::PerPage ? schedule::Ratio::PerPage : schedule::Ratio::Global);
}

bool has_bound(Reading reading) {
  return reading != Reading::Coherence && reading != Reading::ByCount;
}

}  // namespace

void forget_importance(lab::Synthetic& site) {
  for (pattern::Pattern& pattern : site.patterns) pattern.importance.clear();
  for (lab::HistoryPage& page : site.history.pages) {
    page.weight = 1;
    for (lab::Version& version : page.versions) version.importance = 1;
  }
}

pattern::Pattern resliced(const pattern::Pattern& pattern, std::size_t slots) {
  pattern::Pattern result;
  result.cycle = pattern.cycle;
  const Duration length = pattern.cycle / static_cast<double>(slots);
  // In steps that no boundary of either pattern cuts.
  const std::size_t steps = pattern.slots() * slots;
  const Duration step = pattern.cycle / static_cast<double>(steps);
  std::vector<double> weights(slots);
  result.rates.resize(slots);
  for (std::size_t i = 0; i < steps; ++i) {
    const Time from = static_cast<double>(i) * step;
    const double changes = pattern.expected(from, from + step);
    const auto to = std::min(static_cast<std::size_t>((from + step / 2) / length), slots - 1);
    result.rates[to] += changes;
    weights[to] += changes * pattern.importance_in(pattern.slot_at(from + step / 2));
  }
  if (!pattern.importance.empty())
    for (std::size_t slot = 0; slot < slots; ++slot)
      result.importance.push_back(result.rates[slot] > 0 ? weights[slot] / result.rates[slot] : 0);
  return result;
}

std::vector<std::vector<Time>> watch(const lab::Synthetic& site,
                                     const std::vector<pattern::Pattern>& patterns,
                                     const WatchPlan& plan) {
  schedule::Tuning tuning;
  tuning.global = plan.global;
  lab::SiteRun run;
  run.history = &site.history;
  run.strategy = schedule::make_strategy(plan.strategy, tuning).value();
  run.outlook.pages = site.history.pages.size();
  run.outlook.delay = 0;
  run.outlook.start = plan.start;
  run.outlook.period = plan.period;
  run.outlook.per_period = plan.per_period;
  run.outlook.until = site.history.until;
  const schedule::FixedPatterns source(patterns);
  run.outlook.patterns = &source;
  for (std::uint32_t page = 0; page < site.history.pages.size(); ++page) run.known.push_back(page);
  run.believe = [&](schedule::SiteId, std::uint32_t page) {
    schedule::Page belief;
    belief.weight = site.history.pages[page].weight;
    belief.rate = patterns[page].mean_rate();
    belief.pattern = page;
    return belief;
  };
  schedule::PeriodAllocator allocator({.start = plan.start,
                                       .period = plan.period,
                                       .per_period = plan.per_period,
                                       .until = site.history.until});
  return lab::simulate(std::move(run), allocator);
}

std::vector<pattern::Pattern> learned_hourly(const lab::Synthetic& site, Time until) {
  std::vector<pattern::Pattern> patterns;
  for (std::uint32_t page = 0; page < site.history.pages.size(); ++page) {
    const auto changes = lab::changes_of(site.history, page, -kNever, until);
    std::vector<pattern::Sighting> seen;
    for (Time to = kHour; to <= until; to += kHour) {
      const std::size_t before = quality::version_at(changes, to - kHour);
      const std::size_t after = quality::version_at(changes, to);
      seen.push_back(
          {to - kHour, to, after > before, after > before ? changes[after - 1].importance : 0});
    }
    patterns.push_back(pattern::learned_pattern(seen, {}));
  }
  return patterns;
}

std::vector<WatchOutcome> hold(const WatchContest& contest, const Setting& setting) {
  std::vector<WatchOutcome> outcomes(contest.shares.size());
  for (WatchOutcome& outcome : outcomes) {
    outcome.grades.resize(contest.readings.size());
    outcome.bounds.assign(contest.readings.size(), {"bound", {}});
    for (auto& grades : outcome.grades)
      for (const Watcher& watcher : contest.watchers)
        grades.push_back({name_of(watcher), {}, lab::kShare});
  }
  const auto parts = static_cast<double>(contest.repetitions * contest.shares.size());
  double done = 0;
  for (std::size_t r = 0; r < contest.repetitions; ++r) {
    lab::PatternOptions options;
    options.pages = contest.pages;
    options.hours = contest.learning + contest.hours;
    lab::Synthetic site = lab::pattern_site(options, Rng(setting.seed).fork(r));
    if (!contest.important) forget_importance(site);
    const Time start = contest.learning * kHour;
    const auto patterns = start > 0 ? learned_hourly(site, start) : site.patterns;
    for (std::size_t s = 0; s < contest.shares.size(); ++s) {
      const double visits = contest.shares[s] * static_cast<double>(contest.pages);
      const auto per_period = static_cast<std::uint64_t>(std::max(1.0, visits + 0.5));
      for (std::size_t w = 0; w < contest.watchers.size(); ++w) {
        const Watcher& watcher = contest.watchers[w];
        auto track = lab::tracks(site.history, watch(site, patterns,
                                                     {.strategy = watcher.strategy,
                                                      .start = start,
                                                      .per_period = per_period,
                                                      .global = watcher.global}));
        if (start > 0)
          for (auto& page : track) page = quality::clipped(page, {start, site.history.until});
        for (std::size_t m = 0; m < contest.readings.size(); ++m)
          outcomes[s].grades[m][w].values.push_back(
              grade(track, contest.readings[m], contest.hours));
      }
      for (std::size_t m = 0; m < contest.readings.size() && contest.bound; ++m)
        if (has_bound(contest.readings[m]))
          outcomes[s].bounds[m].values.push_back(
              bound_of(site, contest.readings[m], contest.hours, static_cast<double>(per_period)));
      setting.progress(++done / parts);
    }
  }
  return outcomes;
}

page::Series series_of(const Watcher& watcher) {
  page::Series series = series_of(watcher.strategy);
  series.name = name_of(watcher);
  return series;
}

std::vector<Sample> named(const std::vector<Sample>& samples,
                          const std::vector<std::string>& names) {
  std::vector<Sample> result;
  result.reserve(names.size());
  for (const std::string& name : names) result.push_back(sample_of(samples, name));
  return result;
}

page::Chart chart_of(std::string title, const WatchContest& contest,
                     const std::vector<WatchOutcome>& outcomes, std::size_t reading,
                     const std::vector<std::string>& shown) {
  page::Chart chart{
      std::move(title), page::ChartKind::Lines, {"pages visited per period, M"}, {""}, {}};
  chart.x.percent = true;
  chart.y.percent = true;
  for (const Watcher& watcher : contest.watchers) {
    page::Series series = series_of(watcher);
    if (std::ranges::count(shown, series.name) == 0) continue;
    for (std::size_t s = 0; s < outcomes.size(); ++s)
      series.points.push_back(
          point_at(contest.shares[s], sample_of(outcomes[s].grades[reading], series.name).mean()));
    chart.series.push_back(std::move(series));
  }
  page::Series bound{"bound", page::Kin::Bound, 0, {}};
  for (std::size_t s = 0; s < outcomes.size(); ++s)
    if (!outcomes[s].bounds[reading].values.empty())
      bound.points.push_back({contest.shares[s], outcomes[s].bounds[reading].mean().mean});
  if (!bound.points.empty()) chart.series.push_back(std::move(bound));
  return chart;
}

}  // namespace asof::studies
