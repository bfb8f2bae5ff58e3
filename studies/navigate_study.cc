// TPDL Figure 7 with columns for the likelihood, and whole sites at one instant.
#include "studies/navigate_study.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "navigate/policy.h"
#include "navigate/snapshot.h"
#include "quality/coherence.h"
#include "studies/navigate_world.h"

namespace asof::studies {
namespace {

constexpr std::array<std::size_t, 4> kLinks = {10, 40, 70, 100};
constexpr double kCandidates = 96;  // hours around the source

enum Column : std::size_t {
  Recent,
  FirstAfter,
  Nearest,
  Literal,
  Prorated,
  NearestTwo,
  Digests,
  Modified,
  Oracle,
  kColumns
};
const std::array<const char*, kColumns> kNames = {"recent",
                                                  "first-after",
                                                  "nearest",
                                                  "pattern, literal",
                                                  "pattern",
                                                  "likelihood, 2 nearest",
                                                  "likelihood, digests",
                                                  "likelihood, + Last-Modified on half",
                                                  "oracle"};
// The policy behind each column but the oracle.
const std::array<const char*, Oracle> kPolicies = {
    "recent",     "first-after", "nearest", "pattern-literal", "pattern", "likelihood-nearest-two",
    "likelihood", "likelihood"};

using Counts = std::array<double, kColumns>;

struct Collected {
  std::vector<navigate::Case> digests, modified;
};

// Only captures that near to the source are candidates.
void keep_near(NavigatedPage& page, Time at) {
  std::erase_if(page.page.captures,
                [&](const auto& mark) { return std::abs(mark.at - at) > kCandidates; });
}

// Follows one link by every policy.
Counts follow(const NavigatedPage& source, Time at, const NavigatedPage& link, bool with_modified,
              Collected& cases) {
  const std::uint64_t shown =
      source.page
          .captures[navigate::nearest_capture(source.page, at, 0, source.page.captures.size() - 1)]
          .digest;
  const navigate::Page plain_source = without_modified(source.page);
  const navigate::Page plain_link = without_modified(link.page);
  Counts counts{};
  const auto coherent = [&](std::size_t capture) {
    return truly_coherent(source, shown, link, link.page.captures[capture].digest);
  };
  for (std::size_t column = 0; column < Oracle; ++column) {
    const bool told = column == Modified && with_modified;
    const navigate::Question question{.source = told ? source.page : plain_source,
                                      .at = at,
                                      .link = told ? link.page : plain_link};
    const navigate::Choice choice = navigate::find_policy(kPolicies[column])->choose(question);
    if (!choice.capture) continue;
    counts[column] = coherent(*choice.capture) ? 1 : 0;
    if (column == Digests) cases.digests.push_back({*choice.probability, counts[column]});
    if (column == Modified) cases.modified.push_back({*choice.probability, counts[column]});
  }
  for (std::size_t i = 0; i < link.page.captures.size(); ++i)
    if (coherent(i)) counts[Oracle] = 1;
  return counts;
}

Counts one_source(std::size_t links, Rng rng, Collected& cases) {
  const NavigatedWorld world{.modified = true};
  NavigatedPage source = draw_page(world, rng);
  while (source.page.captures.empty()) source = draw_page(world, rng);
  const std::size_t shown =
      navigate::nearest_capture(source.page, world.hours / 2, 0, source.page.captures.size() - 1);
  const Time at = source.page.captures[shown].at;
  keep_near(source, at);
  Counts sum{};
  for (std::size_t i = 0; i < links; ++i) {
    NavigatedPage link = draw_page(world, rng);
    keep_near(link, at);
    // Last-Modified is on half of the pages, the source among them or not.
    const bool source_tells = rng.below(2) == 0;
    const bool link_tells = rng.below(2) == 0;
    NavigatedPage told_source = source;
    if (!source_tells) told_source.page = without_modified(source.page);
    if (!link_tells) link.page = without_modified(link.page);
    const Counts counts = follow(told_source, at, link, true, cases);
    for (std::size_t c = 0; c < kColumns; ++c) sum[c] += counts[c];
  }
  return sum;
}

NavigationRow row_of(std::size_t links, const std::vector<std::vector<double>>& shares) {
  NavigationRow row{.links = links};
  for (const auto& column : shares) row.coherent.push_back(lab::estimate(column, lab::kShare));
  row.likelihood_over_pattern = lab::paired(shares[Digests], shares[Prorated]);
  row.pattern_over_nearest = lab::paired(shares[Prorated], shares[Nearest]);
  row.nearest_over_recent = lab::paired(shares[Nearest], shares[Recent]);
  return row;
}

}  // namespace

NavigationTable navigation_figure(std::uint64_t seeds, bool quick) {
  if (quick) seeds = std::max<std::uint64_t>(seeds / 4, 2);
  NavigationTable table{.columns = {kNames.begin(), kNames.end()}};
  Collected cases;
  std::vector<std::vector<double>> together(kColumns, std::vector<double>(seeds, 0));
  double all = 0;
  for (const std::size_t links : kLinks) {
    std::vector<std::vector<double>> shares(kColumns);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const Counts counts = one_source(links, Rng(seed).fork(links), cases);
      for (std::size_t c = 0; c < kColumns; ++c) {
        shares[c].push_back(counts[c] / static_cast<double>(links));
        together[c][seed] += counts[c];
      }
    }
    all += static_cast<double>(links);
    table.rows.push_back(row_of(links, shares));
  }
  for (auto& column : together)
    for (double& value : column) value /= all;
  table.rows.push_back(row_of(0, together));
  table.digests = navigate::reliability(cases.digests);
  table.modified = navigate::reliability(cases.modified);
  return table;
}

