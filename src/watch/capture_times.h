// When sites are captured as a whole: at their interval, at a time of day or when they rest.
#pragma once

#include <optional>
#include <span>

#include "base/axis.h"
#include "base/time_zone.h"
#include "pattern/spans.h"
#include "watch/watch_file.h"

namespace asof::watch {

// The first time at or after `due` that is as the site wants it. `rest` are the quietest hours of
// its week, local; none where nothing is known of that: then a capture waits for three at night.
Time next_capture(const SiteCapture& site, Time due, const std::optional<pattern::WeekSpan>& rest,
                  const TimeZone& zone);

}  // namespace asof::watch
