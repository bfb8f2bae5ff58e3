// SHARC (VLDB'09) section 6, Theorem 6.2 and Equation 17, without its demand for even numbers and
// pairs of equal rates.
//
// Idea: SHARC-offline gives the largest penalties to the coldest pages. The paper's worst k
// misplacements give the k largest penalties to the k hottest pages, hottest outermost, and leave
// the rest in order. Errata C3: omega(., 9, 1) for ten pages, the second sum of Equation 17 ends at
// (n + 1 - k) / 2 - 1, and Example 6.1 gives 176 on 755 (23.3 %), not 145 (20 %). Another error:
// the theorem does not hold. With rates 0, 2, 2 one misplacement is worst when the coldest page
// takes the middle and both others move out. What is worst is some j hottest pages outermost and k
// - j coldest innermost; all j are tried.
//
// Cost: a sort, and O(n) for each j. Proved by WorstCaseTest: Example 6.1, the corrected Equation
// 17, and every choice of pages and places on small sites.
#include "quality/worst_case.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/check.h"
#include "quality/blur.h"

namespace asof::quality {
namespace {

// Pages and places in the order SHARC-offline pairs them.
struct Pairing {
  std::vector<double> rates;      // coldest first
  std::vector<double> penalties;  // outermost first

  double offline() const { return with(0, 0); }

  // The sum with `out` hottest pages outermost and `in` coldest innermost.
  double with(std::size_t out, std::size_t in) const {
    const std::size_t count = rates.size();
    double sum = 0;
    for (std::size_t place = 0; place < count; ++place) {
      std::size_t page = place + in - out;
      if (place < out || place >= count - in) page = count - 1 - place;
      sum += rates[page] * penalties[place];
    }
    return sum;
  }
};

Pairing paired(std::span<const double> rates, Duration delay) {
  Pairing pairing{.rates = {rates.begin(), rates.end()}};
  std::sort(pairing.rates.begin(), pairing.rates.end());
  const Interval whole{0, static_cast<double>(rates.size() - 1) * delay};
  pairing.penalties.reserve(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const Time at = static_cast<double>(i) * delay;
    pairing.penalties.push_back(penalty({&at, 1}, whole));
  }
  std::sort(pairing.penalties.begin(), pairing.penalties.end(), std::greater<>());
  return pairing;
}

}  // namespace

WorstCase worst_case(std::span<const double> rates, std::size_t misplaced, Duration delay) {
  CHECK(rates.size() >= 2 && misplaced <= rates.size() && delay > 0);
  const Pairing pairing = paired(rates, delay);
  return {.offline = pairing.offline(), .worst = pairing.with(misplaced, 0)};
}

WorstCase true_worst_case(std::span<const double> rates, std::size_t misplaced, Duration delay) {
  CHECK(rates.size() >= 2 && misplaced <= rates.size() && delay > 0);
  const Pairing pairing = paired(rates, delay);
  WorstCase result{.offline = pairing.offline()};
  for (std::size_t out = 0; out <= misplaced; ++out)
    result.worst = std::max(result.worst, pairing.with(out, misplaced - out));
  return result;
}

double worst_case_increase(std::span<const double> rates, std::size_t misplaced, Duration delay) {
  return worst_case(rates, misplaced, delay).increase();
}

}  // namespace asof::quality
