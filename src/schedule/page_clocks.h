// PageClocks: what visits taught of when pages change: how often each does (clock_beliefs.h), how
// busy its host is (host_clocks.h), and the page's own rhythm. Pages are numbered from 0.
//
// A page that was never seen to change has no rhythm of its own: 100 bytes, 484 with one.
#pragma once

#include <optional>
#include <span>

#include "schedule/clock_beliefs.h"
#include "schedule/host_clocks.h"

namespace asof::schedule {

class PageClocks final {
 public:
  // Rates of the table lie between `least` and `most`, in changes an hour.
  void begin(Time start, double least, double most);
  void add(std::uint32_t host, std::uint32_t cluster);

  // One visit: what it says of the time since the one before, or since the page became known.
  struct Look {
    Time from = 0, to = 0;
    bool first = false;  // nothing was seen of the page before, so no change can show
    bool changed = false;
    std::optional<Time> modified{};  // when it last changed, as the server says
  };
  void look(std::size_t page, const Look& look);
  // What pages have in common, rhythms, and how alike busy hours are. Once a day.
  void learn();

  // Hours of the page's clock. O(hours).
  double passed(std::size_t page, Time from, Time to) const;
  // The same of all pages, each from a time of its own. O(48) for each.
  void passed_since(std::span<const Time> from, Time to, std::span<double> passed) const;

  const ClockBeliefs& beliefs() const { return beliefs_; }
  const HostClocks& hosts() const { return hosts_; }
  std::uint32_t host(std::size_t page) const { return pages_[page].host; }

 private:
  static constexpr std::uint32_t kNoShape = ~std::uint32_t{0};
  struct Page {
    std::uint32_t host;
    std::uint32_t shape;  // in shapes_
  };
  const HostClocks::Shape* shape_of(std::size_t page) const;

  ClockBeliefs beliefs_;
  HostClocks hosts_;
  std::vector<Page> pages_;
  std::vector<HostClocks::Shape> shapes_;
  std::vector<std::vector<std::uint32_t>> of_host_;  // pages
};

}  // namespace asof::schedule
