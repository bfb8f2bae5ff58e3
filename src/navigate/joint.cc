// The method is in the header.
#include "navigate/joint.h"

#include <algorithm>
#include <cmath>

namespace asof::navigate {

double JointShare::mean() const {
  double sum = 0;
  for (std::size_t k = 0; k < kShares.size(); ++k) sum += weight[k] * kShares[k];
  return sum;
}

PerShare share_likelihood(const Track& one, const Track& other) {
  PerShare likelihood{};
  for (std::size_t k = 0; k < kShares.size(); ++k)
    likelihood[k] = pair_log_likelihood(one, other, kShares[k]);
  return likelihood;
}

JointShare posterior_share(const JointShare& prior, const PerShare& likelihood) {
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

JointShare learn_joint_share(std::span<const PerShare> likelihoods, int rounds) {
  if (likelihoods.empty()) return {};
  constexpr double kEven = 1.0 / static_cast<double>(kShares.size());
  JointShare prior;
  prior.weight.fill(kEven);
  for (int round = 0; round < rounds; ++round) {
    PerShare sum{};
    for (const PerShare& likelihood : likelihoods) {
      const JointShare own = posterior_share(prior, likelihood);
      for (std::size_t k = 0; k < kShares.size(); ++k) sum[k] += own.weight[k];
    }
    // One pair's worth of doubt, so that no share is ever ruled out.
    for (std::size_t k = 0; k < kShares.size(); ++k)
      prior.weight[k] = (sum[k] + kEven) / (static_cast<double>(likelihoods.size()) + 1);
  }
  return prior;
}

double probability_coherent(const Track& one, std::size_t i, const Track& other, std::size_t j,
                            const JointShare& joint) {
  double sum = 0;
  double weight = 0;
  for (std::size_t k = 0; k < kShares.size(); ++k) {
    if (!(joint.weight[k] > 1e-6)) continue;
    const double p = probability_coherent(one, i, other, j, kShares[k]);
    if (p == 1 && weight == 0) return 1;  // the runs overlap, whatever the share
    sum += joint.weight[k] * p;
    weight += joint.weight[k];
  }
  return weight > 0 ? sum / weight : 0;
}

}  // namespace asof::navigate
