#include "schedule/free_slots.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::schedule {
namespace {

TEST(FreeSlots, AgreesWithAScan) {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 1 + rng.below(round % 10 == 0 ? 9000 : 150);
    FreeSlots slots(n);
    std::vector<bool> twin(n, true);
    for (int step = 0; step < 300; ++step) {
      const std::size_t slot = rng.below(n);
      const std::size_t many = rng.below(4) == 0 ? rng.below(200) : 1;  // empties whole words
      const bool take = rng.below(3) > 0;
      for (std::size_t i = slot; i < std::min(n, slot + many); ++i) {
        if (take)
          slots.take(i);
        else
          slots.give_back(i);
        twin[i] = !take;
      }
      const double place = rng.uniform(-3, static_cast<double>(n) + 3);
      std::size_t best = FreeSlots::kNone;
      for (std::size_t i = 0; i < n; ++i)
        if (twin[i] &&
            (best == FreeSlots::kNone || std::abs(static_cast<double>(i) - place) <
                                             std::abs(static_cast<double>(best) - place)))
          best = i;
      ASSERT_EQ(slots.nearest(place), best);
      const std::size_t from = rng.below(n);
      std::size_t after = from;
      while (after < n && !twin[after]) ++after;
      ASSERT_EQ(slots.at_or_after(from), after == n ? FreeSlots::kNone : after);
      std::size_t before = from + 1;
      while (before > 0 && !twin[before - 1]) --before;
      ASSERT_EQ(slots.at_or_before(from), before == 0 ? FreeSlots::kNone : before - 1);
      ASSERT_EQ(slots.free(from), twin[from]);
    }
  }
}

}  // namespace
}  // namespace asof::schedule
