#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/random.h"
#include "lab/earlier.h"
#include "lab/run.h"
#include "lab/run_internal.h"
#include "lab/simulate.h"
#include "quality/best_blur.h"
#include "quality/blur.h"
#include "quality/coherence.h"
#include "quality/completeness.h"
#include "quality/sharp.h"
#include "schedule/requisites.h"
#include "schedule/together.h"

namespace asof::lab {
namespace {

// One start: which pages count, and the same in no order.
struct Start {
  Time at = 0;
  std::vector<std::uint32_t> scope;
  std::vector<std::uint32_t> all;
};

// Pages that a capture from that time on would find, or, where all are known, that exist.
std::vector<std::uint32_t> in_scope(const History& history, bool known, Time at) {
  std::vector<std::uint32_t> scope;
  const auto depth = depths(history, at);
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    if (history.alive(page, at) && (known || depth[page] != ~std::uint32_t{0}))
      scope.push_back(page);
  return scope;
}

// The most pages in scope at some instants of the second half.
std::size_t largest_scope(const History& history, bool known, Time middle) {
  constexpr int kInstants = 8;
  std::size_t largest = 1;
  for (int i = 0; i < kInstants; ++i)
    largest = std::max(
        largest,
        in_scope(history, known, middle + (history.until - middle) * i / kInstants).size());
  return largest;
}

Start begin(const History& history, const CaptureOptions& options, Time at, Rng rng) {
  Start start{.at = at, .scope = in_scope(history, options.known, at), .all = {}};
  start.all = start.scope;
  rng.shuffle(std::span(start.all));  // or the order of the file would be worth something
  return start;
}

struct Samples {
  std::vector<double> blur, sharp, completeness, global, coherence, count, downloads, missed, sets;
};

// Whether there is an instant at which every page of the set is proven: it lies between two of its
// captures without a change between them.
bool fits_together(const History& history, const std::vector<std::vector<Time>>& captures,
                   const std::vector<std::uint32_t>& set) {
  std::vector<std::pair<Time, Time>> common = {{-kNever, kNever}};
  for (const std::uint32_t page : set) {
    std::vector<std::pair<Time, Time>> next;
    for (std::size_t i = 1; i < captures[page].size(); ++i) {
      const Time from = captures[page][i - 1];
      const Time until = captures[page][i];
      if (!history.alive(page, from) || !change_times(history, page, from, until).empty()) continue;
      for (const auto& [a, b] : common)
        if (std::max(a, from) <= std::min(b, until))
          next.emplace_back(std::max(a, from), std::min(b, until));
    }
    common = std::move(next);
  }
  return !common.empty();
}

void grade(const History& history, const Start& start,
           const std::vector<std::vector<std::uint32_t>>& together,
           const std::vector<std::vector<Time>>& captures, Samples& samples) {
  samples.sets.push_back(static_cast<double>(std::ranges::count_if(
      together, [&](const auto& set) { return fits_together(history, captures, set); })));
  Time last = start.at;
  double downloads = 0;
  for (const auto& times : captures) {
    downloads += static_cast<double>(times.size());
    if (!times.empty()) last = std::max(last, times.back());
  }
  const quality::Interval observation{start.at, last};
  const auto site = tracks(history, captures, start.scope);
  samples.blur.push_back(last > start.at ? quality::exact_blur(site, observation) : 0);
  samples.sharp.push_back(static_cast<double>(quality::sharp_pages(site, observation.middle())));
  quality::SiteTrack inside;
  for (const auto& track : site) inside.push_back(quality::clipped(track, observation));
  // A capture during which nothing changed missed nothing.
  samples.completeness.push_back(quality::site_completeness(inside).value_or(1));
  samples.global.push_back(quality::global_completeness(inside).value_or(1));
  const auto coherence = quality::query_coherence(site, observation.middle());
  samples.coherence.push_back(coherence.weight);
  samples.count.push_back(coherence.count);
  samples.downloads.push_back(downloads);
  samples.missed.push_back(static_cast<double>(
      std::count_if(site.begin(), site.end(), [](const auto& t) { return t.captures.empty(); })));
}

std::vector<std::uint32_t> with_sets_of(const CaptureOptions& options,
                                        std::vector<std::uint32_t> known) {
  for (const auto& set : options.together)
    for (const std::uint32_t page : set)
      if (std::ranges::find(known, page) == known.end()) known.push_back(page);
  return known;
}

Believe in_sets(const CaptureOptions& options, Believe believe) {
  if (options.together.empty()) return believe;
  std::map<std::uint32_t, std::uint32_t> sets;  // by page, from 1
  for (std::uint32_t i = 0; i < options.together.size(); ++i)
    for (const std::uint32_t page : options.together[i]) sets[page] = i + 1;
  return [sets = std::move(sets), believe = std::move(believe)](schedule::SiteId site,
                                                                std::uint32_t page) {
    schedule::Page told = believe(site, page);
    if (const auto found = sets.find(page); found != sets.end()) told.set = found->second;
    return told;
  };
}

// `pages`: in scope, on average.
Grades summarise(const std::string& name, const Samples& samples, double pages) {
  return {.strategy = name,
          .blur = estimate(samples.blur, kNotNegative),
          .sharp = estimate(samples.sharp, {0, pages}),
          .completeness = estimate(samples.completeness, kShare),
          .global = estimate(samples.global, kShare),
          .coherence = estimate(samples.coherence, kShare),
          .coherence_by_count = estimate(samples.count, kShare),
          .downloads = estimate(samples.downloads, kNotNegative),
          .sets = estimate(samples.sets, kNotNegative),
          .missed = estimate(samples.missed, {0, pages}),
          .blurs = samples.blur,
          .sharps = samples.sharp};
}

}  // namespace

Result<Comparison> compare_captures(const History& history, const CaptureOptions& options) {
  const Time middle = history.from + (history.until - history.from) / 2;
  const std::size_t pages = largest_scope(history, options.known, middle);
  const Duration longest = static_cast<double>(pages) * options.delay * 2.2;
  // Room for a capture that visits everything twice and something more.
  const Time last_start = history.until - longest;
  if (last_start <= middle)
    return Error{
        Errc::Invalid,
        fmt::format("{} is too short: its second half is {:.0f} s long and a capture of {} "
                    "pages at a delay of {} s may take {:.0f} s; use a smaller --delay",
                    history.name, history.until - middle, pages, options.delay, longest)};
  TRY(check_strategies(options.strategies, options.tuning, Mode::Capture, options.known));
  Beliefs beliefs(history, history.from, middle);
  if (options.earlier)
    beliefs.set_rates(rates_after_captures(history, {.captures = *options.earlier,
                                                     .delay = options.delay,
                                                     .from = history.from,
                                                     .until = middle}));

  Comparison comparison;
  std::vector<Samples> samples(options.strategies.size());
  Rng rng(options.seed);
  std::vector<double> best;
  double scope = 0;
  for (std::size_t i = 0; i < options.starts; ++i) {
    const Time at = std::floor(rng.uniform(middle, last_start));
    const Start start = begin(history, options, at, rng.fork(i));
    if (start.scope.empty())
      return Error{Errc::Invalid,
                   fmt::format("{}: at {} no page exists, or none can be reached from {}",
                               history.name, iso8601_seconds({.ms = std::llround(at * 1000)}),
                               history.pages[history.entry].name)};
    scope += static_cast<double>(start.scope.size());
    best.push_back(quality::best_blur(
        tracks(history, std::vector<std::vector<Time>>(history.pages.size()), start.scope), at,
        options.delay));
    for (std::size_t s = 0; s < options.strategies.size(); ++s) {
      schedule::Tuning tuning = options.tuning;
      if (options.extra >= 0) {
        tuning.extra_given = true;
        tuning.extra = static_cast<std::uint64_t>(
            std::llround(options.extra * static_cast<double>(start.scope.size())));
      }
      auto strategy = TRY(schedule::make_strategy(options.strategies[s], tuning));
      if (options.requisites) strategy = schedule::with_requisites(std::move(strategy));
      if (!options.together.empty()) strategy = schedule::with_sets(std::move(strategy));
      // What needs all pages beforehand is given them: an ideal to compare with, as SHARC does.
      const bool known = options.known || needs_all_pages(options.strategies[s]);
      schedule::EveryAllocator allocator;
      const auto captures =
          simulate({.history = &history,
                    .strategy = std::move(strategy),
                    .outlook = {.pages = options.earlier == 0u ? 0 : start.scope.size(),
                                .delay = options.delay,
                                .start = at},
                    .known = with_sets_of(options, known ? start.all : history.entries()),
                    .believe = in_sets(options, beliefs.of(options.strategies[s]))},
                   allocator);
      grade(history, start, options.together, captures, samples[s]);
      if (options.on_progress)
        options.on_progress(i * options.strategies.size() + s + 1,
                            options.starts * options.strategies.size());
    }
  }
  scope /= static_cast<double>(std::max<std::size_t>(options.starts, 1));
  comparison.best_blur = estimate(best, kNotNegative);
  comparison.sets = options.together.size();
  comparison.pages = static_cast<std::uint64_t>(std::llround(scope));
  for (std::size_t s = 0; s < samples.size(); ++s)
    comparison.strategies.push_back(summarise(options.strategies[s], samples[s], scope));
  return comparison;
}

}  // namespace asof::lab
