// Captures of made-up sites, for tests of strategies: the sites, the runs, and slow and obvious
// forms of the measures.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "schedule/dry_run.h"
#include "schedule/registry.h"

namespace asof::test {

using Rates = std::vector<double>;
using Visits = std::vector<std::vector<Time>>;  // of each page, in order

// SHARC's synthetic site of 1025 pages in two readings.
inline Rates first_reading() {
  Rates rates;
  for (int copy = 0; copy < 2; ++copy)
    for (int i = 1; i <= 512; ++i) rates.push_back(std::pow(i, -1.75));
  rates.push_back(std::pow(512, -1.75));
  return rates;
}

inline Rates second_reading() {
  Rates rates;
  for (int i = 1; i <= 1025; ++i) rates.push_back(std::pow(i, -1.75));
  return rates;
}

// A run over pages known beforehand, one request per unit of time.
inline std::vector<schedule::Planned> run_known(std::string_view name, const Rates& rates,
                                                const schedule::Tuning& tuning = {},
                                                const schedule::Outlook& outlook = {}) {
  auto strategy = schedule::make_strategy(name, tuning).value();
  strategy->expect(outlook);
  for (schedule::PageId id = 0; id < rates.size(); ++id)
    strategy->learn({.id = id, .rate = rates[id]});
  schedule::EveryAllocator allocator;
  return schedule::dry_run(std::move(strategy), allocator,
                           {.start = outlook.start, .delay = outlook.delay});
}

// A run that knows page 0 and finds the others through links.
inline std::vector<schedule::Planned> run_found(std::string_view name, const Rates& rates,
                                                const std::vector<schedule::PageId>& parents,
                                                const schedule::Tuning& tuning = {},
                                                const schedule::Outlook& outlook = {}) {
  auto strategy = schedule::make_strategy(name, tuning).value();
  strategy->expect(outlook);
  strategy->learn({.id = 0, .rate = rates[0]});
  schedule::DryRunOptions options;
  options.children.resize(rates.size());
  std::vector<std::uint32_t> depth(rates.size());
  for (schedule::PageId id = 1; id < rates.size(); ++id) {
    depth[id] = depth[parents[id]] + 1;
    options.children[parents[id]].push_back(
        {.id = id, .parent = parents[id], .depth = depth[id], .rate = rates[id]});
  }
  schedule::EveryAllocator allocator;
  return schedule::dry_run(std::move(strategy), allocator, options);
}

inline std::vector<schedule::PageId> pages_of(const std::vector<schedule::Planned>& plan) {
  std::vector<schedule::PageId> pages;
  for (const auto& planned : plan) pages.push_back(planned.visit.page);
  return pages;
}

inline Visits visits_of(const std::vector<schedule::Planned>& plan, std::size_t pages) {
  Visits visits(pages);
  for (const auto& planned : plan) visits[planned.visit.page].push_back(planned.at);
  return visits;
}

// The integral of |t - at| over [from, until].
inline double distance_integral(Time at, Time from, Time until) {
  const auto part = [at](Time t) { return (t - at) * std::abs(t - at) / 2; };
  return part(until) - part(from);
}

// SHARC Definitions 4.1 and 7.1 for any number of visits and any observation.
inline double expected_blur(const Rates& rates, const Visits& visits, Time from, Time until) {
  double sum = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    Time lower = from;
    for (std::size_t j = 0; j < visits[i].size(); ++j) {
      Time upper = until;
      if (j + 1 < visits[i].size())
        upper = std::clamp((visits[i][j] + visits[i][j + 1]) / 2, from, until);
      sum += rates[i] * distance_integral(visits[i][j], lower, upper);
      lower = upper;
    }
  }
  return sum / (until - from);
}

// The observation is the capture.
inline double expected_blur(const Rates& rates, const std::vector<schedule::Planned>& plan) {
  return expected_blur(rates, visits_of(plan, rates.size()), plan.front().at, plan.back().at);
}

// Pages of which the captures on both sides of `as_of` agree, expected.
inline double expected_sharp(const Rates& rates, const Visits& visits, Time as_of) {
  double sum = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const auto after = std::upper_bound(visits[i].begin(), visits[i].end(), as_of);
    if (after == visits[i].begin() || after == visits[i].end()) continue;
    sum += std::exp(-rates[i] * (*after - *(after - 1)));
  }
  return sum;
}

inline double expected_sharp(const Rates& rates, const std::vector<schedule::Planned>& plan) {
  return expected_sharp(rates, visits_of(plan, rates.size()),
                        (plan.front().at + plan.back().at) / 2);
}

inline Rates random_rates(Rng& rng, std::size_t pages) {
  Rates rates(pages);
  const bool tied = rng.below(3) == 0;
  for (double& rate : rates)
    rate = tied ? static_cast<double>(rng.below(3)) : std::exp(2 * rng.normal());
  return rates;
}

}  // namespace asof::test
