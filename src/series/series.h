// PageSeries: what the captures of one page say about when it changed, and how much that mattered
// (Ben Saad and Gançarski, JCDL 2011 section 5: the importance of changes, period by period).
//
// A visit says only that something changed since the visit before. A series keeps that: nothing in
// it is more exact than the captures are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/axis.h"
#include "base/time.h"
#include "pattern/learn.h"
#include "pattern/visit_log.h"

namespace asof::series {

// Visits that saw one version, one after another.
struct Run {
  Instant first, last;
  std::uint64_t visits = 1;
  // Against the run before; of the first run nothing is read.
  bool changed = false;              // in something that matters
  std::optional<double> importance;  // of the change, 0..1; nothing: not compared yet
  std::optional<Instant> last_modified;
};

struct PageSeries {
  std::string url;
  std::vector<Run> runs;       // in time order
  std::vector<Instant> times;  // of all visits, ascending; empty where nobody asked for them

  std::uint64_t visits() const;
  std::uint64_t changes() const;
  std::uint64_t uncompared() const;  // changes whose importance is not known
  // The mean of those that are; nothing where none is.
  std::optional<double> mean_importance() const;
};

// What the dates of captures and the dates in their heads say.
struct Dating {
  // Captures are dated by what they hold and not by a visit: every change is there, at its time. So
  // it is in a history that a site's own system wrote.
  bool by_publication = false;
  // Then the last capture of the site: until there, a page without a newer version was the same.
  Instant until = {};
  // Last-Modified has proven true on this site: a change that it dates came then.
  bool last_modified = false;
  // Stands for the importance of a change that has not been compared and whose page says nothing.
  double importance = 0.5;
};

// Whether the captures of a site are dated by publication: at least ten changes, 98 in a hundred of
// those with a Last-Modified have exactly that date, and hardly any capture shows what the one
// before showed. A crawler's captures come later than what they show.
bool is_dated_by_publication(std::span<const PageSeries> pages);
bool has_enough_changes(std::span<const PageSeries> pages);  // ten, to tell

pattern::VisitLog log_of(const PageSeries& page, const Dating& dating);
// One for each visit but the first, for the averages of JCDL. Needs `times`, or takes the first and
// last visit of each run for all.
std::vector<pattern::Sighting> sightings_of(const PageSeries& page, const Dating& dating);

// One period of a series.
struct PeriodSum {
  std::int64_t number = 0;  // of the period, as number_of counts them
  std::uint64_t visits = 0;
  std::uint64_t changes = 0;     // found by these visits
  std::uint64_t uncompared = 0;  // of the changes: their importance is not known
  double importance = 0;         // sum of the others
};
// In time order; periods without a visit are left out. Whatever a visit finds is booked in the
// period of the visit, as the paper does it. `number_of` gives the number of an instant's period.
std::vector<PeriodSum> by_period(const PageSeries& page,
                                 const std::function<std::int64_t(Instant)>& number_of);
// The sums of two series.
std::vector<PeriodSum> added(std::span<const PeriodSum> a, std::span<const PeriodSum> b);

}  // namespace asof::series
