#include "pattern/predictor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::pattern {
namespace {

constexpr Gamma kStart{0.5, 10};

std::vector<Observation> watch(Rng& rng, double rate, int visits) {
  std::vector<Observation> seen;
  for (int i = 0; i < visits; ++i)
    seen.push_back({.length = 1, .changed = rng.uniform() < -std::expm1(-rate)});
  return seen;
}

PageTraits page(const std::string& directory, int number) {
  return {.url = "https://s.example/" + directory + "/p-" +
                 std::string(1, char('a' + number % 26)) +
                 std::string(1, char('a' + number / 26 % 26)),
          .mime = "text/html",
          .depth = 2};
}

TEST(RatePredictor, KnowsOnlyTheStartBeforeItLearned) {
  const RatePredictor predictor(kStart);
  EXPECT_NEAR(predictor.predict(page("news", 1)), 0.05, 1e-9);
}

TEST(RatePredictor, PagesAreLikeTheirDirectory) {
  Rng rng(1);
  RatePredictor predictor(kStart);
  for (int i = 0; i < 40; ++i) {
    predictor.learn(page("news", i), watch(rng, 1.2 * rng.gamma(4) / 4, 30));
    predictor.learn(page("archive", i), watch(rng, 0.01 * rng.gamma(4) / 4, 30));
  }
  predictor.fit();
  EXPECT_NEAR(predictor.predict(page("news", 100)), 1.2, 0.25);
  EXPECT_NEAR(predictor.predict(page("archive", 100)), 0.01, 0.006);
  // A directory never seen is like the site, and its pages may be like either.
  const Gamma unknown = predictor.belief(page("else", 1));
  EXPECT_GT(unknown.mean(), 0.2);
  EXPECT_LT(unknown.mean(), 0.9);
  EXPECT_LT(unknown.shape, predictor.belief(page("news", 100)).shape);
}

TEST(RatePredictor, FewPagesLeanOnTheirParentManyDoNot) {
  double last = 1e9;
  for (const int few : {1, 4, 40}) {
    Rng rng(2);
    RatePredictor predictor(kStart);
    for (int i = 0; i < 60; ++i)
      predictor.learn(page("hot" + std::string(1, char('a' + i % 6)), i),
                      watch(rng, rng.gamma(3) / 3, 20));
    for (int i = 0; i < few; ++i) predictor.learn(page("cold", i), watch(rng, 0.002, 20));
    predictor.fit();
    const double predicted = predictor.predict(page("cold", 99));
    EXPECT_LT(predicted, last);
    last = predicted;
  }
  EXPECT_LT(last, 0.02);
}

TEST(RatePredictor, OwnVisitsMoveTheBelief) {
  Rng rng(3);
  RatePredictor predictor(kStart);
  for (int i = 0; i < 40; ++i) predictor.learn(page("news", i), watch(rng, rng.gamma(0.5), 30));
  predictor.fit();
  const std::vector<Observation> changed = {{.length = 1, .changed = true}};
  const std::vector<Observation> quiet = {{.length = 1, .changed = false}};
  const double before = predictor.predict(page("news", 99));
  EXPECT_GT(predictor.belief(page("news", 99), changed).mean(), 1.2 * before);
  EXPECT_LT(predictor.belief(page("news", 99), quiet).mean(), 0.8 * before);
}

// Held-out pages of a generated world: sites, directories and pages each vary around their parent.
TEST(RatePredictor, BeatsAConstantAndTheSitesMeanOnGeneratedSites) {
  Rng rng(4);
  RatePredictor predictor(kStart);
  struct Held {
    PageTraits traits;
    std::size_t site;
    std::vector<Observation> seen;
  };
  std::vector<Held> held;
  std::vector<Observation> all;
  std::vector<std::vector<Observation>> by_site(8);
  for (std::size_t site = 0; site < 8; ++site) {
    const double site_rate = 0.2 * rng.gamma(1);
    for (int directory = 0; directory < 6; ++directory) {
      const double directory_rate = site_rate * rng.gamma(1);
      for (int i = 0; i < 12; ++i) {
        PageTraits traits = page(std::string(1, char('a' + directory)), i);
        traits.url.replace(8, 1, 1, char('s' + site));
        const auto seen = watch(rng, directory_rate * rng.gamma(3) / 3, 30);
        if (i % 2 == 0) {
          held.push_back({traits, site, seen});
          continue;
        }
        predictor.learn(traits, seen);
        all.insert(all.end(), seen.begin(), seen.end());
        by_site[site].insert(by_site[site].end(), seen.begin(), seen.end());
      }
    }
  }
  predictor.fit();
  const auto score = [](double chance, const std::vector<Observation>& seen) {
    double sum = 0;
    for (const Observation& one : seen) sum += std::log(one.changed ? chance : 1 - chance);
    return sum / static_cast<double>(seen.size());
  };
  const auto chance = [](double rate) { return std::max(1e-4, -std::expm1(-rate)); };
  double constant = 0, site_mean = 0, predicted = 0;
  for (const Held& one : held) {
    const double n = static_cast<double>(held.size());
    constant += score(chance(maximum_likelihood_rate(all)), one.seen) / n;
    site_mean += score(chance(maximum_likelihood_rate(by_site[one.site])), one.seen) / n;
    predicted += score(predictor.belief(one.traits).change_probability(1), one.seen) / n;
  }
  EXPECT_GT(site_mean, constant + 0.01);
  EXPECT_GT(predicted, site_mean + 0.02);
}

TEST(RatePredictor, IgnoresPagesWithoutVisits) {
  RatePredictor predictor(kStart);
  predictor.learn(page("news", 1), {});
  predictor.fit();
  EXPECT_EQ(predictor.groups(), 1u);
}

}  // namespace
}  // namespace asof::pattern
