// sharc-unified: blur and sharp pages from one schedule. SHARC's conclusion names combining its two
// kinds of strategy as open.
//
// Blur comes from few hot pages, sharp pages are many cold ones. So the k hottest get the visits
// they deserve, evenly spread (visit_counts.h, placement.h), and every other page exactly two, the
// j-th free slot before the middle and the j-th behind it, the hotter the shorter: a pyramid, which
// is best for sharp pages (bounds.h). k is the number that gives the most sharp pages among those
// that blur no more than sharc-revisits, or than sharc-offline where there are not two requests for
// each page; where there is none, the one that blurs least. It is chosen for an observation that is
// the capture.
//
// A candidate k costs O((n + extra) log n); from one to the next k grows by a twelfth, and the
// search ends when sharp pages become fewer. sharc_unified_test.cc has the promises.
#include <algorithm>
#include <cmath>
#include <utility>

#include "schedule/often_plan.h"

namespace asof::schedule {
namespace {

// `often` pages get many visits, the others two; `total` requests. Pages are ranks, 0 the hottest.
std::vector<PageId> arrange(std::span<const double> rates, std::size_t often, std::uint64_t total) {
  std::vector<PageId> slots(total, kNoPage);
  FreeSlots free(total);
  place_often(rates, often, slots, free);
  const std::size_t half = total / 2;
  std::size_t before = half > 0 ? free.at_or_before(half - 1) : FreeSlots::kNone;
  std::size_t behind = free.at_or_after(half);
  for (auto rank = static_cast<PageId>(often); rank < rates.size(); ++rank) {
    // Where one side is used up, two of the other: such a page is not sharp.
    for (int visit = 0; visit < 2; ++visit) {
      const bool left = (visit == 0 && before != FreeSlots::kNone) || behind == FreeSlots::kNone;
      std::size_t& slot = left ? before : behind;
      slots[slot] = rank;
      if (left)
        slot = slot > 0 ? free.at_or_before(slot - 1) : FreeSlots::kNone;
      else
        slot = slot + 1 < total ? free.at_or_after(slot + 1) : FreeSlots::kNone;
    }
  }
  return slots;
}

// What sharc-revisits does, or sharc-offline: organ pipes, `rounds` times.
double rival_blur(std::span<const double> rates, std::size_t rounds, Duration delay) {
  const std::size_t n = rates.size();
  std::vector<PageId> slots(n * rounds);
  std::size_t low = 0;
  std::size_t high = n - 1;
  for (std::size_t i = 0; i < n; ++i)
    slots[i % 2 == 0 ? low++ : high--] = static_cast<PageId>(n - 1 - i);
  for (std::size_t slot = n; slot < slots.size(); ++slot) slots[slot] = slots[slot - n];
  return score_plan(slots, rates, delay).blur;
}

std::vector<PageId> search(std::span<const double> rates, std::size_t least, std::uint64_t total,
                           Duration delay) {
  constexpr int kPatience = 8;  // candidates without a better one
  const double limit = rival_blur(rates, total >= 2 * rates.size() ? 2 : 1, delay);
  std::vector<PageId> best;
  PlanScores of_best;
  int worse = 0;
  for (std::size_t often = least; often <= rates.size() && worse < kPatience;) {
    auto slots = arrange(rates, often, total);
    const PlanScores scores = score_plan(slots, rates, delay);
    const bool good = scores.blur <= limit;
    const bool best_good = !best.empty() && of_best.blur <= limit;
    const bool better = good ? !best_good || scores.sharp > of_best.sharp
                             : !best_good && scores.blur < of_best.blur;
    if (best.empty() || better) {
      best = std::move(slots);
      of_best = scores;
      worse = 0;
    } else if (best_good) {
      ++worse;
    }
    const std::size_t stride = 1 + often / (rates.size() > 10'000 ? 2 : 12);
    often = often < rates.size() ? std::min(rates.size(), often + stride) : often + 1;
  }
  return best;
}

}  // namespace

Plan plan_sharc_unified(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning) {
  sort_coldest_first(pages);
  std::reverse(pages.begin(), pages.end());
  std::vector<double> rates;
  rates.reserve(pages.size());
  for (const Known& page : pages) rates.push_back(page.rate);
  std::uint64_t extra = tuning.extra_given ? tuning.extra : pages.size();
  extra = std::min(extra, std::max<std::uint64_t>(occasion.left, pages.size()) - pages.size());
  const std::uint64_t total = pages.size() + extra;
  // Pages that cannot have two visits, or whoever takes what is left over.
  const std::size_t least =
      extra < pages.size() ? pages.size() - extra : (extra > pages.size() ? 1 : 0);

  Plan plan{.first = first_slot(occasion, total),
            .step = occasion.outlook.delay,
            .again = Purpose::Revisit,
            .why = "hottest often, the others around the middle",
            .revisits_late = extra >= pages.size()};
  plan.slots =
      tuning.hopeless > 0
          ? arrange(rates, std::clamp<std::size_t>(tuning.hopeless, least, pages.size()), total)
          : search(rates, least, total, occasion.outlook.delay);
  for (PageId& slot : plan.slots) slot = pages[slot].id;
  return plan;
}

}  // namespace asof::schedule
