// CoChanges: which pages change together, learned from the dates of changes that visits bring.
//
// Pages seen with a change at the same instant were changed by one event: a publication, a new
// template, an index and the pages it lists. When a page brings news of an event nobody knew of,
// the pages that shared its earlier events have probably changed as well.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "schedule/strategy.h"

namespace asof::schedule {

class CoChanges final {
 public:
  // Changes at most this far apart are one event.
  explicit CoChanges(Duration together) : together_(together) {}

  struct Likely {
    PageId page;
    double chance;  // that this event changed it
  };
  // A page changed at a time; the others that this makes likely, if that is news. Costs the pages
  // of its last four events. Valid until the next call.
  std::span<const Likely> changed(PageId page, Time at);
  // The event that holds this time began here; `at` itself where there is none.
  Time event_at(Time at) const;

 private:
  static constexpr std::size_t kRemembered = 4;  // events of a page
  static constexpr std::size_t kFewest = 3;      // pages of an event that says something

  std::uint32_t event_of(Time at);
  void remember(PageId page, std::uint32_t event);

  const Duration together_;
  std::map<Time, std::uint32_t> by_time_;        // event by its first instant
  std::vector<std::vector<PageId>> events_;      // pages of each
  std::vector<std::vector<std::uint32_t>> own_;  // by page: its last events
  std::vector<double> chance_;                   // by page, all 0 between calls
  std::vector<PageId> touched_;
  std::vector<Likely> likely_;
};

}  // namespace asof::schedule
