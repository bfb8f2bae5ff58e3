// JointShare: which part of a pair's changes happens to both pages at one instant, as a
// distribution over a few values; and how it is learned from an archive.
//
// The model is that of navigate/coherence.h, and so is the likelihood of what a pair's captures
// show given a share: the same walk through time. Pairs differ (an index and its pages change
// together, two articles do not), and one pair has few captures. So the distribution of shares over
// the archive's pairs is learned by EM on a grid, and each pair's own share is the posterior under
// it: empirical Bayes.
//
// Cost: one walk per share and pair; O(pairs) per round of EM. Proven by JointTest on planted joint
// changes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "navigate/coherence.h"

namespace asof::navigate {

inline constexpr std::array<Together, 9> kShares = {
    {{0, 0}, {0.3, 0}, {0.6, 0}, {0.8, 0}, {0.95, 0}, {0, 0.3}, {0, 0.6}, {0, 0.8}, {0, 0.95}}};

// One number per share of kShares.
using PerShare = std::array<double, kShares.size()>;

// Probabilities of kShares; sum to 1.
struct JointShare {
  PerShare weight = {1};
  Together mean() const;
};

// One pair's log-likelihood of each share.
PerShare share_likelihood(const Track& one, const Track& other);

// The distribution over pairs; without pairs, independence.
JointShare learn_joint_share(std::span<const PerShare> likelihoods, int rounds = 50);

// A pair's own, given the archive's.
JointShare posterior_share(const JointShare& prior, const PerShare& likelihood);

// The mean over the shares; exactly 1 where the runs overlap.
double probability_coherent(const Track& one, std::size_t i, const Track& other, std::size_t j,
                            const JointShare& joint);

}  // namespace asof::navigate
