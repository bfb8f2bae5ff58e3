#include "weight/page_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.h"

namespace asof::weight {
namespace {

// Langville and Meyer's web of six pages, the second without links, damping .9.
TEST(PageRank, AgreesWithLangvilleAndMeyer) {
  const std::vector<PageLink> links = {{0, 1}, {0, 2}, {2, 0}, {2, 1}, {2, 4},
                                       {3, 4}, {3, 5}, {4, 3}, {4, 5}, {5, 3}};
  const auto rank = page_rank(6, links, {.damping = .9});
  const double printed[] = {.03721, .05396, .04151, .3751, .206, .2862};
  const double digits[] = {5e-6, 5e-6, 5e-6, 5e-5, 5e-4, 5e-5};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(rank[i], printed[i], digits[i]) << i;
}

// The slow, obvious form: rank = (1 - d) / n + d * (what others give + what dangling pages give).
TEST(PageRank, SolvesItsEquation) {
  Rng rng(7);
  for (int world = 0; world < 20; ++world) {
    const std::size_t pages = 2 + rng.below(30);
    std::vector<std::vector<bool>> leads(pages, std::vector<bool>(pages));
    std::vector<PageLink> links;
    for (std::size_t i = rng.below(pages * 3); i > 0; --i) {
      const auto from = static_cast<std::uint32_t>(rng.below(pages));
      const auto to = static_cast<std::uint32_t>(rng.below(pages));
      links.push_back({from, to});
      if (from != to) leads[from][to] = true;
    }
    const auto rank = page_rank(pages, links);
    EXPECT_NEAR(std::accumulate(rank.begin(), rank.end(), 0.0), 1, 1e-12);
    for (std::size_t to = 0; to < pages; ++to) {
      double got = .15 / static_cast<double>(pages);
      for (std::size_t from = 0; from < pages; ++from) {
        const auto degree = std::count(leads[from].begin(), leads[from].end(), true);
        if (degree == 0) got += .85 * rank[from] / static_cast<double>(pages);
        if (leads[from][to]) got += .85 * rank[from] / static_cast<double>(degree);
      }
      EXPECT_NEAR(rank[to], got, 1e-8);
    }
  }
}

TEST(PageRank, CountsRepeatedAndOwnLinksNot) {
  const auto once = page_rank(3, {{0, 1}, {0, 2}, {1, 0}});
  const auto often = page_rank(3, {{0, 1}, {0, 1}, {0, 2}, {0, 0}, {1, 0}, {2, 2}});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(once[i], often[i]);
}

TEST(PageRank, IsEvenWithoutLinks) {
  EXPECT_TRUE(page_rank(0, {}).empty());
  for (const double one : page_rank(4, {})) EXPECT_DOUBLE_EQ(one, .25);
}

}  // namespace
}  // namespace asof::weight
