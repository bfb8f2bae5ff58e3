// Captures by strategies that are told wrong rates (SHARC 8.3), and what they blur.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/captures.h"

namespace asof::test {

using Changes = std::vector<std::vector<Time>>;  // of each page, in order

inline Changes draw_changes(Rng& rng, const Rates& rates, Time until) {
  Changes changes(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i)
    if (rates[i] > 0)
      for (Time at = rng.exponential(rates[i]); at < until; at += rng.exponential(rates[i]))
        changes[i].push_back(at);
  return changes;
}

// 1 - rate for a share of the pages, drawn at random.
inline Rates told_wrong(Rng& rng, Rates rates, double share) {
  std::vector<std::size_t> pages(rates.size());
  for (std::size_t i = 0; i < pages.size(); ++i) pages[i] = i;
  rng.shuffle(std::span(pages));
  pages.resize(static_cast<std::size_t>(share * static_cast<double>(pages.size())));
  for (const std::size_t page : pages) rates[page] = 1 - rates[page];
  return rates;
}

// The visits a strategy makes, one per unit of time, when pages change as given.
inline Visits capture_changing(std::string_view name, const Rates& told, const Changes& changes,
                               const schedule::Tuning& tuning) {
  auto strategy = schedule::make_strategy(name, tuning).value();
  strategy->expect({});
  for (schedule::PageId id = 0; id < told.size(); ++id)
    strategy->learn({.id = id, .rate = told[id]});
  Visits visits(told.size());
  for (Time now = 0; strategy->wants(now) <= now; ++now) {
    const auto visit = strategy->next({.now = now});
    auto& of_page = visits[visit->page];
    schedule::Seen seen{.visit = *visit, .sent = now, .received = now};
    if (!of_page.empty()) {
      const auto& at = changes[visit->page];
      const auto first = std::upper_bound(at.begin(), at.end(), of_page.back());
      seen.outcome =
          first != at.end() && *first <= now ? schedule::Outcome::Changed : schedule::Outcome::Same;
    }
    of_page.push_back(now);
    strategy->observe(seen);
  }
  return visits;
}

// SHARC Equations 22 and 23 for any number of visits: for each change the time during which an
// observer is given the wrong side of it.
inline double exact_blur(const Changes& changes, const Visits& visits, Time until) {
  double sum = 0;
  for (std::size_t i = 0; i < changes.size(); ++i)
    for (const Time at : changes[i]) {
      if (at > until) break;
      const auto after = std::lower_bound(visits[i].begin(), visits[i].end(), at);
      const bool has_before = after != visits[i].begin();
      const bool has_after = after != visits[i].end();
      const Time low = has_before && has_after ? (*(after - 1) + *after) / 2 : 0;
      const Time high = has_before && has_after ? low : until;
      if (has_after && at > low) sum += at - low;
      if (has_before && at < high) sum += high - at;
    }
  return sum / until;
}

}  // namespace asof::test
