#include "change/distance.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace asof::change {
namespace {

std::size_t full_table(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
      } else {
        d[i][j] = std::min(
            {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      }
    }
  }
  return d[a.size()][b.size()];
}

TEST(BoundedDistance, IsThatOfTheFullTableWithinItsBound) {
  Rng rng(17);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::uint64_t> a(rng.below(12)), b(rng.below(12));
    for (auto& word : a) word = rng.below(4);
    for (auto& word : b) word = rng.below(4);
    const std::size_t exact = full_table(a, b);
    for (std::size_t most = 0; most < 14; ++most) {
      const auto found = bounded_distance(a, b, most);
      ASSERT_EQ(found.has_value(), exact <= most) << round << ' ' << most;
      ASSERT_EQ(found.value_or(exact), exact) << round << ' ' << most;
    }
  }
}

TEST(BoundedDistance, FindsFewEditsInLongTexts) {
  std::vector<std::uint64_t> a(200'000);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i;
  std::vector<std::uint64_t> b = a;
  b.erase(b.begin() + 1000);
  b[150'000] = 7;
  b.insert(b.begin() + 50'000, 3);
  EXPECT_EQ(bounded_distance(a, b, 10), 3U);
  EXPECT_EQ(bounded_distance(a, b, 2), std::nullopt);
}

TEST(WordHashes, IgnoreCaseAndPunctuation) {
  EXPECT_EQ(word_hashes("One, two -- three."), word_hashes("one TWO three"));
  EXPECT_NE(word_hashes("one two"), word_hashes("two one"));
}

}  // namespace
}  // namespace asof::change
