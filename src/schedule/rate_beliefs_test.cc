#include "schedule/rate_beliefs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace asof::schedule {
namespace {

constexpr Duration kHour = 3600;

double mean(const RateShares& shares) {
  double sum = 0;
  for (std::size_t k = 0; k < kRateCount; ++k) sum += shares[k] * table_of_rates()[k];
  return sum;
}

RateBeliefs with_pages(PageId count, PageId parent = 0) {
  RateBeliefs beliefs;
  for (PageId id = 0; id < count; ++id) beliefs.add({.id = id, .parent = parent, .depth = 1});
  return beliefs;
}

// Bayes' rule by hand, from what is believed of any page.
TEST(RateBeliefs, AreTheLikelihoodOfWhatWasSeen) {
  RateBeliefs beliefs = with_pages(1);
  const RateShares prior = beliefs.of(0);
  beliefs.dated(0, 5 * kHour);
  beliefs.changed(0, 3 * kHour, std::nullopt);
  RateShares slow{};
  double sum = 0;
  for (std::size_t k = 0; k < kRateCount; ++k) {
    const double rate = table_of_rates()[k];
    slow[k] = prior[k] * rate * std::exp(-rate * 5 * kHour) * (1 - std::exp(-rate * 3 * kHour));
    sum += slow[k];
  }
  const RateShares shares = beliefs.of(0);
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
  for (std::size_t k = 0; k < kRateCount; ++k) EXPECT_NEAR(shares[k], slow[k] / sum, 1e-6);
}

TEST(RateBeliefs, TheYoungerAPageTheMoreOftenItIsBelievedToChange) {
  RateBeliefs beliefs = with_pages(4);
  const Duration ages[] = {kHour, 10 * kHour, 100 * kHour, 1000 * kHour};
  for (PageId id = 0; id < 4; ++id) beliefs.dated(id, ages[id]);
  beliefs.settle();
  for (PageId id = 1; id < 4; ++id) EXPECT_GT(mean(beliefs.of(id - 1)), mean(beliefs.of(id))) << id;
  EXPECT_EQ(beliefs.dates(), 4u);
}

// Servers date pages that they make for each request to that moment.
TEST(RateBeliefs, ADateOfThisMomentSaysNothing) {
  RateBeliefs beliefs = with_pages(1);
  beliefs.dated(0, 0.5);
  EXPECT_EQ(beliefs.dates(), 0u);
  EXPECT_EQ(beliefs.of(0), RateBeliefs(with_pages(1)).of(0));
}

TEST(RateBeliefs, APageWithoutEvidenceIsBelievedToBeLikeThoseFoundBesideIt) {
  RateBeliefs beliefs;
  constexpr PageId kPages = 20;  // of each of two parents
  for (PageId id = 0; id < 2 * kPages; ++id) beliefs.add({.id = id, .parent = id % 2, .depth = 2});
  for (PageId id = 0; id < 2 * (kPages - 1); ++id)
    beliefs.dated(id, id % 2 == 0 ? kHour : 1000 * kHour);
  beliefs.settle();
  EXPECT_GT(mean(beliefs.of(2 * kPages - 2)), 4 * mean(beliefs.of(2 * kPages - 1)));
}

// Rates drawn, and one age of each page from them. So little evidence overrates pages that happen
// to be young, but not by much.
TEST(RateBeliefs, AreNotFarFromTheTruthOnAverage) {
  constexpr PageId kPages = 400;
  RateBeliefs beliefs = with_pages(kPages);
  double truth = 0, believed = 0;
  std::uint64_t state = 1;
  const auto chance = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (static_cast<double>(state >> 40) + 0.5) / static_cast<double>(1 << 24);
  };
  for (PageId id = 0; id < kPages; ++id) {
    const double rate = 1 / (chance() < 0.5 ? kHour : 200 * kHour);
    truth += rate;
    beliefs.dated(id, std::max(2.0, -std::log(chance()) / rate));
  }
  beliefs.settle();
  for (PageId id = 0; id < kPages; ++id) believed += mean(beliefs.of(id));
  EXPECT_GT(believed / truth, 0.8);
  EXPECT_LT(believed / truth, 1.8);
}

}  // namespace
}  // namespace asof::schedule
