// Made-up histories: SHARC's tree with skewed rates, pages with daily patterns, weekends, seasons,
// and template changes that touch many pages at once. The same seed gives the same history.
#pragma once

#include <deque>
#include <vector>

#include "base/random.h"
#include "lab/history.h"
#include "pattern/pattern.h"

namespace asof::lab {

// A history together with the chances it was drawn from, by page.
struct Synthetic {
  History history;
  std::vector<double> rates;               // expected changes per unit of time
  std::vector<pattern::Pattern> patterns;  // empty where changes have no pattern
};

// SHARC section 8: lambda_i = lambda_{n-i} = 1 / i^skew, which is undefined at i = 0. Two readings:
enum class SkewReading {
  Mirrored,  // two copies of i = 1..n/2 and one page more: the paper's letter
  Single,    // i = 1..n+1
};
// n + 1 rates, ascending.
std::vector<double> sharc_rates(std::size_t n, double skew, SkewReading reading);

struct TreeOptions {
  std::size_t n = 1024;  // n + 1 pages
  double skew = 1.75;
  SkewReading reading = SkewReading::Mirrored;
  std::size_t outdegree = 8;
  Time until = 1024;  // the history lasts from 0 to here
};
// Independent Poisson changes; the hottest pages on the top levels of the tree. Page i of the
// history is the i-th hottest.
Synthetic sharc_site(const TreeOptions& options, Rng rng);
// The same truth with other rates: pages in the order of the rates given, a tree in that order.
Synthetic poisson_site(const std::vector<double>& rates, std::size_t outdegree, Time until,
                       Rng rng);

struct PatternOptions {
  std::size_t pages = 1000;
  double hours = 120;
  double changes_per_day = 6;  // median over pages; lognormal with deviation 1
  double weekend = 1;          // factor on rates on days 6 and 7 of each week
  double season = 0;           // amplitude of a yearly wave on rates, 0..1
  // Template changes: so many a day, each touching this share of the pages, the same ones each
  // time.
  double templates_per_day = 0;
  double template_share = 0.5;
};
// Pages with 1 to 3 bumps a day over a base, important at some hours more than at others; times are
// seconds, a cycle is a day of 24 slots.
Synthetic pattern_site(const PatternOptions& options, Rng rng);

}  // namespace asof::lab
