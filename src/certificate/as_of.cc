// A sweep over the ends of intervals (algorithms note, B6), with closed ones: starts come before
// ends at equal instants. A best set is complete at some start, and holds until the next end.
#include "certificate/as_of.h"

#include <algorithm>
#include <tuple>

namespace asof::certificate {
namespace {

struct Edge {
  Instant at;
  bool end = false;
  bool proven = false;
  std::uint64_t weight = 0;
};

std::vector<Edge> edges_of(std::span<const Known> pages) {
  std::vector<Edge> edges;
  const auto add = [&edges](const std::vector<Span>& spans, bool proven, std::uint64_t weight) {
    for (const Span& span : spans) {
      edges.push_back({span.from, false, proven, weight});
      edges.push_back({span.until, true, proven, weight});
    }
  };
  for (const Known& page : pages) {
    add(page.proven, true, page.weight);
    add(page.solid, false, page.weight);
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.at, a.end) < std::tie(b.at, b.end);
  });
  return edges;
}

std::pair<std::uint64_t, std::uint64_t> key(const Chosen& chosen, Aim aim) {
  return aim == Aim::Solid ? std::pair(chosen.solid, chosen.proven)
                           : std::pair(chosen.proven, chosen.solid);
}

// The best stretches, ascending.
std::vector<Chosen> best_stretches(std::span<const Known> pages, Aim aim) {
  std::vector<Chosen> best;
  std::uint64_t solid = 0;
  std::uint64_t proven = 0;
  const auto edges = edges_of(pages);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    auto& sum = edges[i].proven ? proven : solid;
    if (edges[i].end) {
      sum -= edges[i].weight;
      continue;
    }
    sum += edges[i].weight;
    // Something always ends after a start; the set is complete only where that is what comes next.
    if (!edges[i + 1].end) continue;
    const Chosen now{{edges[i].at, edges[i + 1].at}, solid, proven};
    if (!best.empty() && key(now, aim) < key(best.front(), aim)) continue;
    if (!best.empty() && key(now, aim) > key(best.front(), aim)) best.clear();
    best.push_back(now);
  }
  return best;
}

}  // namespace

std::optional<Chosen> choose(std::span<const Known> pages, Aim aim,
                             const std::function<double(const Span&)>& likely, std::size_t asked) {
  const auto best = best_stretches(pages, aim);
  if (best.empty()) return std::nullopt;
  if (!likely || best.size() == 1) return best.front();
  asked = std::min(best.size(), asked);
  std::size_t chosen = 0;
  double most = -1;
  for (std::size_t i = 0; i < asked; ++i) {
    const auto candidate = i * best.size() / asked;
    const double worth = likely(best[candidate].span);
    if (worth > most) {
      most = worth;
      chosen = candidate;
    }
  }
  return best[chosen];
}

}  // namespace asof::certificate
