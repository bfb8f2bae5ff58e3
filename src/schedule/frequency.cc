// Cho and Garcia-Molina, "Effective page refresh policies for Web crawlers" (2003): at the optimum
// every visited page has the same marginal freshness, dF/df = mu / w. With r = rate / f that is
// 1 - (1 + r) exp(-r) = mu rate / w, increasing in r, so a page has at most one answer, none when
// the right side reaches 1. Kolobov et al., "Staying up to date with online content changes"
// (2019): f = (-rate + sqrt(rate^2 + 4 w rate / L)) / 2. Both sums fall as the multiplier grows:
// bisection. frequency_test.cc: grid search, equal marginals.
#include "schedule/frequency.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace asof::schedule {
namespace {

// The r with 1 - (1 + r) exp(-r) = share, 0 < share < 1.
double ratio_at(double share) {
  double low = 0;
  double high = 1;
  const auto reached = [](double r) { return 1 - (1 + r) * std::exp(-r); };
  while (reached(high) < share && high < 700) high *= 2;
  for (int i = 0; i < 60 && high - low > 1e-13 * high; ++i) {
    const double middle = (low + high) / 2;
    (reached(middle) < share ? low : high) = middle;
  }
  return (low + high) / 2;
}

// Finds the multiplier at which frequencies(multiplier), falling, add up to the budget.
template <class Frequencies>
std::vector<double> bisect(double budget, Frequencies frequencies) {
  const auto sum = [](const std::vector<double>& values) {
    double total = 0;
    for (const double value : values) total += value;
    return total;
  };
  double low = 1;
  double high = 1;
  while (sum(frequencies(low)) < budget && low > 1e-200) low /= 16;
  while (sum(frequencies(high)) > budget && high < 1e200) high *= 16;
  for (int i = 0; i < 100 && high > low * (1 + 1e-13); ++i) {
    const double middle = std::sqrt(low * high);
    (sum(frequencies(middle)) > budget ? low : high) = middle;
  }
  // A frequency falls to 0 in one step when nothing finer can be told apart; share that step.
  std::vector<double> result = frequencies(high);
  const std::vector<double> above = frequencies(low);
  const double least = sum(result);
  const double most = sum(above);
  const double share = most > least ? std::clamp((budget - least) / (most - least), 0.0, 1.0) : 0;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] += share * (above[i] - result[i]);
  return result;
}

}  // namespace

std::vector<double> optimal_frequencies(std::span<const double> rates,
                                        std::span<const double> weights, double budget,
                                        double cap) {
  CHECK(rates.size() == weights.size());
  std::vector<double> result(rates.size(), 0);
  const auto live = static_cast<double>(
      std::count_if(rates.begin(), rates.end(), [](double rate) { return rate > 0; }));
  if (live == 0 || budget <= 0) return result;
  if (cap * live <= budget) {
    for (std::size_t i = 0; i < rates.size(); ++i) result[i] = rates[i] > 0 ? cap : 0;
    return result;
  }
  return bisect(budget, [&](double multiplier) {
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const double share = rates[i] > 0 ? multiplier * rates[i] / weights[i] : 1;
      result[i] = share < 1 ? std::min(cap, rates[i] / ratio_at(share)) : 0;
    }
    return result;
  });
}

std::vector<double> harmonic_frequencies(std::span<const double> rates,
                                         std::span<const double> weights, double budget) {
  CHECK(rates.size() == weights.size());
  std::vector<double> result(rates.size(), 0);
  if (rates.empty() || budget <= 0) return result;
  return bisect(budget, [&](double multiplier) {
    for (std::size_t i = 0; i < rates.size(); ++i) {
      // Written so that nothing cancels where the page changes fast.
      const double push = weights[i] * rates[i] / multiplier;
      result[i] = 2 * push / (rates[i] + std::sqrt(rates[i] * rates[i] + 4 * push));
    }
    return result;
  });
}

}  // namespace asof::schedule
