// sharc-bounded: a repeated capture, of a site whose pages and rates are known. Most sharp pages
// among the plans that do not blur more than an even order (every page twice, half a capture apart,
// whatever its rate).
//
// A plan visits the h hottest pages often and evenly, and every other page twice: before and behind
// the middle, in pairs of slots that lie in each other like the steps of a pyramid, or in organ
// pipes in both halves. Which page takes which pair is matched (matching.h): a page is worth the
// chance that it does not change between the two, less mu times its blur. Short pairs and the
// longest blur most, those in between least, so mu moves pages that are hopeless anyway to where
// they do least harm. h and mu are tried from short lists; of all plans within the bound the one of
// most sharp pages is taken, where there is none the one of least blur. At last the visits of the
// best plan are matched by themselves, first the second ones and then the first ones, with mu as
// small as the bound allows.
//
// A twentieth of the pages in requests beyond two of each, where no number is given: they let h
// grow, and on real sites resolve most of the exchange between sharp pages and blur (docs/lab.md).
// Where pages are more than 256, neighbours by rate are matched as one.
// Test: sharc_bounded_test.cc.
#include <algorithm>
#include <cmath>
#include <utility>

#include "schedule/matching.h"
#include "schedule/often_plan.h"

namespace asof::schedule {
namespace {

constexpr std::size_t kMostMatched = 256;
constexpr double kPrices[] = {0, 0.01, 0.03, 0.1, 0.3, 1, 3};  // mu
constexpr int kBisections = 6;                                 // between two of them

// Where the pages go that are visited twice: rows are pages, or neighbours by rate, the hottest
// first; places are free slots, or neighbours among them, from the middle outwards.
struct Stand {
  std::size_t often = 0;                    // pages that are not in it
  std::vector<PageId> slots;                // of the whole capture, with theirs filled in
  std::vector<std::size_t> before, behind;  // free slots, from the middle outwards; as many
  std::size_t size = 1;                     // pages of a row, but for the last
  Places first, second;                     // by place: the row

  std::size_t pairs() const { return before.size(); }
  std::size_t rows() const { return (pairs() + size - 1) / size; }
  std::size_t middle_of(std::size_t row) const {
    return std::min(row * size + size / 2, pairs() - 1);
  }
  std::vector<PageId> plan() const;
};

std::vector<PageId> Stand::plan() const {
  std::vector<PageId> filled = slots;
  const auto fill = [&](const std::vector<std::size_t>& free, const Places& places) {
    std::size_t at = 0;
    for (const std::uint32_t row : places)
      for (std::size_t i = row * size; i < std::min((row + 1) * size, pairs()); ++i)
        filled[free[at++]] = static_cast<PageId>(often + i);
  };
  fill(before, first);
  fill(behind, second);
  return filled;
}

class Search final {
 public:
  // Rates of the hottest page first; `total` requests.
  Search(std::span<const double> rates, std::uint64_t total, Duration delay)
      : rates_(rates), total_(total), delay_(delay), limit_(even_blur()) {}

  void try_often(std::size_t often) {
    Stand stand = stand_with(often);
    if (stand.pairs() == 0) {
      offer(stand);
      return;
    }
    pipe(stand);
    offer(stand);
    Worth worth(stand.rows());
    for (const double mu : kPrices) {
      for (std::size_t row = 0; row < stand.rows(); ++row)
        for (std::size_t step = 0; step < stand.rows(); ++step)
          worth.at(row, step) = worth_of(stand, row, stand.before[stand.middle_of(step)],
                                         stand.behind[stand.middle_of(step)], mu);
      if (mu == 0) stand.first = choose_by_regret(worth);
      improve_by_swaps(worth, stand.first);
      stand.second = stand.first;
      if (offer(stand).blur <= limit_) return;
    }
  }

  // Lets the two visits of a page move apart from each other's step, as far as the bound allows.
  void refine() {
    if (best_.pairs() == 0) return;
    Stand pipes = best_;
    pipe(pipes);
    for (const Stand& from : {best_, pipes}) {
      double low = 0, high = kPrices[std::size(kPrices) - 1];  // too cheap; dear enough
      for (const double mu : kPrices) {
        if (offer(rematched(from, mu)).blur <= limit_) {
          high = mu;
          break;
        }
        low = mu;
      }
      for (int i = 0; i < kBisections && high > 0; ++i) {
        const double mu = low > 0 ? std::sqrt(low * high) : high / 3;
        (offer(rematched(from, mu)).blur <= limit_ ? high : low) = mu;
      }
    }
  }
  std::vector<PageId> take() const { return best_.plan(); }

 private:
  // Of pages visited once, or twice at a distance of n, in any order: the mean over all orders.
  double even_blur() const {
    const auto n = static_cast<double>(rates_.size());
    const double places = (n - 1) * (2 * n - 1) / 6;  // mean square of the first place
    double sum = 0;
    for (const double rate : rates_) sum += rate;
    if (total_ < 2 * rates_.size()) return n > 1 ? sum * delay_ * places / (n - 1) : 0;
    return sum * delay_ * (places + n * n / 4) / (2 * n - 1);
  }

