// Hidden changes: how many versions nobody caught, and so how complete an archive is, where the
// truth is not known. Changes are taken to come at random times, at a rate per page that is known
// up to a mean and a variance.
//
// Every stretch between two captures that differ caught one version: the last before the second
// capture. What came and went before it is hidden. A stretch without a difference hides nothing, as
// long as no change was undone. After a page's last capture everything is hidden.
#pragma once

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
  // Caught on pages that never were seen unchanged: their rates have no upper bound.
  double unbounded = 0;

  VersionCount& operator+=(const VersionCount& other);
};

// Of one page whose versions all weigh `weight`. O(stretches).
VersionCount count_versions(std::span<const Stretch> stretches, const RateEstimate& rate,
                            double weight = 1);

struct ShareCaught {
  double estimate = 0;
  double low = 0;  // of a 95 % interval
  double high = 0;
  // More than a tenth was caught on pages that changed at every look. How much more they changed
  // nobody can tell: the share is at most `high`, and `low` says nothing.
  bool at_most = false;
};

// Caught / (caught + hidden); the hidden ones are taken as log-normal. Nothing where there were no
// versions.
std::optional<ShareCaught> share_caught(const VersionCount& count);

}  // namespace asof::quality
