#include "navigate/coherence.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/random.h"

namespace asof::navigate {
namespace {

pattern::Pattern random_pattern(Rng& rng, double scale) {
  pattern::Pattern pattern{.cycle = rng.uniform(2, 8)};
  const std::size_t slots = 1 + rng.below(4);
  for (std::size_t k = 0; k < slots; ++k)
    pattern.rates.push_back(rng.below(5) == 0 ? 0 : scale * rng.exponential(1));
  return pattern;
}

// The twin: both pages walk through time in small steps; every state is kept with its probability.
// States: E has changed since hi; L has changed after that (incoherent); L has changed in its gap.
class Walk final {
 public:
  Walk(const Version& early, const Version& late, double share)
      : early_(early), late_(late), share_(share) {}

  double coherent(int steps) {
    const Time begin = std::min(early_.hi, late_.previous.value_or(early_.hi));
    const Time end = std::max(late_.lo, early_.next.value_or(late_.lo));
    state_[0] = 1;
    const Duration step = (end - begin) / steps;
    for (int i = 0; i < steps; ++i) advance(begin + (i + 0.5) * step, step);
    double all = 0;
    double good = 0;
    for (unsigned s = 0; s < 8; ++s) {
      if (early_.next && !(s & 1U)) continue;
      if (late_.previous && !(s & 4U)) continue;
      all += state_[s];
      if (!(s & 2U)) good += state_[s];
    }
    return good / all;
  }

 private:
  static double rate(const pattern::Pattern& p, Time t) {
    return p.rates[p.slot_at(t)] / p.slot_length();
  }

  // What the captures say about a page at t: it did not change, it changed exactly here, or
  // nothing.
  enum class Known { Nothing, Quiet, Changed };
  static Known known(const std::optional<Time>& exact, Time lo, Time hi, Time gap_end, Time t,
                     Duration step) {
    if (t > lo && t < hi) return Known::Quiet;
    if (!exact) return Known::Nothing;
    if (std::abs(t - *exact) <= step / 2) return Known::Changed;
    return t > *exact && t < gap_end ? Known::Quiet : Known::Nothing;
  }

  void advance(Time t, Duration step) {
    const double e = rate(*early_.changes, t);
    const double l = rate(*late_.changes, t);
    const double joint = share_ * std::min(e, l);
    const Known early =
        known(early_.next_modified, early_.lo, early_.hi, early_.next.value_or(0), t, step);
    const Known late = known(late_.modified, late_.lo, late_.hi, late_.lo, t, step);
    std::array<double, 8> next{};
    for (unsigned s = 0; s < 8; ++s)
      for (unsigned what = 0; what < 4; ++what) {  // bit 0: E changes, bit 1: L changes
        const bool ec = (what & 1U) != 0;
        const bool lc = (what & 2U) != 0;
        if ((early == Known::Quiet && ec) || (early == Known::Changed && !ec)) continue;
        if ((late == Known::Quiet && lc) || (late == Known::Changed && !lc)) continue;
        const double pe = -std::expm1(-(e - joint) * step);
        const double pl = -std::expm1(-(l - joint) * step);
        const double pj = -std::expm1(-joint * step);
        double p = (ec ? pe : 1 - pe) * (lc ? pl : 1 - pl) * (1 - pj);
        if (what == 3) p += pj;
        unsigned to = s;
        if (ec && t > early_.hi && (!early_.next || t < *early_.next)) to |= 1U;
        if (lc && t < late_.lo && (!late_.previous || t > *late_.previous)) to |= 4U;
        if (lc && t > early_.hi && t < late_.lo && (to & 1U)) to |= 2U;
        next[to] += state_[s] * p;
      }
    state_ = next;
  }

