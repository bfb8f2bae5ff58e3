// Moments: when changes happened that were dated, in order, so that a range of them is counted and
// summed in O(log n).
#pragma once

#include <vector>

#include "base/axis.h"

namespace asof::pattern {

class Moments final {
 public:
  struct Sums {
    double count = 0, sum = 0, squares = 0;

    Sums operator-(const Sums& other) const {
      return {count - other.count, sum - other.sum, squares - other.squares};
    }
  };

  Moments() = default;
  explicit Moments(std::vector<Time> times);  // in any order

  bool empty() const { return times_.empty(); }
  // Of those with after < time <= until.
  Sums within(Time after, Time until) const;
  double count(Time after, Time until) const { return within(after, until).count; }
  // How many different instants they come from, if those with more of them count for less: a
  // hundred changes of one instant are one, and those of a hundred instants are a hundred.
  // Moments that follow each other within `apart` are one instant. 0 where there are none.
  double instants(Time after, Time until, Duration apart) const;

 private:
  std::size_t place(Time until) const;

  std::vector<Time> times_;
  std::vector<Sums> upto_;  // one more than times_
};

}  // namespace asof::pattern
