// What an archive believes of the pages of a site that it has captured a few times and not watched.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/history.h"

namespace asof::lab {

struct EarlierOptions {
  std::uint32_t captures = 0;
  Duration delay = 60;
  Time from = 0;   // the captures are spread evenly over the time from here
  Time until = 0;  // to here; nothing later is looked at
};

// Changes per second, by page, as a crawler believes them after that many captures that visited
// every page twice, breadth-first: from whether each page had changed between two visits, and from
// pages like it. Without captures all pages are believed alike.
std::vector<double> rates_after_captures(const History& history, const EarlierOptions& options);

}  // namespace asof::lab
