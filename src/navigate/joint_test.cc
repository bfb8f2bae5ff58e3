#include "navigate/joint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "navigate/calibration.h"
#include "navigate/policy.h"

namespace asof::navigate {
namespace {

struct Truth {
  std::vector<Time> one;
  std::vector<Time> other;
};

constexpr Time kEnd = 400;

void add_changes(Rng& rng, double rate, std::vector<Time>& out, std::vector<Time>* also = nullptr) {
  if (!(rate > 0)) return;
  for (Time t = rng.exponential(rate); t < kEnd; t += rng.exponential(rate)) {
    out.push_back(t);
    if (also) also->push_back(t);
  }
}

// Two pages of equal rate, a share of whose changes is joint.
Truth planted(Rng& rng, double rate, double share) {
  Truth truth;
  add_changes(rng, rate * share, truth.one, &truth.other);
  add_changes(rng, rate * (1 - share), truth.one);
  add_changes(rng, rate * (1 - share), truth.other);
  std::sort(truth.one.begin(), truth.one.end());
  std::sort(truth.other.begin(), truth.other.end());
  return truth;
}

std::uint64_t version_at(const std::vector<Time>& changes, Time at) {
  return static_cast<std::uint64_t>(std::upper_bound(changes.begin(), changes.end(), at) -
                                    changes.begin());
}

Page captured(Rng& rng, const std::vector<Time>& changes, double rate) {
  Page page{.changes = {.cycle = 10, .rates = {rate * 10}}};
  for (Time at = rng.uniform(0, 8); at < kEnd; at += rng.uniform(2, 14))
    page.captures.push_back({at, version_at(changes, at), {}});
  return page;
}

// [start, end) of a version.
std::pair<Time, Time> lifetime(const std::vector<Time>& changes, std::uint64_t version) {
  const auto v = static_cast<std::size_t>(version);
  return {v == 0 ? -1e9 : changes[v - 1], v == changes.size() ? 1e9 : changes[v]};
}

bool coherent(const Truth& truth, std::uint64_t one, std::uint64_t other) {
  const auto a = lifetime(truth.one, one);
  const auto b = lifetime(truth.other, other);
  return std::max(a.first, b.first) < std::min(a.second, b.second);
}

PerShare likelihood_of(const Page& one, const Page& other) {
  return share_likelihood(Track(one), Track(other));
}

TEST(Joint, TheShareOfPlantedJointChangesIsFound) {
  for (const double share : {0.0, 0.4, 0.8}) {
    Rng rng(31);
    std::vector<PerShare> likelihoods;
    for (int i = 0; i < 60; ++i) {
      const Truth truth = planted(rng, 0.05, share);
      likelihoods.push_back(
          likelihood_of(captured(rng, truth.one, 0.05), captured(rng, truth.other, 0.05)));
    }
    EXPECT_NEAR(learn_joint_share(likelihoods).mean().at_once, share, 0.12);
  }
}

TEST(Joint, PairsThatChangeTogetherAreToldFromPairsThatDoNot) {
  Rng rng(32);
  std::vector<PerShare> likelihoods;
  for (int i = 0; i < 80; ++i) {
    const Truth truth = planted(rng, 0.05, i % 2 == 0 ? 0.9 : 0);
    likelihoods.push_back(
        likelihood_of(captured(rng, truth.one, 0.05), captured(rng, truth.other, 0.05)));
  }
  const JointShare site = learn_joint_share(likelihoods);
  double together = 0;
  double apart = 0;
  for (std::size_t i = 0; i < likelihoods.size(); ++i)
    (i % 2 == 0 ? together : apart) += posterior_share(site, likelihoods[i]).mean().at_once / 40;
  EXPECT_GT(together, 0.75);
  EXPECT_LT(apart, 0.15);
}

// Both pages change in the same hour, in either order; captures come often enough to tell.
TEST(Joint, ASiteThatPublishesWithinTheHourIsToldFromOneThatPublishesAtOnce) {
  for (const bool at_once : {true, false}) {
    Rng rng(34);
    std::vector<PerShare> likelihoods;
    for (int i = 0; i < 60; ++i) {
      Truth truth;
      add_changes(rng, 0.02, truth.one, &truth.other);
      if (!at_once)
        for (std::vector<Time>* changes : {&truth.one, &truth.other})
          for (Time& t : *changes) t = std::floor(t) + rng.uniform();
      std::vector<Page> pages;
      for (std::vector<Time>* changes : {&truth.one, &truth.other}) {
        std::sort(changes->begin(), changes->end());
        Page page{.changes = {.cycle = 24, .rates = std::vector<double>(24, 0.02)}};
        for (Time at = rng.uniform(0, 2); at < kEnd; at += rng.uniform(0.3, 2))
          page.captures.push_back({at, version_at(*changes, at), {}});
        pages.push_back(std::move(page));
      }
      likelihoods.push_back(likelihood_of(pages[0], pages[1]));
    }
    const Together mean = learn_joint_share(likelihoods).mean();
    EXPECT_GT(at_once ? mean.at_once : mean.in_slot, 0.6) << at_once;
    EXPECT_LT(at_once ? mean.in_slot : mean.at_once, 0.1) << at_once;
  }
}

// Where changes are joint, independence overstates; the learned share does not.
TEST(Joint, RepairsProbabilitiesBeforeAnyCorrection) {
  Rng rng(33);
  struct Pair {
    Truth truth;
    Page source, link;
  };
  std::vector<Pair> pairs;
  std::vector<PerShare> likelihoods;
  for (int i = 0; i < 250; ++i) {
    Truth truth = planted(rng, 0.05, 0.8);
    Page source = captured(rng, truth.one, 0.05);
    Page link = captured(rng, truth.other, 0.05);
    likelihoods.push_back(likelihood_of(source, link));
    pairs.push_back({std::move(truth), std::move(source), std::move(link)});
  }
  const JointShare site = learn_joint_share(likelihoods);
  std::vector<Case> independent;
  std::vector<Case> joint;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (const CaptureMark& at : pairs[i].source.captures) {
      Question question{.source = pairs[i].source, .at = at.at, .link = pairs[i].link};
      for (std::vector<Case>* cases : {&independent, &joint}) {
        if (cases == &joint) question.joint = posterior_share(site, likelihoods[i]);
        const Choice choice = find_policy("likelihood")->choose(question);
        const bool good =
            coherent(pairs[i].truth, at.digest, question.link.captures[*choice.capture].digest);
        cases->push_back({*choice.probability, good ? 1.0 : 0.0});
      }
    }
  EXPECT_GT(reliability(independent).worst(100), 0.3);
  EXPECT_LT(reliability(joint).worst(100), 0.08);
}

}  // namespace
}  // namespace asof::navigate
