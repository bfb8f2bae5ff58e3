#include "certificate/as_of.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace asof::certificate {
namespace {

Span span(std::int64_t from, std::int64_t until) { return {{from}, {until}}; }

std::pair<std::uint64_t, std::uint64_t> weights_at(const std::vector<Known>& pages, Instant at) {
  const auto holds = [at](const Span& s) { return s.holds(at); };
  std::uint64_t solid = 0;
  std::uint64_t proven = 0;
  for (const Known& page : pages) {
    if (std::any_of(page.solid.begin(), page.solid.end(), holds)) solid += page.weight;
    if (std::any_of(page.proven.begin(), page.proven.end(), holds)) proven += page.weight;
  }
  return {solid, proven};
}

// Disjoint intervals on a small axis, with some of them proven, perhaps only in part.
Known random_page(Rng& rng) {
  Known page{.weight = 1 + rng.below(3)};
  std::int64_t at = static_cast<std::int64_t>(rng.below(10));
  while (at < 30) {
    const auto until = at + static_cast<std::int64_t>(rng.below(12));
    if (rng.below(3) > 0) page.solid.push_back(span(at, until));
    if (!page.solid.empty() && page.solid.back().from.ms == at && rng.below(2) == 0) {
      const auto from =
          at + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(until - at + 1)));
      page.proven.push_back(span(from, until));
    }
    at = until + 1 + static_cast<std::int64_t>(rng.below(8));
  }
  return page;
}

TEST(AsOf, IsTheBestOfAllInstants) {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(round);
    std::vector<Known> pages(1 + rng.below(6));
    for (Known& page : pages) page = random_page(rng);
    for (const Aim aim : {Aim::Solid, Aim::Proven}) {
      const auto key = [&](std::int64_t at) {
        auto [solid, proven] = weights_at(pages, {at});
        return aim == Aim::Solid ? std::pair(solid, proven) : std::pair(proven, solid);
      };
      auto best = key(-1);
      for (std::int64_t at = 0; at < 60; ++at) best = std::max(best, key(at));
      const auto chosen = choose(pages, aim);
      if (best.first == 0 && best.second == 0) {
        EXPECT_FALSE(chosen.has_value());
        continue;
      }
      ASSERT_TRUE(chosen.has_value());
      for (auto at = chosen->span.from.ms; at <= chosen->span.until.ms; ++at)
        EXPECT_EQ(key(at), best) << at;
      // Neither end could be moved outwards by one.
      EXPECT_LT(std::min(key(chosen->span.from.ms - 1), key(chosen->span.until.ms + 1)), best);
      EXPECT_EQ(weights_at(pages, chosen->span.from), std::pair(chosen->solid, chosen->proven));
    }
  }
}

TEST(AsOf, PrefersWhatIsLikelyAmongEquals) {
  const std::vector<Known> pages = {{.weight = 1,
                                     .proven = {span(0, 5), span(10, 15), span(20, 25)},
                                     .solid = {span(0, 5), span(10, 15), span(20, 25)}}};
  const auto likely = [](const Span& s) { return s.from.ms == 10 ? 2.0 : 1.0; };
  EXPECT_EQ(choose(pages, Aim::Proven, likely)->span, span(10, 15));
  EXPECT_EQ(choose(pages, Aim::Proven)->span, span(0, 5));
}

TEST(AsOf, TouchingIntervalsHoldTogetherForAnInstant) {
  const std::vector<Known> pages = {{1, {span(0, 5)}, {span(0, 5)}},
                                    {1, {span(5, 9)}, {span(5, 9)}}};
  EXPECT_EQ(choose(pages, Aim::Proven)->span, span(5, 5));
}

TEST(AsOf, AsksForAtMostSoMany) {
  Known page;
  for (std::int64_t i = 0; i < 1000; ++i) page.proven.push_back(span(2 * i, 2 * i));
  page.solid = page.proven;
  std::size_t asked = 0;
  choose(
      {&page, 1}, Aim::Proven, [&asked](const Span&) { return static_cast<double>(++asked); }, 7);
  EXPECT_EQ(asked, 7U);
}

}  // namespace
}  // namespace asof::certificate
