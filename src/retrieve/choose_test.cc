#include "retrieve/choose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace asof::retrieve {
namespace {

constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
constexpr bool kExact = true;
constexpr std::size_t kNone = ~std::size_t{0};

struct Case {
  const char* rule;
  Choose choose;
  std::int64_t at;
  std::vector<Candidate> candidates;  // instant, status, exact
  std::size_t chosen;
};

const Case kCases[] = {
    {"nothing to choose from", Choose::Nearest, 5, {}, kNone},
    {"the nearest before", Choose::Nearest, 5, {{{4}}, {{9}}}, 0},
    {"the nearest after", Choose::Nearest, 8, {{{4}}, {{9}}}, 1},
    {"a tie goes to the earlier one", Choose::Nearest, 5, {{{4}}, {{6}}}, 0},
    {"only later ones", Choose::Nearest, 0, {{{4}}, {{6}}}, 0},
    {"only earlier ones", Choose::Nearest, 9, {{{4}}, {{6}}}, 1},
    {"of one instant, up to then, the last in the archive", Choose::Nearest, 5, {{{5}}, {{5}}}, 1},
    {"of one instant, afterwards, the first in the archive", Choose::Nearest, 4, {{{5}}, {{5}}}, 0},
    {"distances of 64 bits", Choose::Nearest, -kFar, {{{-kFar}}, {{kFar}}}, 0},
    {"distances of 64 bits", Choose::Nearest, kFar - 1, {{{-kFar}}, {{kFar}}}, 1},
    {"the exact URL comes before a nearer one",
     Choose::Nearest,
     5,
     {{{1}, 200, kExact}, {{5}, 200}},
     0},
    {"an error of the exact URL, too", Choose::Nearest, 5, {{{1}, 404, kExact}, {{5}, 200}}, 0},
    {"a nearer error is no style sheet", Choose::Embedded, 5, {{{1}, 200}, {{5}, 404}}, 0},
    {"nor is a redirect or what is not HTTP", Choose::Embedded, 5, {{{4}, 302}, {{5}, 0}}, kNone},
    {"a style sheet may have another URL of the key",
     Choose::Embedded,
     5,
     {{{1}, 200, kExact}, {{5}, 200}},
     1},
    {"the latest is not later", Choose::Latest, 5, {{{1}}, {{6}}}, 0},
    {"the latest may be of that instant", Choose::Latest, 5, {{{1}}, {{5}, 404}}, 1},
    {"nothing was there yet", Choose::Latest, 5, {{{6}}}, kNone},
};

TEST(Choose, SaysWhichCaptureStandsForAUrl) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.rule);
    EXPECT_EQ(choose(c.candidates, Instant{c.at}, c.choose).value_or(kNone), c.chosen);
  }
}

// The rule told once more: among those that qualify, the one with the least distance, then the
// earliest.
TEST(Choose, IsTheLeastDistanceAmongThoseThatQualify) {
  std::mt19937 random(3);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Candidate> all;
    for (auto n = random() % 6; n > 0; --n)
      all.push_back(
          {{static_cast<std::int64_t>(random() % 9)}, random() % 2 ? 200 : 404, random() % 3 == 0});
    std::ranges::stable_sort(all, {}, &Candidate::at);
    const Instant at{static_cast<std::int64_t>(random() % 9)};
    const bool exact = std::ranges::any_of(all, &Candidate::exact);
    for (const Choose rule : {Choose::Nearest, Choose::Embedded, Choose::Latest}) {
      const auto chosen = choose(all, at, rule);
      std::optional<std::int64_t> least;
      for (const Candidate& one : all) {
        const bool qualifies = rule == Choose::Nearest    ? !exact || one.exact
                               : rule == Choose::Embedded ? one.status == 200
                                                          : one.at <= at;
        const std::int64_t away = std::abs(one.at.ms - at.ms);
        if (qualifies && (!least || away < *least)) least = away;
      }
      ASSERT_EQ(chosen.has_value(), least.has_value());
      if (!chosen) continue;
      EXPECT_EQ(std::abs(all[*chosen].at.ms - at.ms), *least);
      EXPECT_TRUE(rule != Choose::Nearest || !exact || all[*chosen].exact);
      EXPECT_TRUE(rule != Choose::Embedded || all[*chosen].status == 200);
    }
  }
}

}  // namespace
}  // namespace asof::retrieve
