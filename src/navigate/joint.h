// JointShare: which part of a pair's changes happens to both pages at one instant, as a
// distribution over a few values; and how it is learned from an archive.
//
// Model (navigate/coherence.h): joint changes of pages a and b come at rate share * min(a(t),
// b(t)). A pair's captures show, for each two gaps between captures that overlap, whether a and b
// changed in them. With C the joint changes expected in the overlap, z = exp(-changes expected in a
// gap):
//   P(neither) = z_a z_b e^C,  P(only b) = z_a - P(neither),  P(only a) = z_b - P(neither), ...
// Gaps overlap several others, so each pair of gaps counts by overlap / union: a composite
// likelihood (Varin, Reid, Firth 2011) whose total weight is about one per gap.
//
// Pairs differ (an index and its pages change together, two articles do not), and one pair has few
// gaps. So the distribution of shares over the site's pairs is learned by EM on a grid, and each
// pair's own share is the posterior under it: empirical Bayes.
//
// Cost: O(gaps * grid) per pair and round. Proven by JointTest on planted joint events.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "navigate/page.h"

namespace asof::navigate {

inline constexpr std::array<double, 6> kShares = {0, 0.2, 0.4, 0.6, 0.8, 0.95};

// Probabilities of kShares; sum to 1.
struct JointShare {
  std::array<double, kShares.size()> weight = {1, 0, 0, 0, 0, 0};
  double mean() const;
};

// One pair's log-likelihood of each share.
std::array<double, kShares.size()> share_likelihood(const Page& one, const Page& other);

// The distribution over pairs; without pairs, independence.
JointShare learn_joint_share(std::span<const std::array<double, kShares.size()>> likelihoods,
                             int rounds = 50);

// A pair's own, given the site's.
JointShare posterior_share(const JointShare& site,
                           const std::array<double, kShares.size()>& likelihood);

}  // namespace asof::navigate
