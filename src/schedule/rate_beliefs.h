// RateBeliefs: what is believed of how often each of many pages changes, as a share for each rate
// of a fixed table, from dates and from visits.
//
// Evidence of a page: its age when it was seen (the time since Last-Modified), and whether it was
// the same at the next visit. What is believed of a page without evidence is learned from the
// others, of the site, of the same depth and of those found on the same page: each leans on the one
// before as if it had seen four pages of it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "schedule/strategy.h"

namespace asof::schedule {

// Changes per second, each twice the one before: a change in three years to one in 13 minutes. A
// page that changes more often is no better known for a higher rate, and one that happens to be
// seconds old would seem to.
inline constexpr std::size_t kRateCount = 18;
using RateShares = std::array<double, kRateCount>;
const RateShares& table_of_rates();

// That no change comes within that time.
double chance_of_same(const RateShares& shares, Duration time);

class RateBeliefs final {
 public:
  RateBeliefs();

  // Pages are numbered densely from 0, in any order.
  void add(const Page& page);
  // What is believed of it from before: worth one change, seen in the time it takes on average.
  void told(PageId page, double rate);
  // Its last change is that long ago; nothing where the server dates it to the moment of the
  // answer, as it does with pages it makes for each request.
  void dated(PageId page, Duration age);
  void same(PageId page, Duration gap);
  // Changed within that time; `age`: since the last of the changes, where it is known.
  void changed(PageId page, Duration gap, std::optional<Duration> age);

  // Learns what pages have in common from all evidence so far. O(pages), a few times; where there
  // are very many, from a sample of them.
  void settle();
  // As of the last settle(), with all evidence of the page itself. Sums to 1.
  RateShares of(PageId page) const;

  std::uint64_t dates() const { return dates_; }  // pages of which one was seen

 private:
  struct Evidence {
    float quiet = 0;         // time without a change
    float gap = 0;           // time with one change or more, undated; 0: none
    std::uint8_t dated = 0;  // changes with a date
    bool known = false;
    std::uint32_t group = 0;
  };
  struct Group {
    std::uint32_t parent = 0;  // itself: the site
    double pages = 0;
    RateShares prior{};
    RateShares sum{};
  };
  std::uint32_t group_of(const Page& page);
  RateShares believe(const Evidence& evidence) const;

  std::vector<Evidence> pages_;
  std::vector<Group> groups_;  // parents first
  std::map<std::pair<std::uint32_t, PageId>, std::uint32_t> by_name_;
  std::uint64_t dates_ = 0;
};

}  // namespace asof::schedule
