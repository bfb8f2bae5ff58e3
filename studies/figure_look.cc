#include "studies/figure_look.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace asof::studies {
namespace {

struct Look {
  std::string_view name;
  std::string_view label;
  page::Kin kin;
  unsigned shade;
};

constexpr std::array kLooks = {
    Look{"breadth-first", "Breadth-first", page::Kin::Classic, 0},
    Look{"depth-first", "Depth-first", page::Kin::Classic, 1},
    Look{"hottest-first", "Hottest-first", page::Kin::Classic, 2},
    Look{"coldest-first", "Coldest-first", page::Kin::Classic, 3},
    Look{"olston-pandey", "Olston and Pandey", page::Kin::Classic, 4},
    Look{"round-robin", "Round-robin", page::Kin::Classic, 5},
    Look{"relevance", "Relevance", page::Kin::Classic, 0},
    Look{"frequency", "Frequency", page::Kin::Classic, 1},
    Look{"coherence", "Coherence", page::Kin::Classic, 3},
    Look{"nutch-adaptive", "Nutch adaptive", page::Kin::Classic, 2},
    Look{"lambda-crawl", "LambdaCrawl", page::Kin::Classic, 4},
    Look{"sharc-offline", "SHARC-offline", page::Kin::Paper, 0},
    Look{"sharc-online", "SHARC-online", page::Kin::Paper, 1},
    Look{"pipes", "Pipes", page::Kin::Classic, 1},
    Look{"sharc-revisits", "SHARC-revisits", page::Kin::Paper, 0},
    Look{"sharc-threshold", "SHARC-threshold", page::Kin::Paper, 2},
    Look{"importance", "Importance", page::Kin::Paper, 1},
    Look{"pattern", "Pattern", page::Kin::Paper, 2},
    Look{"importance-pattern", "Importance-Pattern", page::Kin::Paper, 0},
    Look{"importance-pattern-fair", "Importance-Pattern / D", page::Kin::Paper, 5},
    Look{"sharc-repeat", "SHARC", page::Kin::Paper, 3},
    Look{"off-peak-two-zone", "off-peak-two-zone", page::Kin::Ours, 0},
    Look{"off-peak", "Pattern (off-peak)", page::Kin::Paper, 0},
    Look{"sharc-multi", "sharc-multi", page::Kin::Ours, 0},
    Look{"sharc-multi-adaptive", "sharc-multi-adaptive", page::Kin::Ours, 2},
    Look{"sharc-multi-online", "sharc-multi-online", page::Kin::Ours, 4},
    Look{"sharc-unified", "sharc-unified", page::Kin::Ours, 1},
    Look{"loss-index", "loss-index", page::Kin::Ours, 2},
    Look{"lagrange", "lagrange", page::Kin::Ours, 0},
};

const Look* find_look(std::string_view strategy) {
  constexpr std::string_view kTwice = "+revisit";
  if (strategy.ends_with(kTwice)) strategy.remove_suffix(kTwice.size());
  for (const Look& look : kLooks)
    if (look.name == strategy) return &look;
  return nullptr;
}

}  // namespace

page::Series series_of(std::string_view strategy) {
  page::Series series;
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

page::Point point_at(double x, const lab::Estimate& estimate) {
  if (!std::isfinite(estimate.half)) return {x, estimate.mean};
  return {x, estimate.mean, estimate.low(), estimate.high()};
}

std::string with_interval(const lab::Estimate& estimate) {
  return page::with_interval(estimate.mean, estimate.low(), estimate.high());
}

Cell cell_of(const lab::Estimate& estimate) {
  return {with_interval(estimate), point_at(0, estimate)};
}

std::string percent(double share, int digits) {
  return fmt::format("{:.{}f} %", share * 100, digits);
}

}  // namespace asof::studies
