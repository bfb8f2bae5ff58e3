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

  PairWalk(const Track& early, const Track& late, Together together, const Extent& extent);

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
    bool early_quiet = false, late_quiet = false;
  };
  // What can happen within a time of constant rates, as probabilities.
  struct Step {
    double silence = 1;                      // nothing of what is known not to have happened
    bool moves = false;                      // anything at all; all below are for this
    double early = 0, late = 0;              // changes alone
    double early_any = 0, late_any = 0;      // changes, alone or with the other
    double early_stays = 0, late_stays = 0;  // neither alone nor with the other
    double neither = 0, both = 0;
    double late_then_early = 0;  // L changes, then E, and L no more; between the runs only
  };
  // Index: bit 0, E has changed since its last capture; bit 1, L has.
  using All = std::array<double, 4>;
  // The coherent part between the runs. Before E first changed: whether L has since its capture.
  // After it: bit 0 whether E has since its capture, bit 1 whether L has.
  struct Good {
    std::array<double, 2> before{};
    std::array<double, 4> after{};
  };

  // Probabilities of the states, of all and of what is coherent.
  struct Mass {
    All all{};
    All kept{};  // the coherent part after the window
    Good good;

    void multiply(double factor);
    void add(const Mass& other, double share = 1);
    // What is left when E, or L, changes alone.
    Mass early_changed() const;
    Mass late_changed() const;
  };

  void add_page(const Track& track, bool late, std::size_t from, std::size_t to);
  bool too_fast(const Page& page) const;
  // The rate of a page at t; whether it is known not to have changed there.
  double rate_of(const Page& page, const std::vector<Gap>& gaps, std::size_t gap, Time t,
                 bool& quiet) const;
  Rates rates_at(Time t) const;
  // Ends a burst and begins another, or none, at the border of a slot.
  void turn_slot();
  void walk(std::optional<Time> open, std::optional<Time> close);
  void go_to(Time at);
  // The pages of a burst that have not changed yet may, within the next `length`.
  void burst_for(Duration length, const Rates& rates);
  std::array<Mass*, 4> masses() {
    return {&calm_, &pending_both_, &pending_early_, &pending_late_};
  }
  Step step_of(const Rates& rates, Duration length) const;
  void pass(Mass& mass, const Step& step) const;
  void meet_capture(Mass& mass, const Event& event) const;
  void meet_change(Mass& mass, const Event& event, const Rates& rates, bool together) const;
  void meet_known_change(const Event& event, bool together);
  void open_window();
  void close_window();
  void scale();

  const Page* early_;
  const Page* late_;
  Together together_;
  bool early_fast_ = false;  // slots too short to be told apart
  bool late_fast_ = false;
  std::vector<Event> events_;
  std::vector<Gap> early_gaps_;
  std::vector<Gap> late_gaps_;

  Time now_ = 0;
  std::size_t early_gap_ = 0;  // the gap `now_` is in
  std::size_t late_gap_ = 0;
  Mass calm_;              // no burst, or both have changed in it
  Mass pending_both_;      // a burst in which neither has changed yet
  Mass pending_early_;     // only E has not
  Mass pending_late_;      // only L has not
  bool bursting_ = false;  // there may be a burst in this slot
  bool open_ = false;      // between the runs
  bool closed_ = false;    // after them
  double log_scale_ = 0;
};

}  // namespace asof::navigate
