// HostClocks: how fast the pages of each host change from hour to hour, from the changes that
// visits found and those that were to be expected of the pages they looked at.
//
// In an hour with `found` changes where `due` were expected, the clock runs at
// (k + found) / (k / s + due): s is the host's rhythm by the hour of the day (UTC), working days
// and weekends apart, and k says how alike busy hours are. Where nothing was looked at this is s;
// where k is small, a few changes found make the whole hour busy, for pages nobody looked at, too.
// k and s are learned. A page's own rhythm (Shape) comes on top. Hours are those of UTC.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/axis.h"

namespace asof::schedule {

class HostClocks final {
 public:
  static constexpr Duration kHour = 3600;
  static constexpr std::size_t kBins = 48;  // hours of a working day, then of a weekend
  using Bins = std::array<double, kBins>;

  // A page's changes and those expected of it, by bin. 384 bytes.
  struct Shape {
    std::array<float, kBins> found{}, due{};
    // How much livelier than its host the page is in each bin; the level is divided out.
    Bins factors() const;
  };

  void begin(Time start) { first_ = hour_of(start); }
  void add(std::uint32_t host);  // there are at least so many, and this one
  std::size_t hosts() const { return hosts_.size(); }

  // Hours of the clock from `from` to `to`, seen by a page with these factors; null: with none.
  // O(hours in between).
  double passed(std::uint32_t host, const Bins* factors, Time from, Time to) const;

  // A page of that rate was looked at: its changes from `from` to `to` would have been found.
  // `due`, where not null, is told what was expected of it in each bin.
  void looked(std::uint32_t host, const Bins* factors, double rate, Time from, Time to,
              std::array<float, kBins>* due);
  // So many changes were found in the hour of `at`; or somewhere in between, where they are spread
  // as the clock runs. `found`, where not null, is told in which bins.
  void found(std::uint32_t host, Time at, double changes, std::array<float, kBins>* found);
  void found(std::uint32_t host, const Bins* factors, Time from, Time to, double changes,
             std::array<float, kBins>* found);

  // Rhythms, and how alike busy hours are. O(hours), once a day.
  void learn();
  double steadiness() const { return steadiness_; }
  // The usual speed in the hour of `at`, and the one it had.
  double usual(std::uint32_t host, Time at) const {
    return hosts_[host].rhythm[bin_of(hour_of(at))];
  }
  double speed(std::uint32_t host, Time at) const { return speed_in(hosts_[host], hour_of(at)); }

  // Many pages of one host from many times to one: hours of the clock in O(kBins) each.
  class Reading final {
   public:
    Reading(const HostClocks& clocks, std::uint32_t host, Time from, Time to);
    // 0 for a time behind the end.
    double since(Time at) const { return std::max(0.0, plain_.back() - plain_at(at)); }
    double since(Time at, const Bins& factors) const;

   private:
    double plain_at(Time at) const;
    std::int64_t hour_;          // the first
    std::vector<double> plain_;  // at the start of each hour, and at the end of all
    std::vector<Bins> binned_;   // the same, by bin
    std::vector<double> speeds_;
  };

  static std::int64_t hour_of(Time at);
  static std::size_t bin_of(std::int64_t hour);

 private:
  struct Host {
    std::vector<double> found, due;  // by hour since the first
    Bins rhythm;
  };
  double speed_in(const Host& host, std::int64_t hour) const;
  std::size_t at(Host& host, std::int64_t hour);  // its place; makes room
  void learn_rhythms();
  void learn_steadiness();

  std::int64_t first_ = 0;
  std::vector<Host> hosts_;
  double steadiness_ = 10;
};

}  // namespace asof::schedule