namespace {

// The heaviest coherent part of the versions chosen.
double coherence_of(const std::vector<NavigatedPage>& pages, const std::vector<double>& weights,
                    const std::vector<navigate::Choice>& choices) {
  std::vector<quality::Version> versions;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!choices[i].capture) continue;
    const auto version =
        static_cast<std::size_t>(pages[i].page.captures[*choices[i].capture].digest);
    const auto& changes = pages[i].changes;
    versions.push_back({.valid = {version == 0 ? -kNever : changes[version - 1],
                                  version == changes.size() ? kNever : changes[version]},
                        .weight = weights[i]});
  }
  return quality::coherence(versions).weight;
}

// The most any choice can reach: the instant at which most weight was captured at all.
double reachable(const std::vector<NavigatedPage>& pages, const std::vector<double>& weights,
                 Time at, Duration window) {
  double best = 0;
  double total = 0;
  for (const double w : weights) total += w;
  for (Time u = at - window; u <= at + window; u += 0.1) {
    double sum = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const auto version = static_cast<std::uint64_t>(
          std::upper_bound(pages[i].changes.begin(), pages[i].changes.end(), u) -
          pages[i].changes.begin());
      for (const auto& mark : pages[i].page.captures)
        if (mark.digest == version) {
          sum += weights[i];
          break;
        }
    }
    best = std::max(best, sum / total);
  }
  return best;
}

}  // namespace

SnapshotTable snapshot_figure(std::uint64_t seeds, double changes_per_day, double gap) {
  SnapshotTable table{.columns = {"nearest", "recent", "likelihood at t", "within 6 h",
                                  "within 12 h", "oracle within 12 h"}};
  std::vector<std::vector<double>> values(table.columns.size());
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Rng rng(seed);
    std::vector<NavigatedPage> pages;
    std::vector<navigate::Page> known;
    std::vector<double> weights;
    for (int i = 0; i < 50; ++i) {
      NavigatedPage page =
          draw_page({.changes_per_day = changes_per_day, .gap = gap, .modified = true}, rng);
      if (rng.below(2) == 0) page.page = without_modified(page.page);
      known.push_back(page.page);
      pages.push_back(std::move(page));
      weights.push_back(rng.uniform(0.05, 1));
    }
    const Time at = 120 + rng.uniform(-12, 12);
    const auto by = [&](const char* name) {
      std::vector<navigate::Choice> choices;
      choices.reserve(known.size());
      for (const auto& page : known)
        choices.push_back(
            navigate::find_policy(name)->choose({.source = page, .at = at, .link = page}));
      return coherence_of(pages, weights, choices);
    };
    values[0].push_back(by("nearest"));
    values[1].push_back(by("recent"));
    const std::array<double, 3> windows = {0, 6, 12};
    for (std::size_t k = 0; k < windows.size(); ++k)
      values[2 + k].push_back(coherence_of(
          pages, weights, navigate::snapshot({known, weights}, at, windows[k]).versions));
    values[5].push_back(reachable(pages, weights, at, 12));
  }
  for (const auto& column : values) table.coherence.push_back(lab::estimate(column, lab::kShare));
  return table;
}

}  // namespace asof::studies
