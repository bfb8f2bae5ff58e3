#include "schedule/free_slots.h"

#include <bit>
#include <cmath>

namespace asof::schedule {
namespace {

constexpr std::size_t kBits = 64;

std::uint64_t bit(std::size_t slot) { return std::uint64_t{1} << (slot % kBits); }

}  // namespace

FreeSlots::FreeSlots(std::size_t slots) : slots_(slots) {
  for (std::size_t count = slots;;) {
    std::vector<std::uint64_t> level((count + kBits - 1) / kBits, ~std::uint64_t{0});
    if (count % kBits != 0) level.back() = bit(count) - 1;
    count = level.size();
    levels_.push_back(std::move(level));
    if (count <= 1) break;
  }
}

void FreeSlots::take(std::size_t slot) {
  for (auto& level : levels_) {
    auto& word = level[slot / kBits];
    word &= ~bit(slot);
    if (word != 0) return;
    slot /= kBits;
  }
}

void FreeSlots::give_back(std::size_t slot) {
  for (auto& level : levels_) {
    auto& word = level[slot / kBits];
    const bool empty = word == 0;
    word |= bit(slot);
    if (!empty) return;
    slot /= kBits;
  }
}

bool FreeSlots::free(std::size_t slot) const { return (levels_[0][slot / kBits] & bit(slot)) != 0; }

std::size_t FreeSlots::at_or_after(std::size_t slot) const {
  std::size_t level = 0;
  for (;; ++level) {
    if (level == levels_.size() || slot / kBits >= levels_[level].size()) return kNone;
    const std::uint64_t rest = levels_[level][slot / kBits] & (~std::uint64_t{0} << (slot % kBits));
    if (rest != 0) {
      slot = slot / kBits * kBits + static_cast<std::size_t>(std::countr_zero(rest));
      break;
    }
    slot = slot / kBits + 1;  // the word above begins behind this one
  }
  while (level-- > 0)
    slot = slot * kBits + static_cast<std::size_t>(std::countr_zero(levels_[level][slot]));
  return slot;
}

std::size_t FreeSlots::at_or_before(std::size_t slot) const {
  std::size_t level = 0;
  for (;; ++level) {
    if (level == levels_.size()) return kNone;
    const std::uint64_t rest =
        levels_[level][slot / kBits] & (~std::uint64_t{0} >> (kBits - 1 - slot % kBits));
    if (rest != 0) {
      slot = slot / kBits * kBits + kBits - 1 - static_cast<std::size_t>(std::countl_zero(rest));
      break;
    }
    if (slot / kBits == 0) return kNone;
    slot = slot / kBits - 1;
  }
  while (level-- > 0)
    slot =
        slot * kBits + kBits - 1 - static_cast<std::size_t>(std::countl_zero(levels_[level][slot]));
  return slot;
}

std::size_t FreeSlots::nearest(double place) const {
  if (slots_ == 0) return kNone;
  const auto last = static_cast<double>(slots_ - 1);
  const auto below = static_cast<std::size_t>(place <= 0 ? 0 : std::fmin(std::floor(place), last));
  const std::size_t low = at_or_before(below);
  const std::size_t high = below + 1 < slots_ ? at_or_after(below + 1) : kNone;
  if (low == kNone || high == kNone) return low == kNone ? high : low;
  return place - static_cast<double>(low) <= static_cast<double>(high) - place ? low : high;
}

}  // namespace asof::schedule
