#include "navigate/coherence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"

namespace asof::navigate {
namespace {

pattern::Pattern random_pattern(Rng& rng) {
  pattern::Pattern pattern{.cycle = rng.uniform(2, 8)};
  const std::size_t slots = 1 + rng.below(4);
  for (std::size_t k = 0; k < slots; ++k)
    pattern.rates.push_back(rng.below(6) == 0 ? 0 : 0.7 * rng.exponential(1));
  return pattern;
}

Page random_page(Rng& rng, bool modified) {
  Page page{.changes = random_pattern(rng)};
  Time at = rng.uniform(0, 3);
  std::uint64_t digest = 0;
  const std::size_t count = 1 + rng.below(5);
  for (std::size_t i = 0; i < count; ++i) {
    const Duration gap = rng.uniform(0.5, 4);
    at += gap;
    const bool changes = rng.below(2) == 0;
    if (changes) ++digest;
    page.captures.push_back({at, digest, {}});
    if (modified && changes && i > 0 && rng.below(2) == 0)
      page.captures.back().last_modified = at - rng.uniform(0.01, 0.99) * gap;
  }
  return page;
}

double rate(const pattern::Pattern& p, Time t) { return p.rates[p.slot_at(t)] / p.slot_length(); }

// The twin: both pages go through time in small steps, and every state is kept with its
// probability: has each changed since its last capture; has E changed since its run ended, and has
// L changed at that moment or after it, until its run began.
class Steps final {
 public:
  Steps(const Track& early, const Track& late, double share)
      : early_(early), late_(late), share_(share) {}

  double coherent(std::size_t i, std::size_t j, int steps) {
    hi_ = early_.runs[i].hi;
    lo_ = late_.runs[j].lo;
    const auto& e = early_.page->captures;
    const auto& l = late_.page->captures;
    const Time begin = std::min(e.front().at, l.front().at);
    const Time end = std::max(e.back().at, l.back().at);
    const Duration step = (end - begin) / steps;
    state_.fill(0);
    state_[0] = 1;
    for (int k = 0; k < steps; ++k) {
      const Time from = begin + k * step;
      meet(*early_.page, 1, from - step, from);
      meet(*late_.page, 2, from - step, from);
      advance(from + step / 2, step);
    }
    meet(*early_.page, 1, end - step, end + step);
    meet(*late_.page, 2, end - step, end + step);
    double all = 0;
    double good = 0;
    for (unsigned s = 0; s < 16; ++s) {
      all += state_[s];
      if (!(s & 8U)) good += state_[s];
    }
    return good / all;
  }

 private:
  // Captures in (from, to].
  void meet(const Page& page, unsigned bit, Time from, Time to) {
    for (std::size_t i = 0; i < page.captures.size(); ++i) {
      if (page.captures[i].at <= from || page.captures[i].at > to) continue;
      for (unsigned s = 0; s < 16; ++s) {
        const bool agrees =
            i == 0 || ((s & bit) != 0) == (page.captures[i].digest != page.captures[i - 1].digest);
        if (!agrees) state_[s] = 0;
        if (s & bit) {
          state_[s - bit] += state_[s];
          state_[s] = 0;
        }
      }
    }
  }

  enum class Known { Nothing, Quiet, Changed };
  static Known known(const Page& page, Time t, Duration step) {
    for (const CaptureMark& mark : page.captures) {
      if (!mark.last_modified) continue;
      if (std::abs(t - *mark.last_modified) <= step / 2) return Known::Changed;
      if (t > *mark.last_modified && t < mark.at) return Known::Quiet;
    }
    return Known::Nothing;
  }

