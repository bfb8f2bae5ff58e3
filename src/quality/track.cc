#include "quality/track.h"

namespace asof::quality {

PageTrack clipped(const PageTrack& track, Interval observation) {
  const auto inside = [&](Time t) { return observation.from <= t && t <= observation.to; };
  PageTrack part{.weight = track.weight};
  std::copy_if(track.changes.begin(), track.changes.end(), std::back_inserter(part.changes),
               [&](const Change& change) { return inside(change.at); });
  std::copy_if(track.captures.begin(), track.captures.end(), std::back_inserter(part.captures),
               inside);
  return part;
}

}  // namespace asof::quality
