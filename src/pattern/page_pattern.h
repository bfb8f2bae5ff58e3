// PagePattern: what is known of when a page changes, and how sure that is. A value: ask for it
// whenever it is needed, from whatever visits there are.
//
//   VisitLog log;                                  // kept along with the page
//   log.visit(on_axis(at), changed, importance);   // every capture
//   PagePattern known = learn_page(log);           // at any time
//
// Without visits, with one visit, or where nothing changed, the kind is Constant; the rate then
// comes from the prior, and its interval says how little is known.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/axis.h"
#include "pattern/belief.h"
#include "pattern/calendar.h"
#include "pattern/cycles.h"
#include "pattern/pattern.h"
#include "pattern/rhythm.h"
#include "pattern/visit_log.h"

namespace asof::pattern {

// A value that lies between `low` and `high` nine times in ten.
struct Bounded {
  double value = 0, low = 0, high = 0;
};

struct SlotBelief {
  Bounded rate;        // changes per second
  Bounded importance;  // mean of a change, 0..1
};

struct PagePattern {
  Kind kind = Kind::Constant;
  std::shared_ptr<const Calendar> calendar;  // null: UTC without holidays
  std::vector<SlotBelief> slots;             // as many as the kind has
  Bounded rate;                              // changes per second, over all slots as they were seen
  Bounded importance;                        // mean of a change
  std::uint64_t visits = 0, changes = 0;     // that this is known from
  Time from = 0, until = 0;                  // first and last visit
  std::array<CycleResult, kCycles> cycles;   // the tests, by Cycle
  double borrowed = 0;       // share of what is believed of the slots that pages like it say, 0..1
  std::uint32_t shared = 0;  // the pattern it shares, as PatternGroups numbers them; 0: none

  bool has_cycle() const { return kind != Kind::Constant; }
  double rate_at(Time at) const;
  // Expected changes, and their expected importance, in [from, to).
  double expected(Time from, Time to) const;
  double weight(Time from, Time to) const;
  // The week that begins at a time, as strategies use it: a cycle of 168 hours of UTC in which each
  // hour holds what is expected of it within the next seven days, holidays and changes of the clock
  // included. Ask again after a week.
  Pattern week_from(Time at) const;
};

// What is believed of a page before its own visits say anything: what pages like it do.
struct PatternPrior {
  // Changes per second; by default hardly anything is believed: half a change in a day.
  Gamma rate{0.5, 86400};
  Kind kind = Kind::Constant;      // of the pattern below
  std::vector<double> shape;       // by slot of the kind: how many times the mean rate; empty: flat
  std::vector<double> importance;  // by slot; empty: 1
  double weight = 0;               // changes' worth of belief in the shape, per slot
  double importance_weight = 0;    // the same for importance, in changes
  std::uint32_t shared = 0;        // its number
};

struct LearnPageOptions {
  std::shared_ptr<const Calendar> calendar;
  double level = 0.01;  // a cycle is believed where its test's p is below this,
                        // and it predicts left-out days better than a constant rate
  double flat = 0.5;    // changes' worth of belief, per slot, that all slots are alike
  bool shapes = true;   // look for cycles; without, only what the prior says is used
  bool bounds = true;   // intervals of slots; without them low and high are the value
};

PagePattern learn_page(const VisitLog& log, const LearnPageOptions& options = {});
PagePattern learn_page(const VisitLog& log, const PatternPrior& prior,
                       const LearnPageOptions& options = {});

// The logarithm of the chance of all that a log shows, under a pattern that was learned from
// something else. A dated change counts with its density per second.
double log_likelihood(const PagePattern& pattern, const VisitLog& log);

}  // namespace asof::pattern
