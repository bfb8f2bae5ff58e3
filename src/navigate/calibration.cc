// The method is in the header.
#include "navigate/calibration.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace asof::navigate {
namespace {

// More bins than this follow chance rather than the curve.
constexpr std::size_t kMostBins = 20;

}  // namespace

double Reliability::worst(std::size_t least) const {
  double worst = 0;
  for (const Decile& decile : deciles)
    if (decile.count >= least) worst = std::max(worst, std::abs(decile.stated - decile.happened));
  return worst;
}

Reliability reliability(std::span<const Case> cases) {
  Reliability table;
  for (const Case& c : cases) {
    const auto index = static_cast<std::size_t>(std::clamp(c.stated * 10, 0.0, 9.0));
    Decile& decile = c.stated >= 1 ? table.certain : table.deciles[index];
    ++decile.count;
    decile.stated += c.stated;
    decile.happened += c.happened;
  }
  const auto mean = [](Decile& decile) {
    if (decile.count == 0) return;
    decile.stated /= static_cast<double>(decile.count);
    decile.happened /= static_cast<double>(decile.count);
  };
  for (Decile& decile : table.deciles) mean(decile);
  mean(table.certain);
  return table;
}

std::vector<double> pool_adjacent_violators(std::span<const double> values,
                                            std::span<const double> weights) {
  CHECK(values.size() == weights.size());
  struct Block {
    double sum, weight;
    std::size_t count;
    double mean() const { return sum / weight; }
  };
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(weights[i] > 0);
    Block block{values[i] * weights[i], weights[i], 1};
    while (!blocks.empty() && blocks.back().mean() >= block.mean()) {
      block.sum += blocks.back().sum;
      block.weight += blocks.back().weight;
      block.count += blocks.back().count;
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  std::vector<double> fitted;
  for (const Block& block : blocks) fitted.insert(fitted.end(), block.count, block.mean());
  return fitted;
}

Correction Correction::fit(std::span<const Case> cases, const Options& options) {
  std::vector<Case> sorted;
  for (const Case& c : cases)
    if (c.stated < 1) sorted.push_back(c);
  std::sort(sorted.begin(), sorted.end(),
            [](const Case& a, const Case& b) { return a.stated < b.stated; });
  std::vector<double> stated;
  std::vector<double> happened;
  std::vector<double> weights;
  const std::size_t least =
      std::max({options.least_bin, sorted.size() / kMostBins, std::size_t{1}});
  for (std::size_t i = 0; i < sorted.size();) {
    // What is left after a whole bin joins the last one if it is no bin of its own.
    const std::size_t end = sorted.size() - i < 2 * least ? sorted.size() : i + least;
    double s = 0;
    double h = 0;
    const auto n = static_cast<double>(end - i);
    for (; i < end; ++i) {
      s += sorted[i].stated;
      h += sorted[i].happened;
    }
    stated.push_back(s / n);
    happened.push_back((h + options.doubt * s / n) / (n + options.doubt));
    weights.push_back(n);
  }
  Correction correction;
  correction.stated_ = std::move(stated);
  correction.corrected_ = pool_adjacent_violators(happened, weights);
  return correction;
}

double Correction::operator()(double stated) const {
  if (stated >= 1 || stated_.empty()) return std::min(stated, 1.0);
  // Beyond the outermost bins the line goes on to 0 and to 1: what is nearly impossible or nearly
  // certain was not learned there to be otherwise.
  const auto right = std::upper_bound(stated_.begin(), stated_.end(), stated);
  const auto i = static_cast<std::size_t>(right - stated_.begin());
  const double from = i == 0 ? 0 : stated_[i - 1];
  const double to = i == stated_.size() ? 1 : stated_[i];
  const double low = i == 0 ? 0 : corrected_[i - 1];
  const double high = i == stated_.size() ? 1 : corrected_[i];
  return to > from ? low + (stated - from) / (to - from) * (high - low) : low;
}

Correction fit_on_own_evidence(std::span<const HiddenCase> cases,
                               const Correction::Options& options) {
  Correction correction;
  std::vector<Case> known(cases.size());
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool proven = cases[i].settled <= 0 || cases[i].settled >= 1;
      known[i] = {cases[i].stated, proven ? cases[i].settled : correction(cases[i].settled)};
    }
    correction = Correction::fit(known, options);
  }
  return correction;
}

}  // namespace asof::navigate
