// Completeness without the truth.
//
// Source: ours; the zero-truncated Poisson distribution, its rate uncertain (delta method).
//
// Idea: of a Poisson process of rate r, a stretch w with a change in it holds x / (1 - e^-x)
// changes on average, x = r w; one of them was caught. Where the last change is dated, those before
// it are Poisson. Stretches of a page share its rate; pages that change together are taken for
// fewer pages (Clustering).
//
// Guarantee: with rates as believed the interval holds the true share in 95 % of cases
// (HiddenTest); with rates estimated, in fewer; changes by the clock break it (docs/measures.md).
//
// Cost: O(stretches).
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

// What is hidden in some stretches of one page.
struct Hidden {
  double mean = 0;
  double own = 0;    // variance if the rate were known
  double slope = 0;  // of the mean, by the rate

  // Changes came, as many as may be.
  void add_blind(Duration length, double rate) {
    mean += rate * length;
    own += rate * length;
    slope += length;
  }
  // One was caught, and there may be more.
  void add_changed(Duration length, double rate) {
    const Truncated more = truncated(rate * length);
    mean += more.mean;
    own += more.variance;
    slope += more.slope * length;
  }
  void add(const Hidden& other) {
    mean += other.mean;
    own += other.own;
    slope += other.slope;
  }
  double variance(const RateEstimate& rate) const { return own + slope * slope * rate.variance; }
};

// The ends of the log-normal distribution's middle 95 %.
struct Ends {
  double least = 0;
  double most = 0;
};

Ends ends_of(double hidden, double variance) {
  if (!(hidden > 0)) return {};
  const double spread = std::log1p(variance / (hidden * hidden));
  const double middle = hidden * std::exp(-spread / 2);
  const double away = std::exp(kDeviations * std::sqrt(spread));
  return {middle / away, middle * away};
}

}  // namespace

VersionCount& VersionCount::operator+=(const VersionCount& other) {
  caught += other.caught;
  hidden += other.hidden;
  variance += other.variance;
  number += other.number;
  unbounded += other.unbounded;
  unbounded_hidden += other.unbounded_hidden;
  unbounded_variance += other.unbounded_variance;
  return *this;
}

void VersionCount::spread(double factor) {
  variance *= factor;
  unbounded_variance *= factor;
}

VersionCount count_versions(std::span<const Stretch> stretches, const RateEstimate& rate,
                            double weight) {
  double seen = 0;
  Hidden between, after;
  Duration watched = 0, quiet = 0;
  for (const Stretch& one : stretches) {
    if (one.open) {
      after.add_blind(one.length, rate.mean);
      continue;
    }
    watched += one.length;
    if (!one.changed) {
      quiet += one.length;
      continue;
    }
    seen += 1;
    if (one.quiet) {
      const Duration since = std::clamp(*one.quiet, 0.0, one.length);
      quiet += since;
      between.add_blind(one.length - since, rate.mean);
    } else {
      between.add_changed(one.length, rate.mean);
    }
  }
  Hidden all = between;
  all.add(after);
  VersionCount count{.caught = seen * weight,
                     .hidden = all.mean * weight,
                     .variance = all.variance(rate) * weight * weight,
                     .number = all.mean};
  if (seen > 0 && quiet <= kQuietShare * watched) {
    count.unbounded = count.caught;
    count.unbounded_hidden = between.mean * weight;
    // The rest keeps the variance of its own.
    count.unbounded_variance = count.variance - after.variance(rate) * weight * weight;
  }
  return count;
}

void Clustering::add(std::size_t round, const Stretch& stretch, double rate) {
  if (stretch.open) return;
  const double chance = -std::expm1(-rate * stretch.length);
  Round& of = rounds_[round];
  of.surplus += (stretch.changed ? 1 : 0) - chance;
  of.variance += chance * (1 - chance);
}

// Pearson's statistic over the rounds; rates fitted to the same changes take one of them away.
double Clustering::factor() const {
  double square = 0, variance = 0;
  for (const auto& [number, round] : rounds_) {
    square += round.surplus * round.surplus;
    variance += round.variance;
  }
  const auto rounds = static_cast<double>(rounds_.size());
  if (rounds < 2 || !(variance > 0)) return 1;
  return std::max(1.0, square / variance * rounds / (rounds - 1));
}

std::optional<ShareCaught> share_caught(const VersionCount& count) {
  if (!(count.caught > 0)) return std::nullopt;
  const double one = count.number > 0 ? count.hidden / count.number : 0;
  const auto share = [&](double hidden) {
    // Changes come whole: less than one hidden is none.
    if (hidden < one) return 1.;
    return count.caught / (count.caught + hidden);
  };
  const Ends ends = ends_of(count.hidden, count.variance);
  ShareCaught result{.estimate = count.caught / (count.caught + count.hidden),
                     .low = count.caught / (count.caught + ends.most),
                     .high = share(ends.least),
                     .at_most = count.unbounded > kUnboundedShare * count.caught,
                     .random_high = share(ends.least)};
  if (result.at_most)
    result.high = share(ends_of(std::max(0.0, count.hidden - count.unbounded_hidden),
                                std::max(0.0, count.variance - count.unbounded_variance))
                            .least);
  return result;
}

}  // namespace asof::quality
