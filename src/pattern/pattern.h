// Pattern: how a page's changes repeat. Equal slots cover one cycle (a day, a week) that starts at
// time 0 of the axis and repeats for ever, both ways (DEXA Definition 4.21, TPDL Definition 3).
//
// The papers' omega_k, the importance to expect of slot k, is importance[k] * (1 - exp(-rates[k])).
#pragma once

#include <cstddef>
#include <vector>

#include "base/axis.h"

namespace asof::pattern {

struct Pattern {
  Duration cycle = 86400;
  std::vector<double> rates;       // expected changes within each slot, >= 0; at least one slot
  std::vector<double> importance;  // mean importance of a change there, 0..1; empty means 1

  std::size_t slots() const { return rates.size(); }
  Duration slot_length() const { return cycle / static_cast<double>(rates.size()); }
  std::size_t slot_at(Time at) const;  // wraps; a slot owns its start
  double importance_in(std::size_t slot) const { return importance.empty() ? 1 : importance[slot]; }
  double omega(std::size_t slot) const;

  // Expected changes in [from, to): slots prorated, wrapped as often as needed.
  double expected(Time from, Time to) const;
  // The papers' Psi: omega summed over [from, to), prorated and wrapped.
  double weight(Time from, Time to) const;
  // Expected changes per unit of time, over the whole cycle.
  double mean_rate() const;
};

}  // namespace asof::pattern
