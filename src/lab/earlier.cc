#include "lab/earlier.h"

#include "lab/simulate.h"
#include "pattern/predictor.h"
#include "schedule/registry.h"

namespace asof::lab {
namespace {

// When each page was visited, by all captures.
std::vector<std::vector<Time>> visits_of(const History& history, const EarlierOptions& options) {
  std::vector<std::vector<Time>> visits(history.pages.size());
  for (std::uint32_t i = 0; i < options.captures; ++i) {
    const Time at = options.from + (options.until - options.from) * i / options.captures;
    schedule::EveryAllocator allocator;
    const auto captured =
        simulate({.history = &history,
                  .strategy = schedule::make_strategy("breadth-first+revisit").value(),
                  .outlook = {.delay = options.delay, .start = at},
                  .known = history.entries(),
                  .believe = [](schedule::SiteId, std::uint32_t) { return schedule::Page{}; },
                  .until = options.until},
                 allocator);
    for (std::size_t page = 0; page < visits.size(); ++page)
      for (Time visit : captured[page])
        if (visits[page].empty() || visit > visits[page].back()) visits[page].push_back(visit);
  }
  return visits;
}

std::vector<pattern::Observation> seen_by(const History& history, std::uint32_t page,
                                          const std::vector<Time>& visits) {
  std::vector<pattern::Observation> seen;
  const auto content = [&](Time at) {
    const Version* version = history.version_at(page, at);
    return version != nullptr ? version->content : 0;
  };
  for (std::size_t i = 1; i < visits.size(); ++i)
    seen.push_back({.length = visits[i] - visits[i - 1],
                    .changed = content(visits[i]) != content(visits[i - 1]),
                    .since_change = std::nullopt});
  return seen;
}

}  // namespace

std::vector<double> rates_after_captures(const History& history, const EarlierOptions& options) {
  const auto visits = visits_of(history, options);
  pattern::RatePredictor predictor;
  std::vector<std::vector<pattern::Observation>> seen;
  bool learned = false;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    seen.push_back(seen_by(history, page, visits[page]));
    if (seen.back().empty()) continue;
    predictor.learn({.url = history.pages[page].name, .mime = history.pages[page].mime},
                    seen.back());
    learned = true;
  }
  if (learned) predictor.fit();
  std::vector<double> rates;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    const pattern::PageTraits traits{.url = history.pages[page].name,
                                     .mime = history.pages[page].mime};
    rates.push_back(seen[page].empty() ? predictor.predict(traits)
                                       : predictor.belief_of_learned(traits, seen[page]).mean());
  }
  return rates;
}

}  // namespace asof::lab
