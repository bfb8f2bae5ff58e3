// Hierarchical credibility for change rates.
//
// Sources: Bühlmann & Straub 1970 and Jewell 1975 (what a group's own mean is worth against its
// parent's), with gamma-Poisson pages; changes hidden between visits by their expectation.
// Idea: a page watched for T in a group with mean m and likeness a says about m what an exposure of
// 1 / (1/T + m/a) would: where pages differ much (small a) each counts little, however long
// watched. With k the leaning of its trait, a group's mean is (k + events) / (k / parent's mean +
// exposure). Each k is the one of a short list under which pages are best predicted from the
// others. Guarantee: without pages the start; with many and alike, their own mean. Cost: fit
// O(pages x depth) with about nine passes per trait; a belief O(depth). Proof: Credibility.*
// (credibility_test.cc): the left-out score against refitting without the page.
#include "pattern/credibility.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace asof::pattern {
namespace {

constexpr std::array<double, 7> kLeanings = {0.03, 0.1, 0.3, 1, 3, 10, 1000};
constexpr std::uint32_t kPagesForLikeness = 2;  // a smaller group takes its parent's

}  // namespace

WatchedPage watched_page(std::span<const Observation> seen) {
  WatchedPage page{.visits = static_cast<double>(seen.size())};
  for (const Observation& one : seen) page.watched += one.length;
  if (seen.empty()) return page;
  // A dated change tells as much as the time since it; smoothing by more would drown it.
  Duration told = 0;
  for (const Observation& one : seen)
    told += one.changed ? std::min(one.length, one.since_change.value_or(one.length)) : one.length;
  const double rate = last_modified_rate(seen, std::max(told, 1e-9) / page.visits);
  for (const Observation& one : seen) {
    if (!one.changed) continue;
    page.changed += 1 / page.visits;
    if (one.since_change) {
      page.changes += 1 + rate * std::max(0.0, one.length - *one.since_change);
      continue;
    }
    const double expected = rate * one.length;
    page.changes += expected < 1e-12 ? 1 : expected / -std::expm1(-expected);
  }
  return page;
}

CredibilityTree::CredibilityTree(const Gamma& start) {
  CHECK(start.shape > 0 && start.exposure > 0);
  leaning.fill(1);
  above_.mean = start.mean();
  above_.likeness = start.shape;
  groups.push_back({.mean = start.mean(), .likeness = start.shape, .worth = 1e9});
}

std::uint32_t CredibilityTree::add_group(std::uint32_t parent, Trait trait) {
  CHECK(parent < groups.size() && trait > groups[parent].trait);
  Group group = groups[parent];  // until fitted, it is like its parent
  group.parent = parent;
  group.trait = trait;
  groups.push_back(group);
  return static_cast<std::uint32_t>(groups.size() - 1);
}

// Places pages so that every group's pages, its children's included, are a range of order_.
void CredibilityTree::arrange() {
  std::vector<std::uint32_t> own(groups.size()), all(groups.size());
  for (const WatchedPage& page : pages) ++own[page.group];
  all = own;
  for (std::size_t g = groups.size() - 1; g > 0; --g) all[groups[g].parent] += all[g];
  // A group's own pages come first, then its children's ranges as the children come.
  std::vector<std::uint32_t> next(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Group& group = groups[g];
    group.first = g == 0 ? 0 : next[group.parent];
    group.last = group.first + all[g];
    if (g != 0) next[group.parent] = group.last;
    next[g] = group.first + own[g];
    group.same = g != 0 && all[g] == all[group.parent];
  }
  std::vector<std::uint32_t> place(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) place[g] = groups[g].first;
  order_.resize(pages.size());
  for (std::uint32_t p = 0; p < pages.size(); ++p) order_[place[pages[p].group]++] = p;
}

double CredibilityTree::tells(const Group& parent, const WatchedPage& page) const {
  return 1 / (1 / page.watched + parent.mean / parent.likeness);
}

