// Made-up archives for navigation: pages with known patterns, their changes, and irregular captures
// for links and for whole sites. Times are hours.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "navigate/page.h"

namespace asof::studies {

struct NavigatedPage {
  navigate::Page page;  // as the archive knows it; a capture's digest counts changes before it
  std::vector<Time> changes;  // the truth, ascending
};

struct NavigatedWorld {
  double hours = 240;
  double changes_per_day = 7;  // median over pages, lognormal with deviation 1
  double spread = 1;           // that deviation
  double gap = 10;             // mean between captures, hours: median over pages, deviation .4
  bool modified = false;       // captures carry a true Last-Modified
};

NavigatedPage draw_page(const NavigatedWorld& world, Rng& rng);
// The same page without Last-Modified.
navigate::Page without_modified(navigate::Page page);

// Whether the versions two captures show were ever valid at one instant.
bool truly_coherent(const NavigatedPage& one, std::uint64_t version, const NavigatedPage& other,
                    std::uint64_t other_version);

}  // namespace asof::studies
