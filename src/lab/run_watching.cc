#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/random.h"
#include "lab/run.h"
#include "lab/run_internal.h"
#include "pattern/traits.h"
#include "quality/clairvoyant.h"
#include "quality/coherence.h"
#include "quality/completeness.h"
#include "schedule/collections.h"

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

// What is watched, when, and from when on it counts.
struct Course {
  Time start = 0, graded = 0, end = 0;
  std::uint64_t periods = 0;  // graded
  std::uint64_t per_period = 1;
};

Result<Course> course_of(const History& history, const WatchOptions& options) {
  // Periods begin on the axis' own multiples, where patterns have their slots.
  const auto ceiling = [&](Time at) { return std::ceil(at / options.period) * options.period; };
  Course course;
  course.start = ceiling(history.from);
  course.graded = ceiling(history.from + (history.until - history.from) * options.ungraded);
  const double periods = std::floor((history.until - course.graded) / options.period);
  if (!(periods >= 1))
    return Error{Errc::Invalid,
                 fmt::format("{} is too short: the part that is graded holds no whole period of "
                             "{} s; use a shorter --period",
                             history.name, options.period)};
  if (periods > kMostPeriods)
    return Error{Errc::Invalid,
                 fmt::format("{} would be watched for {:.0f} periods of {} s, more than {}; use a "
                             "longer --period",
                             history.name, periods, options.period, kMostPeriods)};
  course.periods = static_cast<std::uint64_t>(periods);
  course.end = course.graded + periods * options.period;
  // A page is visited once at an instant, if at all.
  course.per_period = std::min<std::uint64_t>(options.per_period, history.pages.size());
  return course;
}

// The pages as strategies are told of them.
class Watched final {
 public:
  Watched(const History& history, const Course& course) {
    std::map<std::string, std::uint32_t> hosts, clusters;
    const auto number = [](auto& names, const std::string& name) {
      return names.try_emplace(name, static_cast<std::uint32_t>(names.size())).first->second;
    };
    const auto depth = depths(history, course.start);
    for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
      const HistoryPage& own = history.pages[page];
      pages_.push_back({.weight = own.weight,
                        .pattern = page,
                        .host = number(hosts, pattern::host_of(own.name)),
                        .cluster = number(clusters, pattern::cluster_of(own.name))});
      nothing_.add({.url = own.name, .mime = own.mime, .depth = depth[page]});
      const auto changes = change_times(history, page, course.graded, course.end);
      rates_.push_back(static_cast<double>(changes.size()) / (course.end - course.graded));
    }
  }
  // With true rates, for bounds alone.
  Believe believe(bool told) const {
    return [this, told](schedule::SiteId, std::uint32_t page) {
      schedule::Page known = pages_[page];
      if (told) known.rate = rates_[page];
      return known;
    };
  }
  const schedule::LearnedPatterns& nothing() const { return nothing_; }

 private:
  std::vector<schedule::Page> pages_;
  std::vector<double> rates_;
  schedule::LearnedPatterns nothing_;  // patterns before any visit
};

using Captures = std::vector<std::vector<Time>>;

schedule::Outlook outlook_of(const Course& course, const WatchOptions& options, std::size_t pages,
                             const schedule::PatternSource* patterns) {
  return {.pages = pages,
          .delay = 0,
          .start = course.start,
          .period = options.period,
          .per_period = course.per_period,
          .until = course.end,
          .patterns = patterns};
}

// Whole collections, one in each period, as TPDL's Algorithm 1 chooses them.
Result<Captures> watch_collections(const History& history, const std::string& name,
                                   const WatchOptions& options, const Course& course,
                                   const Believe& believe, schedule::LearnedPatterns& learned) {
  std::vector<std::uint32_t> order(history.pages.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t page) -> const std::string& {
    return history.pages[page].name;
  });
  const std::size_t count = (order.size() + course.per_period - 1) / course.per_period;
  const std::vector<const History*> sites(count, &history);
  SimulatedHarvester harvester(sites, believe,
                               {.start = course.start,
                                .delay = 0,
                                .learned = &learned,
                                .dates = options.dates,
                                .follow = false});
  std::vector<schedule::Collection> collections(count);
  schedule::Strategies strategies;
  for (schedule::SiteId site = 0; site < count; ++site) {
    auto strategy = TRY(schedule::make_strategy(name, options.tuning));
    strategies.push_back(std::move(strategy));
    strategies[site]->expect(outlook_of(course, options, course.per_period, &learned));
    const std::size_t from = site * course.per_period;
    const std::size_t to = std::min<std::size_t>(from + course.per_period, order.size());
    for (std::size_t i = from; i < to; ++i) {
      const schedule::Page page = harvester.know(site, order[i]);
      collections[site].pages.push_back(page);
      strategies[site]->learn(page);
    }
  }
  schedule::CollectionAllocator allocator({.start = course.start,
                                           .period = options.period,
                                           .per_period = 1,
                                           .until = course.end,
                                           .eta = options.tuning.eta,
                                           .patterns = &learned},
                                          std::move(collections));
  TRY(schedule::run(harvester, allocator, strategies, {.until = course.end}));
  Captures all(history.pages.size());
  for (const auto& site : harvester.take_captures())
    for (std::size_t page = 0; page < site.size(); ++page)
      all[page].insert(all[page].end(), site[page].begin(), site[page].end());
  return all;
}

