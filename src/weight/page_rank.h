// PageRank: how important pages are by the links between them (Page, Brin, Motwani and Winograd
// 1999): the share of time that a reader spends on each who follows links and, now and then, opens
// a page at random.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace asof::weight {

struct PageLink {
  std::uint32_t from = 0, to = 0;  // numbers of pages

  auto operator<=>(const PageLink&) const = default;
};

struct RankOptions {
  double damping = 0.85;  // how often the reader follows a link; in [0,1)
  double enough = 1e-9;   // stop once a round moves less than this altogether
  int rounds = 200;       // at most
};

// One number for each page; their sum is 1. Links to the page itself and repeated links do not
// count. From a page without links the reader goes to any page. O(links log links + rounds x
// links).
std::vector<double> page_rank(std::size_t pages, std::vector<PageLink> links,
                              const RankOptions& options = {});

}  // namespace asof::weight
