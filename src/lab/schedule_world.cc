// Runs a strategy over a described world and says what to expect of its schedule.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/schedule_internal.h"
#include "lab/simulate.h"
#include "schedule/collections.h"

namespace asof::lab {
namespace {

constexpr Time kLongAgo = -1e15;

History history_of(const World& world) {
  History history{.name = "world", .from = kLongAgo, .until = kNever};
  history.pages.resize(world.pages.size());
  history.links.resize(world.pages.size() + 1);
  for (std::uint32_t i = 0; i < world.pages.size(); ++i) {
    const WorldPage& page = world.pages[i];
    HistoryPage& truth = history.pages[i];
    truth.name = page.name;
    truth.weight = page.importance;
    truth.versions.push_back({kLongAgo, 1, i + 1, 0});
    if (page.changes)
      for (Time at : *page.changes)
        truth.versions.push_back({at, truth.versions.back().content + 1, i + 1, 1});
    if (page.parent) history.links[*page.parent + 1].push_back(i);
  }
  return history;
}

Error lacks(const World& world, std::uint32_t page, std::string_view what,
            const std::string& strategy) {
  return {Errc::Invalid, fmt::format("page '{}' has no {}, which {} needs", world.pages[page].name,
                                     what, strategy)};
}

Result<void> check_needs(const World& world, const ScheduleOptions& options,
                         const schedule::Row& row) {
  const bool watching = options.per_period > 0;
  bool links = false;
  const WorldPage* model = nullptr;  // the first page with a pattern
  for (std::uint32_t i = 0; i < world.pages.size(); ++i) {
    const WorldPage& page = world.pages[i];
    links = links || page.parent.has_value();
    if ((row.needs & schedule::kRates) != 0 && !page.rate && !page.pattern)
      return lacks(world, i, "rate", options.strategy);
    if ((row.needs & schedule::kPatterns) != 0 && !page.pattern)
      return lacks(world, i, "pattern", options.strategy);
    if ((row.needs & schedule::kChanges) != 0 && !page.changes)
      return lacks(world, i, "history", options.strategy);
    if (page.pattern && model == nullptr) model = &page;
    if (page.pattern && page.pattern->slots() != model->pattern->slots())
      return Error{
          Errc::Invalid,
          fmt::format("page '{}': its pattern has {} slots, that of '{}' has {}", page.name,
                      page.pattern->slots(), model->name, model->pattern->slots())};
  }
  if ((row.needs & schedule::kLinks) != 0 && !links && world.pages.size() > 1)
    return Error{Errc::Invalid,
                 fmt::format("{} needs links: give pages a parent", options.strategy)};
  if ((row.needs & schedule::kPeriods) != 0 && !watching)
    return Error{Errc::Invalid,
                 fmt::format("{} needs a budget: --per-period and --periods", options.strategy)};
  if (watching && (row.needs & schedule::kPeriods) == 0 && row.name != "round-robin")
    return Error{Errc::Invalid, fmt::format("{} captures a site once; leave out --per-period and "
                                            "--periods to let it",
                                            options.strategy)};
  if ((row.needs & schedule::kCollections) != 0)
    for (std::uint32_t i = 0; i < world.pages.size(); ++i)
      if (world.pages[i].collection.empty()) return lacks(world, i, "collection", options.strategy);
  return {};
}

// Collections as sites of their own: the allocator chooses `per_period` of them in every period,
// and a strategy each orders the pages. What is still to be visited when the last period ends, is
// not.
Result<std::vector<std::vector<Time>>> visit_collections(const World& world,
                                                         const ScheduleOptions& options) {
  std::map<std::string, std::size_t> names;
  std::vector<World> parts;
  std::vector<std::vector<std::uint32_t>> members;
  for (std::uint32_t i = 0; i < world.pages.size(); ++i) {
    const auto [known, fresh] = names.try_emplace(world.pages[i].collection, parts.size());
    const std::size_t part = known->second;
    if (fresh) {
      parts.emplace_back();
      members.emplace_back();
    }
    parts[part].pages.push_back(world.pages[i]);
    parts[part].pages.back().parent.reset();  // all pages of a collection are known
    members[part].push_back(i);
  }
  std::vector<History> histories;
  histories.reserve(parts.size());
  for (const World& part : parts) histories.push_back(history_of(part));
  std::vector<const History*> sites;
  sites.reserve(histories.size());
  for (const History& history : histories) sites.push_back(&history);

  const schedule::Watch watch = watch_of(world, options);
  const WorldPatterns patterns(world);
  SimulatedHarvester harvester(sites,
                               [&](schedule::SiteId site, std::uint32_t page) {
                                 return believed(world, members[site][page]);
                               },
                               {.start = watch.start, .delay = options.delay});
  std::vector<std::unique_ptr<schedule::Strategy>> strategies;
  std::vector<schedule::Collection> collections(parts.size());
  for (schedule::SiteId site = 0; site < parts.size(); ++site) {
    auto strategy = TRY(schedule::make_strategy(options.strategy, options.tuning));
    strategy->expect({.pages = parts[site].pages.size(),
                      .delay = options.delay,
                      .start = watch.start,
                      .period = watch.period,
                      .per_period = options.per_period,
                      .until = watch.end(),
                      .patterns = &patterns});
    for (std::uint32_t page = 0; page < parts[site].pages.size(); ++page) {
      collections[site].pages.push_back(harvester.know(site, page));
      strategy->learn(collections[site].pages.back());
    }
    strategies.push_back(std::move(strategy));
  }
  schedule::CollectionAllocator allocator({.start = watch.start,
                                           .period = watch.period,
                                           .per_period = options.per_period,
                                           .until = watch.end(),
                                           .eta = options.tuning.eta,
                                           .patterns = &patterns},
                                          std::move(collections));
  TRY(schedule::run(harvester, allocator, strategies, {.until = watch.end()}));
  const auto visited = harvester.take_captures();
  std::vector<std::vector<Time>> captures(world.pages.size());
  for (std::size_t site = 0; site < parts.size(); ++site)
    for (std::size_t page = 0; page < members[site].size(); ++page)
      captures[members[site][page]] = visited[site][page];
  return captures;
}

// Where a capture begins whose middle is the middle of what is observed (SHARC Theorem 4.7). How
// long the capture is, only running it tells.
Result<Time> centred(const SiteRun& run, const ScheduleOptions& options) {
  auto rehearsal = TRY(schedule::make_strategy(options.strategy, options.tuning));
  schedule::EveryAllocator allocator;
  SiteRun dry{.history = run.history,
              .strategy = std::move(rehearsal),
              .outlook = run.outlook,
              .known = run.known,
              .believe = run.believe};
  Time first = kNever;
  Time last = -kNever;
  for (const auto& times : simulate(std::move(dry), allocator)) {
    if (times.empty()) continue;
    first = std::min(first, times.front());
    last = std::max(last, times.back());
  }
  return (*options.observe_from + *options.observe_until - (last - first)) / 2;
}

// When each page is visited.
Result<std::vector<std::vector<Time>>> visit(const World& world, const ScheduleOptions& options,
                                             const schedule::Row& row) {
  if ((row.needs & schedule::kCollections) != 0) return visit_collections(world, options);
  const History history = history_of(world);
  const bool all = (row.needs & schedule::kAllPages) != 0 || options.per_period > 0;
  const WorldPatterns patterns(world);
  SiteRun run{.history = &history};
  run.strategy = TRY(schedule::make_strategy(options.strategy, options.tuning));
  for (std::uint32_t i = 0; i < world.pages.size(); ++i)
    if (all || !world.pages[i].parent) run.known.push_back(i);
  run.believe = [&](schedule::SiteId, std::uint32_t page) { return believed(world, page); };
  run.outlook = {.pages = world.pages.size(),
                 .delay = options.delay,
                 .start = options.start.value_or(0),
                 .observe_from = options.observe_from,
                 .observe_until = options.observe_until,
                 .patterns = &patterns};
  if (options.per_period > 0) {
    const schedule::Watch watch = watch_of(world, options);
    run.outlook.delay = 0;
    run.outlook.period = watch.period;
    run.outlook.per_period = static_cast<std::uint64_t>(watch.per_period);
    run.outlook.until = watch.end();
    schedule::PeriodAllocator allocator({.start = watch.start,
                                         .period = watch.period,
                                         .per_period = run.outlook.per_period,
                                         .until = watch.end()});
    return simulate(std::move(run), allocator);
  }
  if (options.observe_from && !options.start) run.outlook.start = TRY(centred(run, options));
  schedule::EveryAllocator allocator;
  return simulate(std::move(run), allocator);
}

}  // namespace

schedule::Page believed(const World& world, std::uint32_t index) {
  const WorldPage& page = world.pages[index];
  return {.weight = page.importance,
          .rate = page.rate_or_mean(),
          .pattern = index,
          .changes = page.changes ? &*page.changes : nullptr};
}

schedule::Watch watch_of(const World& world, const ScheduleOptions& options) {
  const auto model = std::find_if(world.pages.begin(), world.pages.end(),
                                  [](const WorldPage& page) { return page.pattern.has_value(); });
  return {.start = options.start.value_or(0),
          .period = model != world.pages.end() ? model->pattern->slot_length() : options.delay,
          .periods = options.periods,
          // A page is visited once at an instant, if at all.
          .per_period =
              static_cast<double>(std::min<std::uint64_t>(options.per_period, world.pages.size()))};
}

Result<Schedule> make_schedule(const World& world, const ScheduleOptions& options) {
  TRY(schedule::make_strategy(options.strategy, options.tuning));
  const schedule::Row& row =
      *schedule::find_strategy(options.strategy.substr(0, options.strategy.find('+')));
  TRY(check_needs(world, options, row));
  const auto captures = TRY(visit(world, options, row));
  return graded(world, options, captures, (row.needs & schedule::kCollections) != 0);
}

}  // namespace asof::lab
