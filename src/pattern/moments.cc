#include "pattern/moments.h"

#include <algorithm>

namespace asof::pattern {

Moments::Moments(std::vector<Time> times) : times_(std::move(times)) {
  std::sort(times_.begin(), times_.end());
  upto_.reserve(times_.size() + 1);
  Sums sums;
  upto_.push_back(sums);
  for (const Time at : times_) {
    sums = {sums.count + 1, sums.sum + at, sums.squares + at * at};
    upto_.push_back(sums);
  }
}

std::size_t Moments::place(Time until) const {
  return static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), until) -
                                  times_.begin());
}

Moments::Sums Moments::within(Time after, Time until) const {
  if (times_.empty() || !(until > after)) return {};
  return upto_[place(until)] - upto_[place(after)];
}

double Moments::instants(Time after, Time until, Duration apart) const {
  const std::size_t end = times_.empty() ? 0 : place(until);
  double all = 0, squares = 0, here = 0;
  for (std::size_t i = times_.empty() ? 0 : place(after); i < end; ++i) {
    all += 1;
    here += 1;
    if (i + 1 < end && times_[i + 1] - times_[i] <= apart) continue;
    squares += here * here;
    here = 0;
  }
  return squares > 0 ? all * all / squares : 0;
}

}  // namespace asof::pattern
