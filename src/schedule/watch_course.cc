#include "schedule/watch_course.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace asof::schedule {
namespace {

Step plain(double changes, double importance) {
  const double none = std::exp(-changes);
  return {changes, none, importance * -std::expm1(-changes), changes * importance};
}

}  // namespace

Step Course::over(Time from, Time to) const {
  if (!(to > from)) return {};
  if (pattern == nullptr) return plain(scale * rate * (to - from), 1);
  const Duration length = pattern->slot_length();
  const double slots = static_cast<double>(pattern->slots());
  Step sum;
  double index = std::floor(from / length);
  while (from < to) {
    const Time end = std::min(to, (index + 1) * length);
    if (end > from) {
      const double wrapped = index - slots * std::floor(index / slots);
      const auto slot = static_cast<std::size_t>(wrapped);
      sum = sum.then(plain(scale * pattern->rates[slot] * (end - from) / length,
                           pattern->importance_in(slot)));
      from = end;
    }
    index += 1;
  }
  return sum;
}

double Course::changes(Time from, Time to) const {
  return scale *
         (pattern != nullptr ? pattern->expected(from, to) : rate * std::max(0.0, to - from));
}

double Course::mean_omega(Duration period) const {
  CHECK(period > 0);
  if (pattern == nullptr) return omega(0, period);
  const auto periods = std::max(1.0, std::round(pattern->cycle / period));
  double sum = 0;
  for (double k = 0; k < periods; ++k) sum += omega(k * period, (k + 1) * period);
  return sum / periods;
}

}  // namespace asof::schedule
