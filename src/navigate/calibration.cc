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

double Correction::operator()(double stated) const {
  if (stated >= 1) return 1;
  const double p = std::max(stated, 0.0);
  const double more_causes = -std::expm1(strength_ * std::log1p(-p));
  const double odds = p / (1 - p) * strength_ * strength_;
  return (more_causes + odds / (1 + odds)) / 2;
}

Correction Correction::fit(std::span<const HiddenCase> cases) {
  // What is stated beyond what is found, given log k.
  const auto beyond = [](const HiddenCase& c, double log_strength) {
    const Correction correction(std::exp(log_strength));
    return c.stated < 1 ? correction(c.stated) - correction(c.settled) : 0;
  };
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
  std::map<std::uint32_t, double> groups;
  for (const HiddenCase& c : cases) groups[c.group] += beyond(c, best);
  double squares = 0;
  for (const auto& [group, sum] : groups) squares += sum * sum;
  const double error = squares / (slope * slope);
  return Correction(std::exp(best * kTrust * kTrust / (kTrust * kTrust + error)));
}

}  // namespace asof::navigate
