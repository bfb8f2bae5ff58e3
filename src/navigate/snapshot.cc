// The argument for the candidates is in the header.
#include "navigate/snapshot.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "navigate/coherence.h"

namespace asof::navigate {
namespace {

// More slot borders than this in the window and the pattern is finer than any decision.
constexpr double kMostBorders = 10000;

struct Known {
  const Page* page = nullptr;
  double weight = 1;
  std::vector<Run> runs;
};

struct Best {
  std::size_t run = 0;
  double probability = -1;
};

// The run most likely valid at u: the last that began by then, or the one after it.
Best best_run(const Known& known, Time u) {
  const auto after = std::partition_point(known.runs.begin(), known.runs.end(),
                                          [&](const Run& run) { return run.lo <= u; });
  const auto right = static_cast<std::size_t>(after - known.runs.begin());
  Best best;
  for (const std::size_t index : {right == 0 ? right : right - 1, right}) {
    if (index >= known.runs.size()) continue;
    const double p = probability_valid(version_of(*known.page, known.runs, index), u);
    if (p > best.probability) best = {index, p};
  }
  return best;
}

void add_borders(const pattern::Pattern& pattern, Time from, Time to, std::vector<Time>& cuts) {
  const Duration length = pattern.slot_length();
  if ((to - from) / length > kMostBorders) return;
  for (double k = std::floor(from / length) + 1; k * length < to; ++k) cuts.push_back(k * length);
}

std::vector<Time> candidates(std::span<const Known> site, Time at, Duration window) {
  std::vector<Time> cuts = {at};
  if (!(window > 0)) return cuts;
  cuts.insert(cuts.end(), {at - window, at + window});
  for (const Known& known : site) {
    for (const Run& run : known.runs)
      for (const Time cut : {run.modified.value_or(run.lo), run.lo, run.hi})
        if (std::abs(cut - at) <= window) cuts.push_back(cut);
    add_borders(known.page->changes, at - window, at + window, cuts);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

}  // namespace

Snapshot snapshot(const Site& site, Time at, Duration window) {
  CHECK(window >= 0);
  CHECK(site.weights.empty() || site.weights.size() == site.pages.size());
  std::vector<Known> known;
  double total = 0;
  for (std::size_t i = 0; i < site.pages.size(); ++i) {
    const double weight = site.weights.empty() ? 1 : site.weights[i];
    total += weight;
    known.push_back({&site.pages[i], weight, runs_of(site.pages[i].captures)});
  }
  Snapshot best{.at = at, .score = -1};
  for (const Time u : candidates(known, at, window)) {
    double score = 0;
    for (const Known& page : known)
      if (!page.runs.empty()) score += page.weight * best_run(page, u).probability;
    const bool nearer = score == best.score && std::abs(u - at) < std::abs(best.at - at);
    if (score > best.score || nearer) best = {.at = u, .score = score};
  }
  for (const Known& page : known) {
    Choice choice;
    if (!page.runs.empty()) {
      const Best run = best_run(page, best.at);
      choice.capture =
          nearest_capture(*page.page, best.at, page.runs[run.run].first, page.runs[run.run].last);
      choice.probability = run.probability;
    }
    best.versions.push_back(choice);
  }
  best.damage = total - best.score;
  return best;
}

}  // namespace asof::navigate