  Stand stand_with(std::size_t often) const {
    Stand stand{.often = often, .slots = std::vector<PageId>(total_, kNoPage)};
    FreeSlots free(total_);
    place_often(rates_, often, stand.slots, free);
    for (std::size_t slot = total_ / 2; slot-- > 0;)
      if (stand.slots[slot] == kNoPage) stand.before.push_back(slot);
    for (std::size_t slot = total_ / 2; slot < total_; ++slot)
      if (stand.slots[slot] == kNoPage) stand.behind.push_back(slot);
    // One side may have two more: then two visits of a page lie on it, and it is not sharp.
    const auto even_out = [](std::vector<std::size_t>& more, std::vector<std::size_t>& fewer) {
      while (more.size() > fewer.size() + 1) {
        fewer.push_back(more.back());
        more.pop_back();
      }
    };
    even_out(stand.before, stand.behind);
    even_out(stand.behind, stand.before);
    stand.size = std::max<std::size_t>(1, (stand.pairs() + kMostMatched - 1) / kMostMatched);
    return stand;
  }

  // The coldest rows to both ends of each half.
  static void pipe(Stand& stand) {
    const std::size_t rows = stand.rows();
    stand.first.assign(rows, 0);
    stand.second.assign(rows, 0);
    std::size_t low = 0;
    std::size_t high = rows;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = static_cast<std::uint32_t>(rows - 1 - i);
      const std::size_t place = i % 2 == 0 ? low++ : --high;
      stand.first[rows - 1 - place] = stand.second[place] = row;
    }
  }

  // First the second visits, given the first ones; then the first ones, given those.
  Stand rematched(Stand stand, double mu) const {
    const std::size_t rows = stand.rows();
    Worth worth(rows);
    std::vector<std::size_t> at(rows);  // by row: the slot of its other visit
    for (std::size_t place = 0; place < rows; ++place)
      at[stand.first[place]] = stand.before[stand.middle_of(place)];
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t place = 0; place < rows; ++place)
        worth.at(row, place) =
            worth_of(stand, row, at[row], stand.behind[stand.middle_of(place)], mu);
    improve_by_swaps(worth, stand.second);
    for (std::size_t place = 0; place < rows; ++place)
      at[stand.second[place]] = stand.behind[stand.middle_of(place)];
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t place = 0; place < rows; ++place)
        worth.at(row, place) =
            worth_of(stand, row, stand.before[stand.middle_of(place)], at[row], mu);
    improve_by_swaps(worth, stand.first);
    return stand;
  }

  PlanScores offer(const Stand& stand) {
    const PlanScores scores = score_plan(stand.plan(), rates_, delay_);
    const bool good = scores.blur <= limit_;
    const bool best_good = !best_.slots.empty() && of_best_.blur <= limit_;
    const bool better = good ? !best_good || scores.sharp > of_best_.sharp
                             : !best_good && scores.blur < of_best_.blur;
    if (best_.slots.empty() || better) {
      best_ = stand;
      of_best_ = scores;
    }
    return scores;
  }

  double worth_of(const Stand& stand, std::size_t row, std::size_t one, std::size_t other,
                  double mu) const {
    const double rate = rates_[stand.often + stand.middle_of(row)];
    const double length = static_cast<double>(total_) - 1;
    const auto a = static_cast<double>(std::min(one, other));
    const auto b = static_cast<double>(std::max(one, other));
    const double blur =
        rate * delay_ * (a * a / 2 + (b - a) * (b - a) / 4 + (length - b) * (length - b) / 2);
    const bool around = std::min(one, other) < total_ / 2 && std::max(one, other) >= total_ / 2;
    return (around ? std::exp(-rate * (b - a) * delay_) : 0) - mu * blur / length;
  }

  const std::span<const double> rates_;
  const std::uint64_t total_;
  const Duration delay_;
  const double limit_;
  Stand best_;
  PlanScores of_best_;
};

}  // namespace

Plan plan_sharc_bounded(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning) {
  sort_coldest_first(pages);
  std::reverse(pages.begin(), pages.end());
  std::vector<double> rates;
  rates.reserve(pages.size());
  for (const Known& page : pages) rates.push_back(page.rate);
  const std::uint64_t n = pages.size();
  std::uint64_t extra = tuning.extra_given ? tuning.extra : n + (n + 19) / 20;
  extra = std::min(extra, std::max<std::uint64_t>(occasion.left, n) - n);
  // Pages that cannot have two visits, or whoever takes what is left over.
  const std::size_t least = extra < n ? n - extra : (extra > n ? 1 : 0);
  Search search(rates, n + extra, occasion.outlook.delay);
  for (std::size_t often = least; often <= n;) {
    search.try_often(often);
    if (often > n / 2 && often < n) break;  // the others are too few to make up for it
    often = often < 4 ? often + 1 : often + often / 2;
  }
  search.refine();
  Plan plan{.first = first_slot(occasion, n + extra),
            .step = occasion.outlook.delay,
            .again = Purpose::Revisit,
            .why = "most sharp pages within the blur of an even order",
            .revisits_late = extra >= n};
  plan.slots = search.take();
  for (PageId& slot : plan.slots) slot = pages[slot].id;
  return plan;
}

}  // namespace asof::schedule