  void advance(Time t, Duration step) {
    const double e = rate(early_.page->changes, t);
    const double l = rate(late_.page->changes, t);
    const double joint = share_ * std::min(e, l);
    const double pe = -std::expm1(-(e - joint) * step);
    const double pl = -std::expm1(-(l - joint) * step);
    const double pj = -std::expm1(-joint * step);
    const Known early = known(*early_.page, t, step);
    const Known late = known(*late_.page, t, step);
    std::array<double, 16> next{};
    for (unsigned s = 0; s < 16; ++s)
      for (unsigned what = 0; what < 4; ++what) {  // bit 0: E changes, bit 1: L changes
        const bool ec = (what & 1U) != 0;
        const bool lc = (what & 2U) != 0;
        if ((early == Known::Quiet && ec) || (early == Known::Changed && !ec)) continue;
        if ((late == Known::Quiet && lc) || (late == Known::Changed && !lc)) continue;
        double p = (ec ? pe : 1 - pe) * (lc ? pl : 1 - pl) * (1 - pj);
        if (what == 3) p += pj;
        unsigned to = s | what;
        if (ec && t > hi_ && t < lo_) to |= 4U;
        if (lc && t > hi_ && t < lo_ && (to & 4U)) to |= 8U;
        next[to] += state_[s] * p;
      }
    state_ = next;
  }

