// Matching: which row takes which place, so that the sum of what they are worth there is large.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace asof::schedule {

// A square table: what each row is worth in each place.
class Worth final {
 public:
  explicit Worth(std::size_t size) : size_(size), values_(size * size) {}
  std::size_t size() const { return size_; }
  double& at(std::size_t row, std::size_t place) { return values_[row * size_ + place]; }
  double at(std::size_t row, std::size_t place) const { return values_[row * size_ + place]; }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

using Places = std::vector<std::uint32_t>;  // by place: the row that takes it

double sum_of(const Worth& worth, const Places& places);

// Rows that would lose most by a bad place choose first.
Places choose_by_regret(const Worth& worth);

// Lets two rows change places wherever both together gain, until no two do or `rounds` rounds over
// all pairs are made. Never makes the sum smaller. O(size^2) a round.
void improve_by_swaps(const Worth& worth, Places& places, int rounds = 8);

}  // namespace asof::schedule
