// Ben Saad & Gançarski, JCDL 2011, section 7 and Algorithm 4.
//
// Reading: Algorithm 4 tests the accumulated importance before it adds the present change, so of
// .3 .3 .3 0 0 .3 .3 with threshold .5 it indexes only the third version, one late; the text
// indexes a version "whenever the cumulated importance becomes higher": the second and the sixth.
// Cost: O(versions). Proof: Indexing.* (indexing_test.cc).
#include "pattern/indexing.h"

#include <algorithm>
#include <functional>

namespace asof::pattern {

double index_threshold(const Pattern& pattern) {
  double sum = 0;
  for (std::size_t k = 0; k < pattern.slots(); ++k) sum += pattern.omega(k);
  return pattern.slots() == 0 ? 0 : sum / static_cast<double>(pattern.slots());
}

double budget_threshold(std::span<const double> importance, double share) {
  if (importance.empty()) return 0;
  std::vector<double> sorted(importance.begin(), importance.end());
  std::ranges::sort(sorted, std::greater());
  const auto most = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  if (most >= sorted.size()) return 0;
  return sorted[most == 0 ? 0 : most - 1];
}

std::vector<std::size_t> indexed_versions(std::span<const double> importance, double threshold,
                                          IndexReading reading) {
  std::vector<std::size_t> indexed;
  double pending = 0;
  for (std::size_t i = 0; i < importance.size(); ++i) {
    const double with = pending + importance[i];
    const double tested = reading == IndexReading::Meant ? with : pending;
    if (importance[i] >= threshold || tested >= threshold) {
      indexed.push_back(i);
      pending = 0;
    } else {
      pending = with;
    }
  }
  return indexed;
}

}  // namespace asof::pattern
