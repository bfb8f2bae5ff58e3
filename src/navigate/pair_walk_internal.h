// PairWalk: two pages walked through time together. The model is in coherence.h.
#pragma once

#include <array>
#include <vector>

#include "navigate/coherence.h"

namespace asof::navigate {

class PairWalk final {
 public:
  // Captures early_from..early_to of E and late_from..late_to of L are evidence; what the first of
  // each shows is taken as given.
  struct Extent {
    std::size_t early_from, early_to, late_from, late_to;
  };

  PairWalk(const Track& early, const Track& late, double share, const Extent& extent);

  // Of E's run that ends at early_hi and L's that begins at late_lo > early_hi, both in the extent.
  double coherent(Time early_hi, Time late_lo);
  double log_likelihood();

 private:
  // A page known to have changed at `at`, or captured there.
  struct Event {
    Time at = 0;
    bool late = false;
    bool capture = false;
    bool first = false;    // the first capture of the extent: nothing before it is known
    bool changed = false;  // since the capture before
  };
  // Between two captures of one page.
  struct Gap {
    Time from = 0, to = 0;
    double floor = 0;           // least rate
    Time quiet_after = kNever;  // known not to have changed from here on
  };
  struct Rates {
    double early = 0, late = 0, both = 0;
    double silent = 0;  // of changes known not to have happened
  };
  // Index: bit 0, E has changed since its last capture; bit 1, L has.
  using All = std::array<double, 4>;
  // The coherent part between the runs. Before E first changed: whether L has since its capture.
  // After it: bit 0 whether E has since its capture, bit 1 whether L has.
  struct Good {
    std::array<double, 2> before{};
    std::array<double, 4> after{};
  };

  void add_page(const Track& track, bool late, std::size_t from, std::size_t to);
  Rates rates_at(Time t, std::size_t early_gap, std::size_t late_gap) const;
  double rate_of(const Page& page, const std::vector<Gap>& gaps, std::size_t gap, Time t,
                 bool& quiet) const;
  void walk(std::optional<Time> open, std::optional<Time> close);
  void pass(const Rates& rates, Duration length);
  void meet_capture(const Event& event);
  void meet_change(const Event& event, const Rates& rates, bool together);
  void scale();
  void multiply(double factor);

  const Page* early_;
  const Page* late_;
  double share_;
  std::vector<Event> events_;
  std::vector<Gap> early_gaps_;
  std::vector<Gap> late_gaps_;

  All all_{};
  All kept_{};  // the coherent part after the window
  Good good_;
  bool open_ = false;    // between the runs
  bool closed_ = false;  // after them
  double log_scale_ = 0;
};

}  // namespace asof::navigate
