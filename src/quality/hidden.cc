// Completeness without the truth.
//
// Source: ours; the zero-truncated Poisson distribution, its rate uncertain (delta method).
// Idea: of a Poisson process of rate r, a stretch w with a change in it holds x / (1 - e^-x)
// changes on average, x = r w; one of them was caught. Where the last change is dated, those before
// it are Poisson. Pages are independent, stretches of a page share its rate. Guarantee: the
// interval holds the true share in 95 % of archives of Poisson pages (HiddenTest); pages that
// change together, or by the clock, break the assumption (docs/measures.md). Cost: O(stretches).
#include "quality/hidden.h"

#include <algorithm>
#include <cmath>

namespace asof::quality {
namespace {

constexpr double kDeviations = 1.96;
constexpr double kQuietShare = .01;  // below it, a page was never seen unchanged
constexpr double kUnboundedShare = .1;

// Mean, variance and slope (by x) of the number of changes but one, given that there is one.
struct Truncated {
  double mean = 0;
  double variance = 0;
  double slope = 0;
};

Truncated truncated(double x) {
  if (x < 1e-4) return {x / 2, x / 2, .5};
  const double some = -std::expm1(-x);
  const double mean = x / some;
  return {mean - 1, mean * (1 + x - mean), (some - x * (1 - some)) / (some * some)};
}

}  // namespace

VersionCount& VersionCount::operator+=(const VersionCount& other) {
  caught += other.caught;
  hidden += other.hidden;
  variance += other.variance;
  number += other.number;
  unbounded += other.unbounded;
  return *this;
}

VersionCount count_versions(std::span<const Stretch> stretches, const RateEstimate& rate,
                            double weight) {
  double seen = 0, hidden = 0, own = 0, slope = 0;  // slope: of `hidden` by the rate
  Duration watched = 0, quiet = 0;
  for (const Stretch& one : stretches) {
    Duration blind = 0;  // in which changes came unseen, as many as may be
    if (one.open) {
      blind = one.length;
    } else {
      watched += one.length;
      if (!one.changed) quiet += one.length;
    }
    if (one.changed && !one.open) {
      seen += 1;
      if (one.quiet) {
        blind = std::max(0.0, one.length - *one.quiet);
        quiet += one.length - blind;
      } else {
        const Truncated more = truncated(rate.mean * one.length);
        hidden += more.mean;
        own += more.variance;
        slope += more.slope * one.length;
      }
    }
    hidden += rate.mean * blind;
    own += rate.mean * blind;
    slope += blind;
  }
  const double variance = own + slope * slope * rate.variance;
  return {.caught = seen * weight,
          .hidden = hidden * weight,
          .variance = variance * weight * weight,
          .number = hidden,
          .unbounded = quiet <= kQuietShare * watched ? seen * weight : 0};
}

std::optional<ShareCaught> share_caught(const VersionCount& count) {
  const double all = count.caught + count.hidden;
  if (!(all > 0)) return std::nullopt;
  const auto share = [&](double hidden) { return count.caught / (count.caught + hidden); };
  ShareCaught result{.estimate = share(count.hidden),
                     .at_most = count.unbounded > kUnboundedShare * count.caught};
  result.low = result.high = result.estimate;
  if (!(count.hidden > 0)) return result;
  const double spread = std::log1p(count.variance / (count.hidden * count.hidden));
  const double middle = count.hidden * std::exp(-spread / 2);
  const double away = std::exp(kDeviations * std::sqrt(spread));
  // Changes come whole: less than one hidden is none.
  const double one = count.hidden / count.number;
  const double least = middle / away;
  result.low = share(middle * away);
  result.high = least < one && count.caught > 0 ? 1 : share(least);
  return result;
}

}  // namespace asof::quality
