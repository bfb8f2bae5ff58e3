#include "certificate/undone.h"

#include <algorithm>
#include <cmath>

namespace asof::certificate {

Interval share_interval(std::uint64_t count, std::uint64_t all) {
  if (all == 0) return {};
  constexpr double kDeviations = 1.6448536269514722;  // 90 %, both sides
  const auto n = static_cast<double>(all);
  const double share = static_cast<double>(count) / n;
  const double square = kDeviations * kDeviations / n;
  const double middle = (share + square / 2) / (1 + square);
  const double reach = std::sqrt(square * (share * (1 - share) + square / 4)) / (1 + square);
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

void add_returns(const std::vector<Statement>& said, Undone& undone) {
  std::vector<const Content*> held;  // one after another
  for (const Statement& statement : said) {
    if (!held.empty() && same_state(*held.back(), statement.content)) continue;
    if (held.size() >= 2) {
      ++undone.chances;
      const bool returned = std::any_of(held.begin(), held.end(), [&](const Content* earlier) {
        return same_state(*earlier, statement.content);
      });
      undone.returned += returned ? 1 : 0;
    }
    held.push_back(&statement.content);
  }
}

}  // namespace asof::certificate
