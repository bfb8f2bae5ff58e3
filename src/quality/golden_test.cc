// The synthetic sites of SHARC section 8 in two readings of its rates (errata C10), with SHARC's
// own schedules typed in as captures.
#include <gtest/gtest.h>

#include <cmath>

#include "quality/blur.h"
#include "quality/sharp.h"

namespace asof::quality {
namespace {

constexpr std::size_t kLast = 1024;  // n: pages 0..n
constexpr double kN = 1024;

double rate(std::size_t i) { return std::pow(static_cast<double>(i), -1.75); }

std::vector<double> sorted(std::vector<double> rates) {
  std::sort(rates.begin(), rates.end());
  EXPECT_EQ(rates.size(), kLast + 1);
  return rates;
}

// "lambda_i = lambda_(n-i) = 1 / i^skew" by its letter: every rate twice, and one page more.
std::vector<double> paired_rates() {
  std::vector<double> rates = {rate(512)};
  for (std::size_t i = 1; i <= 512; ++i) rates.insert(rates.end(), 2, rate(i));
  return sorted(rates);
}

std::vector<double> plain_rates() {
  std::vector<double> rates;
  for (std::size_t i = 1; i <= 1025; ++i) rates.push_back(rate(i));
  return sorted(rates);
}

// Theorem 4.5, pages coldest first.
Time offline_at(std::size_t i) {
  const auto half = static_cast<double>(i / 2);
  return i % 2 == 0 ? half : kN - half;
}

struct Golden {
  std::vector<double> rates;
  double offline;
  double revisits;
  double sharp;
};

TEST(GoldenTest, SyntheticSitesHaveTheirBlurAndSharpPages) {
  const Golden sites[] = {{paired_rates(), 1002.1603, 1000.7543, 834.0712},
                          {plain_rates(), 501.5993, 501.2790, 924.4274}};
  for (const Golden& site : sites) {
    std::vector<std::vector<Time>> once;
    std::vector<std::vector<Time>> twice;  // Definition 7.3
    for (std::size_t i = 0; i <= kLast; ++i) {
      once.push_back({offline_at(i)});
      twice.push_back({offline_at(i), offline_at(i) + kN + 1});
    }
    EXPECT_NEAR(expected_blur(site.rates, once, {0, kN}), site.offline, 5e-5);
    EXPECT_NEAR(expected_blur(site.rates, twice, {0, 2 * kN + 1}), site.revisits, 5e-5);
    EXPECT_NEAR(expected_sharp(site.rates, twice, kN + .5), site.sharp, 5e-5);
  }
}

}  // namespace
}  // namespace asof::quality
