#include "schedule/growth.h"

#include <algorithm>
#include <cmath>

namespace asof::schedule {
namespace {

constexpr std::uint64_t kFew = 8;  // visits that show no tendency

// Pages found from visit `from` to visit `to` where visit x finds c * x^-a.
double found_between(double from, double to, double c, double a) {
  if (std::abs(a - 1) < 1e-6) return c * std::log(to / from);
  return c * (std::pow(to, 1 - a) - std::pow(from, 1 - a)) / (1 - a);
}

}  // namespace

std::uint64_t Growth::pages(std::uint64_t known) const {
  const std::uint64_t visits = found_.size() - 1;
  // A sixteenth more visits change little.
  if (visits >= asked_at_ + asked_at_ / 16 + 1) {
    asked_at_ = visits;
    factor_ = known == 0 ? 1 : static_cast<double>(predict(known)) / static_cast<double>(known);
  }
  return static_cast<std::uint64_t>(std::llround(factor_ * static_cast<double>(known)));
}

std::uint64_t Growth::predict(std::uint64_t known) const {
  const std::uint64_t visits = found_.size() - 1;
  if (visits < kFew) return known;
  const std::uint64_t quarter = visits / 4, half = visits / 2;
  const auto per_visit = [&](std::uint64_t from, std::uint64_t to) {
    return static_cast<double>(found_[to] - found_[from]) / static_cast<double>(to - from);
  };
  const double before = per_visit(quarter, half), lately = per_visit(half, visits);
  if (lately <= 0) return known;
  const double now = static_cast<double>(visits), have = static_cast<double>(known);
  const double a = before > lately ? std::log2(before / lately) : 0;
  const double c = lately * std::pow(.75 * now, a);

  if (have <= now) return known;
  double low = have, high = 2 * have;
  const auto more = [&](double size) { return have + found_between(now, size, c, a) > size; };
  if (more(high)) return 2 * known;
  while (high - low > .5) {
    const double middle = (low + high) / 2;
    (more(middle) ? low : high) = middle;
  }
  return static_cast<std::uint64_t>(std::llround(high));
}

}  // namespace asof::schedule
