#include "lab/figure_look.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace asof::lab {
namespace {

struct Look {
  std::string_view name;
  std::string_view label;
  Kin kin;
  unsigned shade;
};

constexpr std::array kLooks = {
    Look{"breadth-first", "Breadth-first", Kin::Classic, 0},
    Look{"depth-first", "Depth-first", Kin::Classic, 1},
    Look{"hottest-first", "Hottest-first", Kin::Classic, 2},
    Look{"coldest-first", "Coldest-first", Kin::Classic, 3},
    Look{"olston-pandey", "Olston and Pandey", Kin::Classic, 4},
    Look{"round-robin", "Round-robin", Kin::Classic, 5},
    Look{"relevance", "Relevance", Kin::Classic, 0},
    Look{"frequency", "Frequency", Kin::Classic, 1},
    Look{"coherence", "Coherence", Kin::Classic, 3},
    Look{"nutch-adaptive", "Nutch adaptive", Kin::Classic, 2},
    Look{"lambda-crawl", "LambdaCrawl", Kin::Classic, 4},
    Look{"sharc-offline", "SHARC-offline", Kin::Paper, 0},
    Look{"sharc-online", "SHARC-online", Kin::Paper, 1},
    Look{"pipes", "Pipes", Kin::Classic, 1},
    Look{"sharc-revisits", "SHARC-revisits", Kin::Paper, 0},
    Look{"sharc-threshold", "SHARC-threshold", Kin::Paper, 2},
    Look{"importance", "Importance", Kin::Paper, 1},
    Look{"pattern", "Pattern", Kin::Paper, 2},
    Look{"importance-pattern", "Importance-Pattern", Kin::Paper, 0},
    Look{"importance-pattern-fair", "Importance-Pattern / D", Kin::Paper, 5},
    Look{"sharc-repeat", "SHARC", Kin::Paper, 3},
    Look{"off-peak-two-zone", "off-peak-two-zone", Kin::Ours, 0},
    Look{"off-peak", "Pattern (off-peak)", Kin::Paper, 0},
    Look{"sharc-multi", "sharc-multi", Kin::Ours, 0},
    Look{"sharc-multi-adaptive", "sharc-multi-adaptive", Kin::Ours, 2},
    Look{"sharc-multi-online", "sharc-multi-online", Kin::Ours, 4},
    Look{"sharc-unified", "sharc-unified", Kin::Ours, 1},
    Look{"loss-index", "loss-index", Kin::Ours, 2},
    Look{"lagrange", "lagrange", Kin::Ours, 0},
};

const Look* find_look(std::string_view strategy) {
  constexpr std::string_view kTwice = "+revisit";
  if (strategy.ends_with(kTwice)) strategy.remove_suffix(kTwice.size());
  for (const Look& look : kLooks)
    if (look.name == strategy) return &look;
  return nullptr;
}

}  // namespace

Series series_of(std::string_view strategy) {
  Series series;
  const Look* look = find_look(strategy);
  series.name = label_of(strategy);
  if (look == nullptr) return series;
  series.kin = look->kin;
  series.shade = look->shade;
  return series;
}

std::string label_of(std::string_view strategy) {
  const Look* look = find_look(strategy);
  return std::string(look == nullptr ? strategy : look->label);
}

Point point_at(double x, const Estimate& estimate) {
  if (!std::isfinite(estimate.half)) return {x, estimate.mean};
  return {x, estimate.mean, estimate.low(), estimate.high()};
}

std::string with_interval(const Estimate& estimate) {
  return with_interval(estimate.mean, estimate.low(), estimate.high());
}

Cell cell_of(const Estimate& estimate) { return {with_interval(estimate), point_at(0, estimate)}; }

std::string percent(double share, int digits) {
  return fmt::format("{:.{}f} %", share * 100, digits);
}

}  // namespace asof::lab
