// ByteBudget: how many bytes of a period's budget are spent. No clock: the times are given.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/axis.h"

namespace asof::crawl {

class ByteBudget final {
 public:
  // No limit where either is 0.
  ByteBudget(std::uint64_t limit, Duration period) : limit_(limit), period_(period) {}

  void spend(Time at, std::uint64_t bytes) {
    if (!limited()) return;
    if (const double begin = period_of(at); begin > begin_) begin_ = begin, spent_ = 0;
    spent_ += bytes;
  }
  // When there is budget again: the next period where this one's is spent, else any time.
  Time next() const { return limited() && spent_ >= limit_ ? begin_ + period_ : -kNever; }

 private:
  bool limited() const { return limit_ > 0 && period_ > 0; }
  Time period_of(Time at) const { return std::floor(at / period_) * period_; }

  std::uint64_t limit_;
  Duration period_;
  Time begin_ = -kNever;  // of the period that spent_ is about
  std::uint64_t spent_ = 0;
};

}  // namespace asof::crawl
