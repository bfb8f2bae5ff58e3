#include "schedule/rate_beliefs.h"

#include <algorithm>
#include <cmath>

namespace asof::schedule {
namespace {

constexpr double kLowest = 1e-8;
constexpr double kLean = 4;  // pages that a group's parent is worth
constexpr int kRounds = 20;  // of learning
constexpr std::size_t kSample = 8192;
constexpr Duration kJustNow = 2;  // a page made for the request is dated like this
constexpr std::uint32_t kSite = 0;

}  // namespace

const RateShares& table_of_rates() {
  static const RateShares rates = [] {
    RateShares made{};
    for (std::size_t k = 0; k < kRateCount; ++k) made[k] = std::ldexp(kLowest, static_cast<int>(k));
    return made;
  }();
  return rates;
}

double chance_of_same(const RateShares& shares, Duration time) {
  double chance = 0;
  for (std::size_t k = 0; k < kRateCount; ++k)
    chance += shares[k] * std::exp(-table_of_rates()[k] * time);
  return chance;
}

// Before anything is seen: every rate up to one change an hour alike, those above in proportion to
// their intervals. It weighs as much as one page.
static const RateShares& first_prior() {
  static const RateShares prior = [] {
    RateShares made{};
    double sum = 0;
    for (std::size_t k = 0; k < kRateCount; ++k)
      sum += made[k] = 1 / (1 + 3600 * table_of_rates()[k]);
    for (double& share : made) share /= sum;
    return made;
  }();
  return prior;
}

RateBeliefs::RateBeliefs() {
  groups_.push_back({});
  groups_[kSite].prior = first_prior();
}

std::uint32_t RateBeliefs::group_of(const Page& page) {
  const auto named = [&](std::uint32_t parent, PageId name) {
    const auto next = static_cast<std::uint32_t>(groups_.size());
    const auto [found, fresh] = by_name_.try_emplace({parent, name}, next);
    if (fresh) {
      const RateShares prior = groups_[parent].prior;
      groups_.push_back({.parent = parent, .prior = prior});
    }
    return found->second;
  };
  return named(named(kSite, std::min<std::uint32_t>(page.depth, 3)), page.parent);
}

void RateBeliefs::add(const Page& page) {
  if (page.id >= pages_.size()) pages_.resize(std::size_t{page.id} + 1);
  pages_[page.id].group = group_of(page);
}

void RateBeliefs::told(PageId page, double rate) {
  if (rate <= 0) return;
  Evidence& evidence = pages_[page];
  ++evidence.dated;
  evidence.quiet += static_cast<float>(1 / rate);
  evidence.known = true;
}

void RateBeliefs::dated(PageId page, Duration age) {
  if (age < kJustNow) return;
  Evidence& evidence = pages_[page];
  ++evidence.dated;
  evidence.quiet += static_cast<float>(age);
  evidence.known = true;
  ++dates_;
}

void RateBeliefs::same(PageId page, Duration gap) {
  pages_[page].quiet += static_cast<float>(std::max(gap, 0.0));
  pages_[page].known = true;
}

void RateBeliefs::changed(PageId page, Duration gap, std::optional<Duration> age) {
  Evidence& evidence = pages_[page];
  evidence.known = true;
  if (age && *age >= kJustNow && *age < gap && evidence.dated < 255) {
    ++evidence.dated;
    evidence.quiet += static_cast<float>(*age);
  } else {
    evidence.gap = static_cast<float>(std::max(gap, 1e-3));
  }
}

RateShares RateBeliefs::believe(const Evidence& evidence) const {
  const RateShares& prior = groups_[evidence.group].prior;
  if (!evidence.known) return prior;
  const RateShares& rates = table_of_rates();
  RateShares shares{};
  double most = -kNever;
  for (std::size_t k = 0; k < kRateCount; ++k) {
    shares[k] =
        std::log(prior[k]) + evidence.dated * std::log(rates[k]) - rates[k] * evidence.quiet;
    if (evidence.gap > 0) shares[k] += std::log(-std::expm1(-rates[k] * evidence.gap));
    most = std::max(most, shares[k]);
  }
  double sum = 0;
  for (double& share : shares) sum += share = std::exp(share - most);
  for (double& share : shares) share /= sum;
  return shares;
}

void RateBeliefs::settle() {
  const std::size_t stride = pages_.size() / kSample + 1;
  for (int round = 0; round < kRounds; ++round) {
    for (Group& group : groups_) {
      group.pages = 0;
      group.sum.fill(0);
    }
    for (std::size_t page = 0; page < pages_.size(); page += stride) {
      if (!pages_[page].known) continue;
      const RateShares shares = believe(pages_[page]);
      for (std::uint32_t at = pages_[page].group;; at = groups_[at].parent) {
        ++groups_[at].pages;
        for (std::size_t k = 0; k < kRateCount; ++k) groups_[at].sum[k] += shares[k];
        if (at == kSite) break;
      }
    }
    for (std::uint32_t at = 0; at < groups_.size(); ++at) {
      Group& group = groups_[at];
      for (std::size_t k = 0; k < kRateCount; ++k) {
        if (at == kSite)
          group.prior[k] = (group.sum[k] + first_prior()[k]) / (group.pages + 1);
        else
          group.prior[k] =
              (kLean * groups_[group.parent].prior[k] + group.sum[k]) / (kLean + group.pages);
      }
    }
  }
}

RateShares RateBeliefs::of(PageId page) const { return believe(pages_[page]); }

}  // namespace asof::schedule
