// ClockBeliefs: how often each page of a watch changes, as a share of belief for each of 24 rates,
// from what visits showed. Rates are per hour of the clock of the page's host (host_clocks.h).
//
// Where a belief starts from is learned from the pages themselves: of all of them, and of those of
// the same cluster, which lean on all like four pages. 96 bytes for a page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace asof::schedule {

class ClockBeliefs final {
 public:
  static constexpr std::size_t kRates = 24;
  using Table = std::array<double, kRates>;

  // Rates from `least` to `most`, each by the same factor above the one before. Once, before pages.
  void set_rates(double least, double most);
  const Table& rates() const { return rates_; }

  void add(std::uint32_t cluster);
  // What a visit showed, `passed` >= 0 hours of the clock being looked at.
  void same(std::size_t page, double passed);
  void changed(std::size_t page, double passed);
  // Somebody looked at the page, so that others learn from it.
  void visited(std::size_t page) { pages_[page].visited = true; }

  Table shares(std::size_t page) const;  // they add up to 1
  double mean(std::size_t page) const;   // the rate expected

  // Learns where beliefs start from. O(120 pages).
  void learn_priors();

 private:
  struct Page {
    std::array<float, kRates> likelihood;  // the largest is 1
    std::uint32_t cluster;
    bool visited;
  };
  void settle(Page& page);

  Table rates_{};
  Table prior_{};              // of all pages
  std::vector<Table> priors_;  // of each cluster
  std::vector<Page> pages_;
};

}  // namespace asof::schedule
