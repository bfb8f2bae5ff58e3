// For tests: made-up sites whose pages change by daily patterns, and a watch over them. The
// generator is the one behind the published figures of the design: 24 hourly slots, 1 to 3 bumps.
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "schedule/lagrange.h"
#include "schedule/registry.h"

namespace asof::schedule::testing {

struct World {
  std::vector<pattern::Pattern> patterns;
  std::vector<double> weights;

  std::size_t pages() const { return weights.size(); }
  FixedPatterns source() const { return FixedPatterns(patterns); }
  Course course(std::size_t id) const { return {&patterns[id], 0, 1}; }
  Page page(std::size_t id) const {
    return {.id = static_cast<PageId>(id),
            .weight = weights[id],
            .rate = patterns[id].mean_rate(),
            .pattern = static_cast<std::uint32_t>(id)};
  }
};

inline double bump(double hour, double middle, double spread) {
  const double apart = std::fabs(hour - middle);
  const double distance = std::min(apart, 24 - apart);
  return std::exp(-distance * distance / (2 * spread * spread));
}

// Times are hours; a cycle is a day.
inline World make_world(std::size_t pages, Rng rng) {
  World world;
  for (std::size_t i = 0; i < pages; ++i) {
    const double changes = 6 * std::exp(rng.normal());
    std::vector<double> middles(1 + rng.below(3));
    for (double& middle : middles) middle = rng.uniform(0, 24);
    const double base = rng.uniform(0.02, 0.4);
    const double level = rng.beta(1.5, 3);
    const double peak = rng.uniform(0, 24);
    pattern::Pattern pattern{.cycle = 24, .rates = {}, .importance = {}};
    double sum = 0;
    for (int hour = 0; hour < 24; ++hour) {
      double shape = base;
      for (const double middle : middles) shape += bump(hour + 0.5, middle, 2);
      pattern.rates.push_back(shape);
      sum += shape;
      pattern.importance.push_back(
          std::clamp(level * (0.4 + 1.2 * bump(hour + 0.5, peak, 4)), 0.02, 1.0));
    }
    for (double& rate : pattern.rates) rate *= changes / sum;
    world.patterns.push_back(std::move(pattern));
    world.weights.push_back(std::min(1.0, 0.05 + rng.pareto(1.5) / 10));
  }
  return world;
}

struct Change {
  Time at = 0;
  double importance = 0;
};
using Changes = std::vector<std::vector<Change>>;  // by page

inline Changes draw(const World& world, int hours, Rng rng) {
  Changes changes(world.pages());
  for (std::size_t i = 0; i < world.pages(); ++i)
    for (int hour = 0; hour < hours; ++hour) {
      const auto slot = static_cast<std::size_t>(hour % 24);
      std::vector<double> times(rng.poisson(world.patterns[i].rates[slot]));
      for (double& time : times) time = hour + rng.uniform();
      std::sort(times.begin(), times.end());
      for (const double time : times)
        changes[i].push_back(
            {time,
             std::clamp(world.patterns[i].importance[slot] * rng.uniform(0.25, 1.75), 0.0, 1.0)});
    }
  return changes;
}

// Patterns as someone would learn who looked at the end of every hour: how often there was a change
// and how important it was, a little smoothed.
inline World monitored(const World& world, int days, Rng rng) {
  World learned = world;
  const Changes changes = draw(world, days * 24, rng);
  for (std::size_t i = 0; i < world.pages(); ++i) {
    std::vector<double> hit(24, 0), weight(24, 0);
    double hits = 0, weights = 0;
    for (std::size_t k = 0; k < changes[i].size(); ++k) {
      const double hour = std::floor(changes[i][k].at);
      if (k + 1 < changes[i].size() && std::floor(changes[i][k + 1].at) == hour) continue;
      const auto slot = static_cast<std::size_t>(std::fmod(hour, 24));
      hit[slot] += 1, weight[slot] += changes[i][k].importance;
      hits += 1, weights += changes[i][k].importance;
    }
    const double mean = hits > 0 ? weights / hits : 0.3;
    for (std::size_t slot = 0; slot < 24; ++slot) {
      const double share = (hit[slot] + (hits + 0.5) / 24) / (days + 1 + 0.5);
      learned.patterns[i].rates[slot] = -std::log1p(-std::min(share, 0.99));
      learned.patterns[i].importance[slot] = (weight[slot] + 2 * mean) / (hit[slot] + 2);
    }
  }
  return learned;
}

struct Watch {
  int hours = 120;
  std::uint64_t per_period = 1;
  Tuning tuning{};
};

// Pages visited at the end of each hour; `believed` is what the strategy is told.
inline std::vector<std::vector<std::size_t>> watch(std::string_view name, const World& believed,
                                                   const Changes& changes, const Watch& options) {
  auto strategy = make_strategy(name, options.tuning).value();
  const FixedPatterns source = believed.source();
  strategy->expect({.pages = believed.pages(),
                    .delay = 0,
                    .start = 0,
                    .period = 1,
                    .per_period = options.per_period,
                    .until = static_cast<double>(options.hours),
                    .patterns = &source});
  for (std::size_t i = 0; i < believed.pages(); ++i) strategy->learn(believed.page(i));
  std::vector<std::vector<std::size_t>> visits(static_cast<std::size_t>(options.hours));
  std::vector<std::size_t> shown(believed.pages(), ~std::size_t{0});
  for (int hour = 0; hour < options.hours; ++hour) {
    const Time now = hour + 1;
    for (std::uint64_t left = options.per_period; left > 0; --left) {
      const auto visit = strategy->next({.site = 0, .now = now, .left = left});
      if (!visit) break;
      visits[static_cast<std::size_t>(hour)].push_back(visit->page);
      const auto& all = changes[visit->page];
      const auto seen = static_cast<std::size_t>(
          std::lower_bound(all.begin(), all.end(), now,
                           [](const Change& change, Time at) { return change.at < at; }) -
          all.begin());
      std::size_t& before = shown[visit->page];
      strategy->observe({.visit = *visit,
                         .sent = now,
                         .received = now,
                         .outcome = before == ~std::size_t{0} ? Outcome::First
                                    : before == seen          ? Outcome::Same
                                                              : Outcome::Changed,
                         .last_modified = {},
                         .importance = seen > 0 ? all[seen - 1].importance : 0,
                         .found = {}});
      before = seen;
    }
  }
  return visits;
}

struct Completeness {
  double per_page = 0;  // DEXA Definition 5.13
  double global = 0;
};

// What those visits captured of what there was.
inline Completeness completeness(const World& world, const Changes& changes,
                                 const std::vector<std::vector<std::size_t>>& visits) {
  std::vector<double> captured(world.pages(), 0);
  std::vector<std::size_t> last(world.pages(), 0);
  for (std::size_t hour = 0; hour < visits.size(); ++hour)
    for (const std::size_t page : visits[hour]) {
      std::size_t seen = last[page];
      while (seen < changes[page].size() && changes[page][seen].at < static_cast<double>(hour + 1))
        ++seen;
      if (seen > last[page]) captured[page] += changes[page][seen - 1].importance;
      last[page] = seen;
    }
  double ratios = 0, weights = 0, got = 0, had = 0;
  for (std::size_t i = 0; i < world.pages(); ++i) {
    double total = 0;
    for (const Change& change : changes[i]) total += change.importance;
    if (total <= 0) continue;
    ratios += world.weights[i] * captured[i] / total;
    weights += world.weights[i];
    got += world.weights[i] * captured[i];
    had += world.weights[i] * total;
  }
  return {ratios / weights, got / had};
}

// The watch as a problem with known patterns, valued so that completeness in that reading is what
// is collected: 1 were everything captured.
inline WatchProblem problem_of(const World& world, const Watch& options) {
  WatchProblem problem{.periods = static_cast<std::size_t>(options.hours),
                       .per_period = static_cast<double>(options.per_period)};
  double whole = 0;
  const FixedPatterns source = world.source();
  for (std::size_t i = 0; i < world.pages(); ++i) {
    const Course course = course_of(world.page(i), &source);
    const double all = course.over(0, options.hours).weight;
    for (int hour = 0; hour < options.hours; ++hour)
      problem.steps.push_back(course.over(hour, hour + 1));
    problem.value.push_back(options.tuning.global ? world.weights[i] : world.weights[i] / all);
    problem.pending.push_back(0);
    whole += options.tuning.global ? world.weights[i] * all : world.weights[i];
  }
  for (double& value : problem.value) value /= whole;
  return problem;
}

}  // namespace asof::schedule::testing