  const Track& early_;
  const Track& late_;
  double share_;
  Time hi_ = 0;
  Time lo_ = 0;
  std::array<double, 16> state_{};
};

void expect_agreement(bool modified, std::uint64_t seed, int cases) {
  Rng rng(seed);
  int compared = 0;
  double distance = 0;
  for (int n = 0; n < cases; ++n) {
    const Page one = random_page(rng, modified);
    const Page other = random_page(rng, modified);
    const double share = rng.below(3) == 0 ? 0 : rng.uniform(0, 0.95);
    const Track a(one);
    const Track b(other);
    const std::size_t i = rng.below(a.runs.size());
    const std::size_t j = rng.below(b.runs.size());
    const double ours = probability_coherent(a, i, b, j, {share, 0});
    ASSERT_GE(ours, 0);
    ASSERT_LE(ours, 1);
    ASSERT_EQ(ours, probability_coherent(b, j, a, i, {share, 0}));
    if (a.runs[i].hi >= b.runs[j].lo) continue;
    const double twin = Steps(a, b, share).coherent(i, j, 1200);
    if (std::isnan(twin)) continue;  // the captures contradict a pattern with empty slots
    ++compared;
    // The twin rounds captures to its steps; on average that cancels.
    distance += std::abs(ours - twin);
    ASSERT_NEAR(ours, twin, 0.04) << "case " << n << " share " << share;
  }
  EXPECT_GT(compared, cases / 4);
  EXPECT_LT(distance / compared, 0.002);
}

TEST(Coherence, AgreesWithSmallStepsThroughTimeFromDigestsAlone) {
  expect_agreement(false, 1, 2000);
}
TEST(Coherence, AgreesWithSmallStepsThroughTimeWithLastModified) {
  expect_agreement(true, 2, 2000);
}

// P = integral of F'(u) S(u), by the midpoint rule, for pages that change apart.
double by_integral(const Version& early, const Version& late, int steps) {
  double sum = 0;
  const Time from = late.previous.value_or(late.lo - 60);
  for (int k = 0; k < steps; ++k) {
    const Time a = from + (late.lo - from) * k / steps;
    const Time b = from + (late.lo - from) * (k + 1) / steps;
    const Time u = (a + b) / 2;
    const double density = probability_valid(late, b) - probability_valid(late, a);
    sum += density * (u <= early.hi ? 1 : probability_valid(early, u));
  }
  return late.previous ? sum : sum + probability_valid(late, from);
}

TEST(Coherence, WithoutJointChangesIsTheIntegral) {
  Rng rng(3);
  int compared = 0;
  for (int n = 0; n < 2000; ++n) {
    Page one = random_page(rng, false);
    Page other = random_page(rng, false);
    for (Page* page : {&one, &other})
      for (double& r : page->changes.rates) r += 0.05;
    const Track a(one);
    const Track b(other);
    const std::size_t i = rng.below(a.runs.size());
    const std::size_t j = rng.below(b.runs.size());
    if (a.runs[i].hi >= b.runs[j].lo) continue;
    ++compared;
    ASSERT_NEAR(probability_coherent(a, i, b, j),
                by_integral(version_of(one, a.runs, i), version_of(other, b.runs, j), 2000), 2e-3)
        << n;
  }
  EXPECT_GT(compared, 500);
}

Page page_of(std::vector<CaptureMark> captures, std::vector<double> rates, Duration cycle = 10) {
  return {.captures = std::move(captures), .changes = {.cycle = cycle, .rates = std::move(rates)}};
}

double coherent(const Page& a, std::size_t i, const Page& b, std::size_t j, double share = 0) {
  return probability_coherent(Track(a), i, Track(b), j, {share, 0});
}

TEST(Coherence, IsCertainWhereRunsOverlapAndImpossibleWhereTheyCannotMeet) {
  const Page one = page_of({{0, 1, {}}, {5, 1, {}}, {6, 2, {}}}, {3, 1});
  EXPECT_EQ(coherent(one, 0, page_of({{5, 1, {}}, {9, 1, {}}}, {1}), 0), 1);
  EXPECT_EQ(coherent(one, 0, page_of({{8, 1, 4.0}}, {1}), 0), 1);
  // The other began after the first had surely ended.
  EXPECT_EQ(coherent(one, 0, page_of({{7, 1, {}}, {9, 2, {}}}, {1}), 1), 0);
  // Both changed at one known instant: the old of one never stood beside the new of the other.
  const Page until = page_of({{5, 1, {}}, {8, 2, 7.0}}, {1});
  EXPECT_EQ(coherent(until, 0, page_of({{4, 1, {}}, {9, 2, 7.0}}, {1}), 1), 0);
  EXPECT_EQ(coherent(until, 1, page_of({{4, 1, {}}, {9, 2, 7.0}}, {1}), 1), 1);
}

TEST(Coherence, IsRobustWherePatternsAreEmptyTinyOrHuge) {
  const double rates[] = {0.0, 1e-300, 1e-12, 1e-6, 1.0, 1e3, 1e6};
  for (const double rate : rates)
    for (const double other : rates)
      for (const double share : {0.0, 0.5, 0.95}) {
        const Page a = page_of({{0, 1, {}}, {8, 2, {}}}, {rate, rate});
        const Page b = page_of({{0.5, 1, {}}, {7, 2, {}}}, {other, other});
        const double p = coherent(a, 0, b, 1, share);
        EXPECT_GE(p, 0) << rate << " " << other << " " << share;
        EXPECT_LE(p, 1) << rate << " " << other << " " << share;
      }
  // Nothing but order is known: either change came first with equal chance.
  const Page early = page_of({{0, 1, {}}, {8, 2, {}}}, {0});
  const Page late = page_of({{0, 1, {}}, {8, 2, {}}}, {0});
  EXPECT_NEAR(coherent(early, 0, late, 1), 0.5, 1e-6);
}

TEST(Coherence, TakesTheMeanOfAPatternThatTurnsTooFastToMatter) {
  const std::vector<CaptureMark> early = {{0, 1, {}}, {9, 2, {}}};
  const std::vector<CaptureMark> late = {{2, 1, {}}, {12, 2, {}}};
  EXPECT_NEAR(coherent(page_of(early, {0, 1e-7}, 1e-6), 0, page_of(late, {0, 1e-7}, 1e-6), 1),
              coherent(page_of(early, {1}, 10), 0, page_of(late, {1}, 10), 1), 1e-9);
}

TEST(Coherence, BothChangingInOneGapPointsToOneEvent) {
  const Page a = page_of({{0, 1, {}}, {9, 2, {}}}, {0.3});
  const Page b = page_of({{1, 1, {}}, {8, 2, {}}}, {0.3});
  double last = 1;
  for (const double share : {0.0, 0.3, 0.6, 0.9}) {
    const double now = coherent(a, 0, b, 1, share);
    EXPECT_LT(now, last);
    last = now;
  }
  EXPECT_LT(last, 0.1);
}

}  // namespace
}  // namespace asof::navigate
