#include "schedule/placement.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "schedule/penalty.h"

namespace asof::schedule {
namespace {

constexpr std::size_t kNear = 12;     // shifts tried around the ideal, on either side
constexpr std::size_t kAligned = 24;  // shifts tried that bring some visit to a free slot

class Placer final {
 public:
  Placer(const Stage& stage, FreeSlots& free) : stage_(stage), free_(free) {}

  // The free slots for `count` visits; they are taken.
  std::span<const std::size_t> place(std::size_t count) {
    gap_ = (stage_.until - stage_.from) / static_cast<double>(count);
    best_penalty_ = kNever;
    best_.clear();
    attempt(count, 0);
    if (count > 1) search(count);
    for (const std::size_t slot : best_) free_.take(slot);
    return best_;
  }

 private:
  double ideal(std::size_t i) const { return stage_.from + (static_cast<double>(i) + 0.5) * gap_; }

  void search(std::size_t count) {
    const double least = gap_ * gap_ / 4 * static_cast<double>(count);
    const auto hopeless = [&](double shift) { return least + shift * shift > best_penalty_; };
    for (std::size_t step = 1; step <= kNear; ++step) {
      const double shift = static_cast<double>(step) / 2;
      if (hopeless(shift)) return;
      attempt(count, -shift);
      attempt(count, shift);
    }
    // Where slots are crowded, the next free ones are far: try the shifts that lead to some.
    shifts_.clear();
    const std::size_t stride = std::max<std::size_t>(1, count * 2 / kAligned);
    for (std::size_t i = 0; i < count; i += stride) {
      const double at = ideal(i);
      const auto place =
          static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(stage_.slots - 1)));
      const std::size_t low = free_.at_or_before(place);
      const std::size_t high = free_.at_or_after(place);
      if (low != FreeSlots::kNone) shifts_.push_back(static_cast<double>(low) - at);
      if (high != FreeSlots::kNone) shifts_.push_back(static_cast<double>(high) - at);
    }
    std::sort(shifts_.begin(), shifts_.end(),
              [](double a, double b) { return std::abs(a) < std::abs(b); });
    for (const double shift : shifts_) {
      if (hopeless(shift)) return;
      attempt(count, shift);
    }
  }

  void attempt(std::size_t count, double shift) {
    slots_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t slot = free_.nearest(ideal(i) + shift);
      CHECK(slot != FreeSlots::kNone);
      free_.take(slot);
      slots_.push_back(slot);
    }
    for (const std::size_t slot : slots_) free_.give_back(slot);
    std::sort(slots_.begin(), slots_.end());
    times_.assign(slots_.begin(), slots_.end());
    const double found = penalty(times_, stage_.from, stage_.until);
    if (found >= best_penalty_) return;
    best_penalty_ = found;
    best_ = slots_;
  }

  const Stage& stage_;
  FreeSlots& free_;
  double gap_ = 0;
  double best_penalty_ = kNever;
  std::vector<std::size_t> best_;
  std::vector<std::size_t> slots_;
  std::vector<Time> times_;
  std::vector<double> shifts_;
};

}  // namespace

void place_visits(std::span<const Known> hottest_first, std::span<const std::uint32_t> visits,
                  const Stage& stage, FreeSlots& free, std::span<PageId> plan) {
  Placer placer(stage, free);
  for (std::size_t i = 0; i < hottest_first.size(); ++i)
    for (const std::size_t slot : placer.place(visits[i])) plan[slot] = hottest_first[i].id;
}

}  // namespace asof::schedule