// The likeliest on a grid around the parent's, with a normal prior on its logarithm (variance 2):
// narrow groups are often far more alike than wide ones. A page's changes over all rates of the
// group are negative binomial.
double CredibilityTree::fitted_likeness(const Group& group, double parent) const {
  double best = parent, best_score = -1e300;
  for (int step = -12; step <= 12; ++step) {
    const double shape = std::clamp(parent * std::exp(step / 3.0), 0.02, 50.0);
    const double exposure = shape / group.mean;
    const double away = std::log(shape / parent);
    const double each = shape * std::log(exposure) - std::lgamma(shape);
    double score = -away * away / 4 + each * (group.last - group.first);
    for (std::uint32_t i = group.first; i < group.last; ++i) {
      const WatchedPage& page = pages[order_[i]];
      score += std::lgamma(shape + page.changes) -
               (shape + page.changes) * std::log(exposure + page.watched);
    }
    if (score > best_score) best = shape, best_score = score;
  }
  return best;
}

void CredibilityTree::pool(Group& group, bool with_likeness) {
  const Group& parent = &group == groups.data() ? above_ : groups[group.parent];
  group.exposure = group.events = 0;
  if (group.same) {
    group.mean = parent.mean;
    group.worth = parent.worth;
    group.likeness = parent.likeness;
    return;
  }
  for (std::uint32_t i = group.first; i < group.last; ++i) {
    const WatchedPage& page = pages[order_[i]];
    const double own = tells(parent, page);
    group.exposure += own;
    group.events += own * page.changes / page.watched;
  }
  const double lean = leaning[static_cast<std::size_t>(group.trait)];
  group.mean = (lean + group.events) / (lean / parent.mean + group.exposure);
  group.worth = lean + group.events;
  if (!with_likeness) return;
  group.likeness = group.last - group.first < kPagesForLikeness
                       ? parent.likeness
                       : fitted_likeness(group, parent.likeness);
}

Gamma CredibilityTree::belief(std::uint32_t group) const {
  const Group& at = groups[group];
  const double shape = 1 / (1 / at.likeness + 1 / at.worth);
  return {shape, shape / at.mean};
}

Gamma CredibilityTree::belief_without(std::uint32_t group, const WatchedPage& page) const {
  std::array<std::uint32_t, kTraits> path{};  // from the group up to below the root
  std::size_t length = 0;
  for (std::uint32_t g = group; g != 0; g = groups[g].parent) path[length++] = g;
  double mean = above_.mean, worth = 0;
  for (std::size_t i = length + 1; i-- > 0;) {
    const Group& at = groups[i == length ? 0 : path[i]];
    if (at.same) continue;
    const double own = tells(i == length ? above_ : groups[at.parent], page);
    const double lean = leaning[static_cast<std::size_t>(at.trait)];
    const double events = std::max(0.0, at.events - own * page.changes / page.watched);
    mean = (lean + events) / (lean / mean + std::max(0.0, at.exposure - own));
    worth = lean + events;
  }
  const double shape = 1 / (1 / groups[group].likeness + 1 / worth);
  return {shape, shape / mean};
}

double CredibilityTree::left_out_score(Trait trait) const {
  double sum = 0, count = 0;
  for (const WatchedPage& page : pages) {
    std::uint32_t group = page.group;
    while (group != 0 && groups[group].trait != trait) group = groups[group].parent;
    if (groups[group].trait != trait) continue;
    const double chance =
        belief_without(group, page).change_probability(page.watched / page.visits);
    const double held = std::clamp(chance, 1e-9, 1 - 1e-9);
    sum += page.changed * std::log(held) + (1 - page.changed) * std::log1p(-held);
    count += 1;
  }
  return count == 0 ? 0 : sum / count;
}

void CredibilityTree::fit_means() {
  arrange();
  for (Group& group : groups) pool(group, false);
}

// From wide traits to narrow ones: wide groups must serve the pages of directories never seen, so
// each trait is judged by the pages as its own groups predict them.
void CredibilityTree::fit() {
  arrange();
  std::array<std::vector<std::uint32_t>, kTraits> having;
  for (std::uint32_t g = 0; g < groups.size(); ++g)
    having[static_cast<std::size_t>(groups[g].trait)].push_back(g);
  for (std::size_t trait = 0; trait < kTraits; ++trait) {
    if (having[trait].empty()) continue;
    const auto pool_all = [&](double lean, bool with_likeness) {
      leaning[trait] = lean;
      for (const std::uint32_t g : having[trait]) pool(groups[g], with_likeness);
    };
    pool_all(leaning[trait], true);
    double best = leaning[trait], best_score = -1e300;
    for (const double lean : kLeanings) {
      pool_all(lean, false);
      if (const double score = left_out_score(static_cast<Trait>(trait)); score > best_score)
        best = lean, best_score = score;
    }
    pool_all(best, true);
  }
}

}  // namespace asof::pattern
