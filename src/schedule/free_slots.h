// FreeSlots: which of many slots are free, and the free one nearest to a place.
//
// One bit for each slot, and above every 64 of them one bit that says whether any is set, up to a
// single word: 1.02 bits per slot, and every question costs as many steps as there are levels (four
// for 16 million slots). free_slots_test.cc compares it with a scan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace asof::schedule {

class FreeSlots final {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  explicit FreeSlots(std::size_t slots);  // all free

  void take(std::size_t slot);
  void give_back(std::size_t slot);
  bool free(std::size_t slot) const;
  std::size_t at_or_after(std::size_t slot) const;   // kNone where there is none
  std::size_t at_or_before(std::size_t slot) const;  // kNone where there is none
  // The free slot nearest to a place that need not be a slot, the lower on a tie; kNone where all
  // are taken.
  std::size_t nearest(double place) const;

 private:
  std::size_t slots_;
  std::vector<std::vector<std::uint64_t>> levels_;  // the slots first
};

}  // namespace asof::schedule