Result<Captures> watch(const History& history, const std::string& name, const WatchOptions& options,
                       const Course& course, const Watched& watched,
                       const std::vector<std::uint32_t>& known) {
  const schedule::Row* row = schedule::find_strategy(name.substr(0, name.find('+')));
  // Each strategy learns from its own visits alone.
  schedule::LearnedPatterns learned = watched.nothing();
  const Believe believe = watched.believe(knows_the_future(name));
  if ((row->needs & schedule::kCollections) != 0)
    return watch_collections(history, name, options, course, believe, learned);
  const bool asks = (row->needs & (schedule::kRates | schedule::kPatterns)) != 0;
  schedule::PeriodAllocator allocator({.start = course.start,
                                       .period = options.period,
                                       .per_period = course.per_period,
                                       .until = course.end});
  auto strategy = TRY(schedule::make_strategy(name, options.tuning));
  return simulate({.history = &history,
                   .strategy = std::move(strategy),
                   .outlook = outlook_of(course, options, known.size(), asks ? &learned : nullptr),
                   .known = known,
                   .believe = believe,
                   .learned = asks ? &learned : nullptr,
                   .dates = options.dates},
                  allocator);
}

Grades grade(const History& history, const std::string& name, const Captures& captures,
             const Course& course, std::span<const Time> queries, const Rng& rng) {
  const auto whole = tracks(history, captures);
  quality::SiteTrack site;
  for (const auto& track : whole)
    site.push_back(quality::clipped(track, {course.graded, course.end}));
  Grades grades{.strategy = name, .bound = knows_the_future(name)};
  grades.completeness = resampled(
      site, [](const auto& t) { return quality::site_completeness(t).value_or(0); }, rng.fork(1));
  grades.global = resampled(
      site, [](const auto& t) { return quality::global_completeness(t).value_or(0); }, rng.fork(2));
  std::vector<double> by_weight, by_count;
  for (Time query : queries) {
    const auto coherence = quality::query_coherence(whole, query);
    by_weight.push_back(coherence.weight);
    by_count.push_back(coherence.count);
  }
  grades.coherence = estimate(by_weight, kShare);
  grades.coherence_by_count = estimate(by_count, kShare);
  double downloads = 0;
  for (const auto& times : captures)
    downloads += static_cast<double>(
        std::ranges::count_if(times, [&](Time at) { return at > course.graded; }));
  grades.downloads = {.mean = downloads, .half = 0, .count = 1};
  return grades;
}

// The bound: visits at the ends of periods, each version alive at one of them.
double best_of(const History& history, const Course& course, Duration period,
               quality::CompletenessReading reading) {
  std::vector<Time> instants(course.periods);
  for (std::uint64_t k = 0; k < course.periods; ++k)
    instants[k] = course.graded + static_cast<double>(k + 1) * period;
  quality::SiteTrack truth;
  for (const auto& track : tracks(history, Captures(history.pages.size())))
    truth.push_back(quality::clipped(track, {course.graded, course.end}));
  return quality::clairvoyant(quality::wanted_versions(truth, instants, reading), instants.size(),
                              course.per_period);
}

}  // namespace

Result<Comparison> compare_watching(const History& history, const WatchOptions& options) {
  const Course course = TRY(course_of(history, options));
  TRY(check_strategies(options.strategies, options.tuning, Mode::Watch, true));
  const Watched watched(history, course);
  std::vector<std::uint32_t> known(history.pages.size());
  std::iota(known.begin(), known.end(), 0u);
  Rng rng(options.seed);
  rng.shuffle(std::span(known));
  std::vector<Time> queries(options.queries);
  for (Time& query : queries) query = rng.uniform(course.graded, course.end);

  Comparison comparison{.pages = known.size()};
  for (const std::string& name : options.strategies) {
    const Captures captures = TRY(watch(history, name, options, course, watched, known));
    comparison.strategies.push_back(grade(history, name, captures, course, queries, rng));
    if (options.on_progress)
      options.on_progress(comparison.strategies.size(), options.strategies.size());
  }
  using quality::CompletenessReading;
  comparison.best_completeness =
      best_of(history, course, options.period, CompletenessReading::PerPage);
  comparison.best_global = best_of(history, course, options.period, CompletenessReading::Global);
  return comparison;
}

}  // namespace asof::lab
