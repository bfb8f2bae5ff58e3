// Hidden changes: how many versions nobody caught, and so how complete an archive is, where the
// truth is not known. Changes are taken to come at random times, at a rate per page that is known
// up to a mean and a variance.
//
// Pages of a site often change together, so the spread of a sum is larger than that of as many
// pages apart; how much larger shows in how unevenly changes fall between rounds of captures.
//
// Every stretch between two captures that differ caught one version: the last before the second
// capture. What came and went before it is hidden. A stretch without a difference hides nothing, as
// long as no change was undone. After a page's last capture everything is hidden.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>

#include "base/axis.h"

namespace asof::quality {

// A stretch of a page's time: from a capture to the next, or to where the archive ends.
struct Stretch {
  Duration length = 0;                 // > 0
  bool changed = false;                // the captures at its ends differ
  std::optional<Duration> quiet = {};  // changed, and the last change was so long before the end
  bool open = false;                   // no capture at its end
};

struct RateEstimate {
  double mean = 0;  // changes per time
  double variance = 0;
};

// Versions, each by its weight. Sums of pages are sums of these.
struct VersionCount {
  double caught = 0;
  double hidden = 0;    // expected
  double variance = 0;  // of the hidden ones
  double number = 0;    // of the hidden ones, expected, each counting one
  // Of pages that never were seen unchanged, whose rates have no upper bound: caught, and what is
  // hidden between captures and its variance.
  double unbounded = 0;
  double unbounded_hidden = 0;
  double unbounded_variance = 0;

  VersionCount& operator+=(const VersionCount& other);
  void spread(double factor);  // multiplies the variances
};

// Of one page whose versions all weigh `weight`. O(stretches).
VersionCount count_versions(std::span<const Stretch> stretches, const RateEstimate& rate,
                            double weight = 1);

// Whether changes come together: captures of many pages in rounds, and how many changes each round
// found beside how many were to be expected.
class Clustering final {
 public:
  // A stretch that ended in a round.
  void add(std::size_t round, const Stretch& stretch, double rate);
  // How many times the variance of independent pages; at least 1. 1 with fewer than two rounds.
  double factor() const;

 private:
  struct Round {
    double surplus = 0;  // changes found beyond those expected
    double variance = 0;
  };
  std::map<std::size_t, Round> rounds_;
};

struct ShareCaught {
  double estimate = 0;
  double low = 0;  // of a 95 % interval
  double high = 0;
  // More than a tenth was caught on pages that changed at every look. How much more they changed
  // nobody can tell: `low` says nothing, and `high` counts nothing as hidden between their
  // captures.
  bool at_most = false;
  // The upper end if their changes, too, come at random times.
  double random_high = 0;
};

// Caught / (caught + hidden); the hidden ones are taken as log-normal. Nothing where no version was
// seen to come: nobody can tell whether there were any.
std::optional<ShareCaught> share_caught(const VersionCount& count);

}  // namespace asof::quality
