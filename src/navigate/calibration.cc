// The method is in the header.
#include "navigate/calibration.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/check.h"

namespace asof::navigate {
namespace {

constexpr double kStrongest = 8;  // k, or one over it
constexpr double kStep = 0.05;    // of log k, to see what a correction changes

double corrected(double stated, double strength) {
  if (stated >= 1) return 1;
  const double p = std::max(stated, 0.0);
  const double more_causes = -std::expm1(strength * std::log1p(-p));
  const double odds = p / (1 - p) * strength * strength;
  const double by_odds = std::isinf(odds) ? 1 : odds / (1 + odds);
  return (more_causes + by_odds) / 2;
}

// What is stated beyond what is found, given log k.
double beyond(const HiddenCase& c, double log_strength) {
  if (c.stated >= 1) return 0;
  const double strength = std::exp(log_strength);
  return corrected(c.stated, strength) - corrected(c.settled, strength);
}

// The variance of the sum of what is beyond, and how many pages it comes from: the fewer of sources
// and links.
struct Spread {
  double squares = 0;
  std::size_t units = 0;
};

Spread spread_of(std::span<const HiddenCase> cases, double log_strength) {
  std::map<std::uint32_t, double> sources, links;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> pairs;
  for (const HiddenCase& c : cases) {
    const double value = beyond(c, log_strength);
    sources[c.group] += value;
    links[c.other] += value;
    pairs[{c.group, c.other}] += value;
  }
  const auto squares = [](const auto& sums) {
    double sum = 0;
    for (const auto& [key, value] : sums) sum += value * value;
    return sum;
  };
  const double one_way = std::max(squares(sources), squares(links));
  return {std::max(squares(sources) + squares(links) - squares(pairs), one_way),
          std::min(sources.size(), links.size())};
}

// Student's t that |t| exceeds once in twenty (Cornish and Fisher's expansion about 1.96, exact to
// .02 from 3 on).
double t_95(std::size_t freedom) {
  if (freedom == 1) return 12.706;
  if (freedom == 2) return 4.303;
  const double n = static_cast<double>(freedom);
  return 1.96 + 2.3722 / n + 2.8225 / (n * n) + 2.5559 / (n * n * n);
}

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

double Correction::operator()(double stated) const { return corrected(stated, strength_); }

bool Correction::holds(double stated) const {
  if (stated >= 1) return true;  // a proof
  if (settled_ == 0) return false;
  const double shown = (*this)(stated);
  if (shown < kShownLeast) return false;
  return corrected(stated, std::exp(high_)) - shown <= kShownError &&
         shown - corrected(stated, std::exp(low_)) <= kShownError;
}

Correction Correction::fit(std::span<const HiddenCase> cases) {
  const auto excess = [&](double log_strength) {
    double sum = 0;
    for (const HiddenCase& c : cases) sum += beyond(c, log_strength);
    return sum;
  };
  double low = -std::log(kStrongest);
  double high = std::log(kStrongest);
  for (int round = 0; round < 50; ++round) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? high : low) = middle;
  }
  const double best = (low + high) / 2;
  const double slope = (excess(best + kStep) - excess(best - kStep)) / (2 * kStep);
  if (!(slope > 0)) return {};
  const Spread spread = spread_of(cases, best);
  const double error = spread.squares / (slope * slope);
  Correction fitted;
  fitted.strength_ = std::exp(best * kTrust * kTrust / (kTrust * kTrust + error));
  if (spread.units < 2) return fitted;
  const double reach = t_95(spread.units - 1) * std::sqrt(error);
  fitted.low_ = best - reach;
  fitted.high_ = best + reach;
  for (const HiddenCase& c : cases)
    if (c.stated < 1 && (c.settled <= 0 || c.settled >= 1)) ++fitted.settled_;
  return fitted;
}

}  // namespace asof::navigate
