// The study's terms are in the header.
#include "studies/composite_study.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/random.h"
#include "navigate/site.h"
#include "navigate/snapshot.h"

namespace asof::studies {
namespace {

constexpr std::size_t kParts = 8;      // a style sheet, a script, six images
constexpr std::size_t kTemplate = 20;  // pages that change at one instant: the template did
constexpr double kWithTemplate = 0.5;  // of those instants, at which the style sheet changes, ...
constexpr double kAlone = 0.1;         // and of all others
const std::array<const char*, 5> kNames = {"nearest", "first-after", "recent", "likelihood",
                                           "snapshot"};
constexpr std::size_t kNearest = 0;
constexpr std::size_t kSnapshot = 4;

// The truth of one page or part: when its versions began. Version k is valid until the next began.
using Begun = std::vector<Time>;

struct Life {
  Time from = -kNever, to = kNever;
};
Life life_of(const Begun& begun, Time at) {
  const auto after = std::upper_bound(begun.begin(), begun.end(), at);
  return {after == begun.begin() ? -kNever : *(after - 1), after == begun.end() ? kNever : *after};
}

struct World {
  std::vector<Begun> truth;           // pages, then parts
  std::vector<navigate::Page> pages;  // the same, as captured
  std::size_t roots = 0;
};

std::vector<Begun> draw_truth(const lab::History& site, std::size_t pages, Rng& rng) {
  std::vector<Begun> changes;
  std::map<Time, std::size_t> instants;
  for (std::uint32_t p = 0; p < site.pages.size(); ++p) {
    changes.push_back(lab::change_times(site, p, site.from, site.until));
    for (const Time at : changes.back()) ++instants[at];
  }
  std::ranges::stable_sort(changes, std::greater<>(), [](const Begun& one) { return one.size(); });
  changes.resize(std::min(pages, changes.size()));
  for (std::size_t part = 0; part < kParts; ++part) {
    // Images seldom change with the template, style sheet and script often.
    const double with = part < 2 ? kWithTemplate : kWithTemplate / 4;
    Begun begun;
    for (const auto& [at, count] : instants)
      if (rng.uniform() < (count >= kTemplate ? with : kAlone)) begun.push_back(at);
    changes.push_back(std::move(begun));
  }
  return changes;
}

navigate::Page capture(const lab::History& site, const Begun& begun, Duration gap, bool tells,
                       Rng& rng) {
  navigate::Page page;
  for (Time at = site.from + rng.uniform(0, gap); at < site.until;
       at += gap * rng.uniform(0.4, 1.6)) {
    const auto after = std::upper_bound(begun.begin(), begun.end(), at);
    page.captures.push_back(
        {.at = at, .digest = 1 + static_cast<std::uint64_t>(after - begun.begin())});
    if (tells && after != begun.begin()) page.captures.back().last_modified = *(after - 1);
  }
  return page;
}

World draw(const lab::History& site, const CompositeOptions& options, std::uint64_t seed) {
  Rng rng(seed);
  World world{.truth = draw_truth(site, options.pages, rng)};
  world.roots = world.truth.size() - kParts;
  std::vector<navigate::PageLink> links;
  for (std::size_t k = 0; k < world.truth.size(); ++k) {
    const bool tells = k >= world.roots && k % 2 == 0;
    world.pages.push_back(capture(site, world.truth[k], options.mean_gap, tells, rng));
    for (std::size_t part = world.roots; k < world.roots && part < world.truth.size(); ++part)
      links.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(part)});
  }
  const auto learned = navigate::SiteKnowledge::learn(
      std::move(world.pages), links,
      {.from = site.from, .until = site.until, .hidings = 0, .seed = seed});
  world.pages.assign(learned.pages().begin(), learned.pages().end());
  return world;
}

std::size_t choose(std::size_t name, const navigate::Page& root, Time at,
                   const navigate::Page& part) {
  if (name == kSnapshot)
    return *navigate::snapshot({.pages = {&part, 1}, .weights = {}}, at, 0).versions[0].capture;
  return *navigate::find_policy(kNames[name])
              ->choose({.source = root, .at = at, .link = part})
              .capture;
}

// What came of one archive, as shares.
struct Tally {
  std::array<double, navigate::kComposites> states{};
  double apart = 0, elsewhen = 0;
};

void look(const World& world, std::size_t name, std::size_t root, Time at, Tally& tally) {
  Life common = life_of(world.truth[root], at);
  auto worst = navigate::Composite::Coherent;
  bool elsewhen = false;
  for (std::size_t k = world.roots; k < world.pages.size(); ++k) {
    const navigate::Page& part = world.pages[k];
    const std::size_t chosen = choose(name, world.pages[root], at, part);
    const navigate::Track track(part);
    const auto run = static_cast<std::size_t>(
        std::ranges::find_if(track.runs, [&](const auto& one) { return chosen <= one.last; }) -
        track.runs.begin());
    worst = std::max(worst, navigate::composite_of(at, track, run, chosen));
    const Life life = life_of(world.truth[k], part.captures[chosen].at);
    elsewhen = elsewhen || at < life.from || at >= life.to;
    common = {std::max(common.from, life.from), std::min(common.to, life.to)};
  }
  tally.states[static_cast<std::size_t>(worst)] += 1;
  tally.apart += common.from >= common.to ? 1 : 0;
  tally.elsewhen += elsewhen ? 1 : 0;
}

}  // namespace

std::vector<CompositeRow> composite_study(const lab::History& site,
                                          const CompositeOptions& options) {
  std::array<std::array<std::vector<double>, navigate::kComposites + 2>, kNames.size()> values;
  for (std::uint64_t seed = options.first_seed; seed < options.first_seed + options.seeds; ++seed) {
    const World world = draw(site, options, seed);
    std::array<Tally, kNames.size()> tallies;
    Rng rng = Rng(seed).fork(1);
    for (std::size_t k = 0; k < options.composites; ++k) {
      const std::size_t root = rng.below(world.roots);
      const auto& captures = world.pages[root].captures;
      const Time at = captures[rng.below(captures.size())].at;
      for (std::size_t name = 0; name < kNames.size(); ++name)
        look(world, name, root, at, tallies[name]);
    }
    for (std::size_t name = 0; name < kNames.size(); ++name) {
      const auto count = static_cast<double>(options.composites);
      for (std::size_t s = 0; s < navigate::kComposites; ++s)
        values[name][s].push_back(tallies[name].states[s] / count);
      values[name][navigate::kComposites].push_back(tallies[name].apart / count);
      values[name][navigate::kComposites + 1].push_back(tallies[name].elsewhen / count);
    }
  }
  std::vector<CompositeRow> rows;
  for (std::size_t name = 0; name < kNames.size(); ++name) {
    CompositeRow row{.policy = kNames[name]};
    for (std::size_t s = 0; s < navigate::kComposites; ++s)
      row.states[s] = lab::estimate(values[name][s], lab::kShare);
    const auto& apart = values[name][navigate::kComposites];
    row.apart = lab::estimate(apart, lab::kShare);
    row.elsewhen = lab::estimate(values[name][navigate::kComposites + 1], lab::kShare);
    row.apart_over_nearest = lab::paired(apart, values[kNearest][navigate::kComposites]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace asof::studies
