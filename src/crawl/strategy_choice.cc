#include "crawl/strategy_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "schedule/allocator.h"
#include "schedule/dry_run.h"
#include "schedule/registry.h"
#include "schedule/requisites.h"
#include "schedule/together.h"
#include "schedule/watch_requisites.h"

namespace asof::crawl {
namespace {

// Where a site has so many pages known from before, they are all it needs to plan.
constexpr std::size_t kKnownEnough = 2;
// A site of this size tells how often a strategy visits a page.
constexpr std::uint32_t kTrialPages = 100;

constexpr std::uint32_t kNeverKnown =
    schedule::kPatterns | schedule::kChanges | schedule::kPeriods | schedule::kCollections;

std::uint64_t share_of(double revisit, std::uint64_t pages) {
  return static_cast<std::uint64_t>(std::llround(revisit * static_cast<double>(pages)));
}

schedule::Tuning tuning_of(const Settings& settings, std::uint64_t pages) {
  schedule::Tuning tuning{.tau = settings.tau, .seed = settings.seed};
  if (settings.revisit) {
    tuning.extra_given = true;
    tuning.extra = share_of(*settings.revisit, pages);
  }
  return tuning;
}

// The least worst regret in the laboratory (docs/lab.md): sharc-dated where pages are found,
// sharc-dated-known where all are known. sharc-bounded can be told any number of visits.
std::string name_by(const Settings& settings, bool known) {
  if (!settings.strategy.empty()) return settings.strategy;
  if (!known) return "sharc-dated";
  return settings.revisit ? "sharc-bounded" : "sharc-dated-known";
}

// Visits to a small site, revisits included.
Result<std::uint64_t> trial_visits(const std::string& name, const Settings& settings) {
  auto strategy = TRY(schedule::make_strategy(name, tuning_of(settings, kTrialPages)));
  strategy->expect({.pages = kTrialPages});
  for (schedule::PageId id = 0; id < kTrialPages; ++id) strategy->learn({.id = id, .rate = 1e-6});
  schedule::EveryAllocator allocator;
  return schedule::dry_run(std::move(strategy), allocator).size();
}

}  // namespace

Result<StrategyChoice> choose_strategy(const Settings& settings, std::size_t archived) {
  const bool known = archived >= kKnownEnough || settings.known.size() >= kKnownEnough;
  StrategyChoice choice{.name = name_by(settings, known)};
  // "NAME+revisit" has no row of its own.
  const schedule::Row* row = schedule::find_strategy(choice.name);
  const std::uint32_t needs = row != nullptr ? row->needs : 0;
  choice.needs_all_pages = (needs & schedule::kAllPages) != 0;
  if ((needs & kNeverKnown) != 0)
    return Error{Errc::Invalid,
                 fmt::format("--strategy {} needs {}, which a crawl does not have; 'asof lab "
                             "strategies' says what each needs",
                             choice.name, schedule::describe_needs(needs))};
  if (choice.needs_all_pages && !known)
    return Error{
        Errc::Invalid,
        fmt::format("--strategy {} needs all pages beforehand: crawl the site once with another "
                    "strategy, for example sharc-dated, or list its pages with --known FILE",
                    choice.name)};
  const std::uint64_t visits = TRY(trial_visits(choice.name, settings));
  choice.visits_per_page = static_cast<double>(visits) / kTrialPages;
  // To a page in a hundred.
  if (settings.revisit && visits != kTrialPages + share_of(*settings.revisit, kTrialPages))
    return Error{
        Errc::Invalid,
        fmt::format("--revisit cannot be combined with --strategy {}, which decides itself how "
                    "often to visit; leave one of them out, or use sharc-dated or sharc-bounded",
                    choice.name)};
  return choice;
}

namespace {

std::string_view watch_default(const Settings& settings) {
  return settings.watch.global ? schedule::kWatchDefaultGlobal : schedule::kWatchDefault;
}

}  // namespace

Result<StrategyChoice> choose_watching(const Settings& settings) {
  const bool whole = settings.watch.whole_collections > 0;
  StrategyChoice choice{.name = !settings.strategy.empty() ? settings.strategy
                                : whole                    ? "off-peak"
                                                           : std::string(watch_default(settings))};
  const schedule::Row* row = schedule::find_strategy(choice.name);
  if (row == nullptr) {
    auto made = schedule::make_strategy(choice.name);
    if (!made) return std::move(made).error();
  }
  const std::uint32_t needs = row != nullptr ? row->needs : 0;
  if ((needs & schedule::kPeriods) == 0)
    return Error{
        Errc::Invalid,
        fmt::format("the strategy {} captures a site once; a watch takes one that watches, "
                    "for example {} ('asof lab strategies' lists them)",
                    choice.name, schedule::kWatchDefault)};
  if ((needs & (schedule::kChanges | schedule::kTrueRates)) != 0)
    return Error{Errc::Invalid, fmt::format("the strategy {} needs to know the future; only the "
                                            "laboratory can tell it",
                                            choice.name)};
  const bool takes_whole = (needs & schedule::kCollections) != 0;
  if (whole && !takes_whole)
    return Error{Errc::Invalid,
                 fmt::format("whole-collections goes with the strategies off-peak and "
                             "off-peak-two-zone, not with {}",
                             choice.name)};
  if (!whole && takes_whole)
    return Error{Errc::Invalid,
                 fmt::format("the strategy {} captures whole collections; set whole-collections",
                             choice.name)};
  return choice;
}

namespace {

std::unique_ptr<schedule::Strategy> watching_strategy(const SiteOutlook& group,
                                                      const StrategyChoice& choice,
                                                      const Settings& settings) {
  const Watching& watch = settings.watch;
  auto strategy =
      schedule::make_strategy(choice.name,
                              {.eta = watch.eta, .global = watch.global, .seed = settings.seed})
          .value();
  if (settings.requisites) strategy = schedule::with_requisites_once(std::move(strategy));
  strategy->expect({.pages = group.pages,
                    .delay = std::max(settings.delay, 1e-3),
                    .start = watch.period_of(group.start),
                    .period = watch.period,
                    .per_period = watch.whole_collections > 0 ? group.pages : watch.budget,
                    .patterns = group.patterns});
  return strategy;
}

}  // namespace

std::unique_ptr<schedule::Strategy> strategy_for(const SiteOutlook& site,
                                                 const StrategyChoice& choice,
                                                 const Settings& settings) {
  if (settings.watch.on()) return watching_strategy(site, choice, settings);
  schedule::Tuning tuning = tuning_of(settings, settings.size != 0 ? settings.size : site.pages);
  // Of pages that are still to be found a share is only known at the end: as many as there are.
  if (settings.size == 0 && !choice.needs_all_pages && settings.revisit.value_or(0) >= 1)
    tuning.extra = ~std::uint64_t{0} >> 1;
  auto strategy = schedule::make_strategy(choice.name, tuning).value();
  if (settings.requisites) strategy = schedule::with_requisites(std::move(strategy));
  if (!settings.together.empty()) strategy = schedule::with_sets(std::move(strategy));
  // Of a site that nobody has crawled before, the strategy predicts the size itself.
  strategy->expect({.pages = settings.size != 0 ? settings.size : site.archived,
                    .delay = std::max(settings.delay, 1e-3),
                    .start = site.start});
  return strategy;
}

}  // namespace asof::crawl
