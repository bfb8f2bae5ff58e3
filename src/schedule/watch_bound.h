// Completeness that watching promises: of given visits in expectation, and the most of any.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "schedule/lagrange.h"
#include "schedule/watch_course.h"

namespace asof::schedule {

// A page as it is believed to change, and what it weighs.
struct Watched {
  Course course;
  double weight = 1;
};

// Periods of equal length, M requests at the end of each.
struct Watch {
  Time start = 0;
  Duration period = 3600;
  std::size_t periods = 1;
  double per_period = 1;

  Time end() const { return start + static_cast<double>(periods) * period; }
};

// Both are ratios of expectations, of what is captured and of what changes until the end; nothing
// stands captured at the start, and a page that is not expected to change has no part.
enum class Ratio : std::uint8_t {
  PerPage,  // DEXA Definition 5.13: the pages' own ratios, weighted
  Global,   // all changes in one
};

// Of visits at any times from the start to the end, ascending; captures[i] are those of page i.
// 1 where nothing is expected to change. O(visits + slots of the patterns in between).
double expected_completeness(std::span<const Watched> pages,
                             std::span<const std::vector<Time>> captures, const Watch& watch,
                             Ratio ratio);

// No strategy that knows no more than the courses has more. O(rounds * pages * periods).
double completeness_bound(std::span<const Watched> pages, const Watch& watch, Ratio ratio,
                          const PriceOptions& options = {});

}  // namespace asof::schedule
