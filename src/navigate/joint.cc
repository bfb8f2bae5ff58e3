// The model, the likelihood and the cost are in the header.
#include "navigate/joint.h"

#include <algorithm>
#include <cmath>

namespace asof::navigate {
namespace {

using Likelihood = std::array<double, kShares.size()>;

constexpr double kLeast = 1e-9;  // no observation is held impossible: real changes are not Poisson

// Between captures i and i + 1.
struct Gap {
  Time from = 0;
  Time to = 0;
  bool changed = false;
  double quiet = 1;  // exp(-changes expected)
};

std::vector<Gap> gaps_of(const Page& page) {
  std::vector<Gap> gaps;
  for (std::size_t i = 0; i + 1 < page.captures.size(); ++i) {
    const CaptureMark& a = page.captures[i];
    const CaptureMark& b = page.captures[i + 1];
    gaps.push_back(
        {a.at, b.at, a.digest != b.digest, std::exp(-page.changes.expected(a.at, b.at))});
  }
  return gaps;
}

// Integral of min(rates) over the interval; patterns of one page count and cycle step together, any
// others are taken at their means.
double common_changes(const pattern::Pattern& a, const pattern::Pattern& b, Time from, Time to) {
  if (a.slots() != b.slots() || a.cycle != b.cycle)
    return std::min(a.expected(from, to), b.expected(from, to));
  pattern::Pattern least{.cycle = a.cycle};
  for (std::size_t k = 0; k < a.slots(); ++k)
    least.rates.push_back(std::min(a.rates[k], b.rates[k]));
  return least.expected(from, to);
}

void add(Likelihood& sum, const Gap& a, const Gap& b, double common, double weight) {
  for (std::size_t k = 0; k < kShares.size(); ++k) {
    const double neither =
        std::min({a.quiet * b.quiet * std::exp(kShares[k] * common), a.quiet, b.quiet});
    double probability = neither;
    if (a.changed && b.changed) probability = 1 - a.quiet - b.quiet + neither;
    if (a.changed && !b.changed) probability = b.quiet - neither;
    if (!a.changed && b.changed) probability = a.quiet - neither;
    sum[k] += weight * std::log(std::max(probability, kLeast));
  }
}

JointShare weigh(const JointShare& prior, const Likelihood& likelihood) {
  const double most = *std::max_element(likelihood.begin(), likelihood.end());
  JointShare share;
  double total = 0;
  for (std::size_t k = 0; k < kShares.size(); ++k) {
    share.weight[k] = prior.weight[k] * std::exp(likelihood[k] - most);
    total += share.weight[k];
  }
  if (!(total > 0)) return prior;
  for (double& w : share.weight) w /= total;
  return share;
}

}  // namespace

double JointShare::mean() const {
  double sum = 0;
  for (std::size_t k = 0; k < kShares.size(); ++k) sum += weight[k] * kShares[k];
  return sum;
}

std::array<double, kShares.size()> share_likelihood(const Page& one, const Page& other) {
  Likelihood sum{};
  const std::vector<Gap> first = gaps_of(one);
  const std::vector<Gap> second = gaps_of(other);
  std::size_t j = 0;
  for (const Gap& a : first) {
    while (j < second.size() && second[j].to <= a.from) ++j;
    for (std::size_t i = j; i < second.size() && second[i].from < a.to; ++i) {
      const Gap& b = second[i];
      const Time from = std::max(a.from, b.from);
      const Time to = std::min(a.to, b.to);
      if (!(to > from)) continue;
      const double whole = std::max(a.to, b.to) - std::min(a.from, b.from);
      add(sum, a, b, common_changes(one.changes, other.changes, from, to), (to - from) / whole);
    }
  }
  return sum;
}

JointShare learn_joint_share(std::span<const Likelihood> likelihoods, int rounds) {
  if (likelihoods.empty()) return {};
  JointShare site;
  site.weight.fill(1.0 / static_cast<double>(kShares.size()));
  for (int round = 0; round < rounds; ++round) {
    Likelihood sum{};
    for (const Likelihood& likelihood : likelihoods) {
      const JointShare own = weigh(site, likelihood);
      for (std::size_t k = 0; k < kShares.size(); ++k) sum[k] += own.weight[k];
    }
    // One pair's worth of doubt, so that no share is ever ruled out.
    const double total = static_cast<double>(likelihoods.size()) + 1;
    for (std::size_t k = 0; k < kShares.size(); ++k)
      site.weight[k] = (sum[k] + 1.0 / static_cast<double>(kShares.size())) / total;
  }
  return site;
}

JointShare posterior_share(const JointShare& site, const Likelihood& likelihood) {
  return weigh(site, likelihood);
}

}  // namespace asof::navigate
