// Why a page is to be visited, in words for people.
#pragma once

#include <string>

#include "base/axis.h"

namespace asof::schedule {

struct WatchWords {
  bool seen = false;       // it was visited before
  Duration ago = 0;        // since its last visit, or since it became known
  Duration every = 0;      // between two changes
  double chance = 0;       // that it shows something new
  double speed = 1;        // of its host, times the usual one at this hour
  bool announced = false;  // another page, a feed or a sitemap says so

  // "Last visited 3 hours ago; changes about every 5 hours; 45 % chance of a new version."
  std::string text() const;
};

}  // namespace asof::schedule
