// Trust: how far change rates told beforehand are to be believed, learned from the first look at
// each page that can show a change.
//
// Rates of one class (within a factor of two) are true up to a common factor, 1 at first and never
// above it; so when pages told hot turn out calm, those of the class not looked at yet count less.
// No page is believed to have less than the mean rate times the doubt, and with every page whose
// rate is refuted the doubt grows: a page told calm may be a hot one. That it is learned keeps
// captures good in whatever order pages come (docs/strategies.md).
//
// O(1) for each page and look, O(classes) to reckon.
#pragma once

#include <array>
#include <cstddef>

#include "pattern/belief.h"

namespace asof::schedule {

class Trust final {
 public:
  // `doubt`: the share of rates held to be wrong before any look, 0..1.
  explicit Trust(double doubt) : least_doubt_(doubt) {}

  void learn(double told);
  // What was seen `gap` > 0 after the page's first visit.
  void observe(double told, Duration gap, bool changed);
  // Works out believed() for all that was learned and observed so far.
  void reckon();
  // The rate a page told to have `told` is expected to have.
  double believed(double told) const;

 private:
  struct Class {
    double pages = 0;
    double told = 0;  // sum
    pattern::Gamma factor;
    double believed() const { return factor.mean() < 1 ? factor.mean() : 1; }
  };
  static std::size_t class_of(double told);

  static constexpr int kMiddle = 40;  // the class of 1; units of time are the caller's
  std::array<Class, 2 * kMiddle + 1> classes_;
  double least_doubt_;
  double doubt_ = 0;
  double typical_ = 0;  // the mean rate, as far as it is believed
};

}  // namespace asof::schedule