  const Version& early_;
  const Version& late_;
  double share_;
  std::array<double, 8> state_{};
};

struct World {
  pattern::Pattern early_changes;
  pattern::Pattern late_changes;
  Version early;
  Version late;
  double share = 0;
};

// E seen until some time, L from some time after it, gaps of any position between and around them.
World random_world(Rng& rng, bool modified) {
  World w;
  w.early_changes = random_pattern(rng, 0.7);
  w.late_changes = random_pattern(rng, 0.7);
  const Time hi = rng.uniform(-3, 3);
  const Time lo = hi + rng.uniform(0.5, 6);
  w.early = {.lo = hi - rng.uniform(0, 3), .hi = hi};
  w.late = {.lo = lo, .hi = lo + rng.uniform(0, 3)};
  if (rng.below(4) != 0) w.early.next = hi + rng.uniform(0.5, 10);
  if (rng.below(4) != 0) w.late.previous = lo - rng.uniform(0.5, 10);
  if (modified && w.early.next && rng.below(2) == 0)
    w.early.next_modified = rng.uniform(hi, *w.early.next);
  if (modified && rng.below(2) == 0) {
    const Time least = std::max(hi, w.late.previous.value_or(hi));
    w.late.modified = rng.uniform(least, lo);
  }
  w.share = rng.below(2) == 0 ? 0 : rng.uniform(0, 0.95);
  return w;
}

void expect_agreement(bool modified, std::uint64_t seed, int cases) {
  Rng rng(seed);
  int compared = 0;
  for (int i = 0; i < cases; ++i) {
    World w = random_world(rng, modified);
    w.early.changes = &w.early_changes;
    w.late.changes = &w.late_changes;
    const double twin = Walk(w.early, w.late, w.share).coherent(1500);
    const double ours = probability_coherent(w.early, w.late, w.share);
    EXPECT_GE(ours, 0);
    EXPECT_LE(ours, 1);
    if (std::isnan(twin)) continue;  // the captures contradict a pattern with empty slots
    ++compared;
    ASSERT_NEAR(ours, twin, 0.015)
        << "case " << i << " share " << w.share << " E [" << w.early.lo << "," << w.early.hi
        << "] next " << w.early.next.value_or(-99) << " modified "
        << w.early.next_modified.value_or(-99) << " L [" << w.late.lo << "," << w.late.hi
        << "] previous " << w.late.previous.value_or(-99) << " modified "
        << w.late.modified.value_or(-99);
    ASSERT_EQ(ours, probability_coherent(w.late, w.early, w.share));
  }
  EXPECT_GT(compared, cases * 7 / 10);
}

TEST(Coherence, AgreesWithWalkingThroughTimeFromDigestsAlone) { expect_agreement(false, 1, 1000); }
TEST(Coherence, AgreesWithWalkingThroughTimeWithLastModified) { expect_agreement(true, 2, 1000); }

TEST(Coherence, IsCertainWhereRunsOverlapAndImpossibleWhereTheyCannotMeet) {
  const pattern::Pattern changes{.cycle = 24, .rates = {3, 1}};
  const Version one{.lo = 0, .hi = 5, .next = 6, .changes = &changes};
  EXPECT_EQ(probability_coherent(one, {.lo = 5, .hi = 9, .changes = &changes}), 1);
  EXPECT_EQ(probability_coherent(one, {.lo = 8, .hi = 9, .modified = 4, .changes = &changes}), 1);
  // The other began after the first had surely ended.
  EXPECT_EQ(probability_coherent(one, {.lo = 9, .hi = 9, .previous = 7, .changes = &changes}), 0);
  // Both changed at one known instant: the old of one never stood beside the new of the other.
  const Version until{.lo = 0, .hi = 5, .next = 8, .next_modified = 7, .changes = &changes};
  EXPECT_EQ(probability_coherent(until, {.lo = 9, .hi = 9, .modified = 7, .changes = &changes}), 0);
}

TEST(Coherence, IsRobustWherePatternsAreEmptyTinyOrHuge) {
  for (const double rate : {0.0, 1e-300, 1e-12, 1e-6, 1.0, 1e3, 1e6})
    for (const double other : {0.0, 1e-300, 1e-12, 1e-6, 1.0, 1e3, 1e6})
      for (const double share : {0.0, 0.5, 0.95}) {
        const pattern::Pattern a{.cycle = 10, .rates = {rate, rate}};
        const pattern::Pattern b{.cycle = 10, .rates = {other, other}};
        const Version early{.lo = 0, .hi = 0, .next = 8, .changes = &a};
        const Version late{.lo = 8, .hi = 8, .previous = 0, .changes = &b};
        const double p = probability_coherent(early, late, share);
        EXPECT_GE(p, 0) << rate << " " << other << " " << share;
        EXPECT_LE(p, 1) << rate << " " << other << " " << share;
      }
  // Nothing but order is known: either change came first with equal chance.
  const pattern::Pattern none{.cycle = 10, .rates = {0}};
  EXPECT_NEAR(probability_coherent({.lo = 0, .hi = 0, .next = 8, .changes = &none},
                                   {.lo = 8, .hi = 8, .previous = 0, .changes = &none}),
              0.5, 1e-6);
}

TEST(Coherence, TakesTheMeanOfAPatternThatTurnsTooFastToMatter) {
  const pattern::Pattern fast{.cycle = 1e-6, .rates = {0, 1e-7}};
  const pattern::Pattern mean{.cycle = 10, .rates = {1}};
  const auto at = [](const pattern::Pattern& p) {
    return probability_coherent({.lo = 0, .hi = 0, .next = 9, .changes = &p},
                                {.lo = 12, .hi = 12, .previous = 2, .changes = &p});
  };
  EXPECT_NEAR(at(fast), at(mean), 1e-9);
}

TEST(Coherence, AJointShareOnlyLowersIt) {
  const pattern::Pattern p{.cycle = 10, .rates = {2, 0.5}};
  double last = 1;
  for (const double share : {0.0, 0.3, 0.6, 0.9}) {
    const double now =
        probability_coherent({.lo = 0, .hi = 0, .next = 9, .changes = &p},
                             {.lo = 8, .hi = 8, .previous = 1, .changes = &p}, share);
    EXPECT_LT(now, last);
    last = now;
  }
}

// A version is valid at u exactly when it is coherent with something seen at u only.
TEST(Coherence, ValidityIsCoherenceWithAnInstant) {
  Rng rng(3);
  const pattern::Pattern still{.cycle = 1, .rates = {0}};
  for (int i = 0; i < 2000; ++i) {
    World w = random_world(rng, true);
    w.early.changes = &w.early_changes;
    w.late.changes = &w.late_changes;
    for (const Version* version : {&w.early, &w.late}) {
      const Time u = rng.uniform(version->lo - 8, version->hi + 8);
      // The instant's own page never changes, so only the version's end or start is uncertain.
      const Version instant{.lo = u, .hi = u, .modified = u, .changes = &still};
      if (u > version->hi) {
        ASSERT_NEAR(probability_valid(*version, u), probability_coherent(*version, instant), 1e-6)
            << i;
      } else if (u < version->start() && !version->modified && version->previous &&
                 u > *version->previous) {
        const Version until{
            .lo = u, .hi = u, .next = u + 1e-9, .next_modified = u + 1e-9, .changes = &still};
        ASSERT_NEAR(probability_valid(*version, u), probability_coherent(until, *version), 1e-4)
            << i;
      }
    }
  }
}

}  // namespace
}  // namespace asof::navigate
