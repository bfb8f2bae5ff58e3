// The method is in the header.
#include "navigate/joint.h"

#include <algorithm>
#include <cmath>

namespace asof::navigate {

Together JointShare::mean() const {
  Together mean;
  for (std::size_t k = 0; k < kShares.size(); ++k) {
    mean.at_once += weight[k] * kShares[k].at_once;
    mean.in_slot += weight[k] * kShares[k].in_slot;
  }
  return mean;
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

namespace {

// Pairs of one archive share pages and say the same thing several times.
constexpr double kTempered = 0.25;

struct Habit {
  JointShare prior;
  double log_likelihood = 0;
};

// EM over the shares of one habit.
Habit learn_habit(std::span<const PerShare> likelihoods, bool (*allowed)(Together), int rounds) {
  double count = 0;
  for (const Together& share : kShares) count += allowed(share) ? 1 : 0;
  PerShare even{};
  for (std::size_t k = 0; k < kShares.size(); ++k) even[k] = allowed(kShares[k]) ? 1 / count : 0;
  Habit habit{.prior = {even}};
  for (int round = 0; round < rounds; ++round) {
    PerShare sum{};
    for (const PerShare& likelihood : likelihoods) {
      const JointShare own = posterior_share(habit.prior, likelihood);
      for (std::size_t k = 0; k < kShares.size(); ++k) sum[k] += own.weight[k];
    }
    // One pair's worth of doubt, so that no share is ever ruled out.
    for (std::size_t k = 0; k < kShares.size(); ++k)
      habit.prior.weight[k] = (sum[k] + even[k]) / (static_cast<double>(likelihoods.size()) + 1);
  }
  for (const PerShare& likelihood : likelihoods) {
    const double most = *std::max_element(likelihood.begin(), likelihood.end());
    double sum = 0;
    for (std::size_t k = 0; k < kShares.size(); ++k)
      sum += habit.prior.weight[k] * std::exp(likelihood[k] - most);
    habit.log_likelihood += most + std::log(std::max(sum, 1e-300));
  }
  return habit;
}

}  // namespace

JointShare learn_joint_share(std::span<const PerShare> likelihoods, int rounds) {
  if (likelihoods.empty()) return {};
  const Habit instant = learn_habit(
      likelihoods, [](Together t) { return t.in_slot == 0; }, rounds);
  const Habit slot = learn_habit(
      likelihoods, [](Together t) { return t.at_once == 0; }, rounds);
  const double lead = kTempered * (slot.log_likelihood - instant.log_likelihood);
  const double share = 1 / (1 + std::exp(std::clamp(-lead, -700.0, 700.0)));
  JointShare site;
  for (std::size_t k = 0; k < kShares.size(); ++k)
    site.weight[k] = share * slot.prior.weight[k] + (1 - share) * instant.prior.weight[k];
  return site;
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
