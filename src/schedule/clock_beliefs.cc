// Empirical Bayes over a table of rates (Robbins 1956): likelihoods are exact for Poisson changes
// on the clock, the prior is found by EM. clock_beliefs_test.cc: Bayes' rule by hand.
#include "schedule/clock_beliefs.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace asof::schedule {
namespace {

constexpr double kLeans = 4;            // pages' worth of what all pages are like, for a cluster
constexpr int kEmRounds = 5;            // of EM, from where the last ones ended
constexpr float kLeastLikely = 1e-30F;  // no rate is ruled out for ever

}  // namespace

void ClockBeliefs::set_rates(double least, double most) {
  CHECK(least > 0 && most > least && pages_.empty());
  for (std::size_t k = 0; k < kRates; ++k)
    rates_[k] = least * std::pow(most / least, static_cast<double>(k) / (kRates - 1));
  prior_.fill(1.0 / kRates);
}

void ClockBeliefs::add(std::uint32_t cluster) {
  if (cluster >= priors_.size()) priors_.resize(std::size_t{cluster} + 1, prior_);
  Page page{.likelihood = {}, .cluster = cluster, .visited = false};
  page.likelihood.fill(1);
  pages_.push_back(page);
}

void ClockBeliefs::same(std::size_t id, double passed) {
  Page& page = pages_[id];
  for (std::size_t k = 0; k < kRates; ++k)
    page.likelihood[k] *= static_cast<float>(std::exp(-rates_[k] * passed));
  settle(page);
}

void ClockBeliefs::changed(std::size_t id, double passed) {
  Page& page = pages_[id];
  passed = std::max(passed, 1e-9);
  for (std::size_t k = 0; k < kRates; ++k)
    page.likelihood[k] *= static_cast<float>(-std::expm1(-rates_[k] * passed));
  settle(page);
}

void ClockBeliefs::settle(Page& page) {
  const float most = *std::max_element(page.likelihood.begin(), page.likelihood.end());
  for (float& each : page.likelihood) each = most > 0 ? std::max(each / most, kLeastLikely) : 1;
}

ClockBeliefs::Table ClockBeliefs::shares(std::size_t id) const {
  const Page& page = pages_[id];
  const Table& prior = priors_[page.cluster];
  Table shares;
  double sum = 0;
  for (std::size_t k = 0; k < kRates; ++k) sum += shares[k] = prior[k] * page.likelihood[k];
  for (double& share : shares) share /= sum;
  return shares;
}

double ClockBeliefs::mean(std::size_t id) const {
  const Table share = shares(id);
  double mean = 0;
  for (std::size_t k = 0; k < kRates; ++k) mean += share[k] * rates_[k];
  return mean;
}

void ClockBeliefs::learn_priors() {
  std::vector<Table> sums(priors_.size());
  std::vector<double> counts(priors_.size());
  for (int round = 0; round < kEmRounds; ++round) {
    for (Table& sum : sums) sum.fill(0);
    std::fill(counts.begin(), counts.end(), 0);
    for (std::size_t id = 0; id < pages_.size(); ++id) {
      if (!pages_[id].visited) continue;
      const Table share = shares(id);
      Table& sum = sums[pages_[id].cluster];
      for (std::size_t k = 0; k < kRates; ++k) sum[k] += share[k];
      counts[pages_[id].cluster] += 1;
    }
    double visited = 0;
    prior_.fill(1.0 / kRates);
    for (std::size_t c = 0; c < sums.size(); ++c) {
      visited += counts[c];
      for (std::size_t k = 0; k < kRates; ++k) prior_[k] += sums[c][k];
    }
    for (double& share : prior_) share /= visited + 1;
    for (std::size_t c = 0; c < sums.size(); ++c)
      for (std::size_t k = 0; k < kRates; ++k)
        priors_[c][k] = (kLeans * prior_[k] + sums[c][k]) / (kLeans + counts[c]);
  }
}

}  // namespace asof::schedule
