// VisitLog: what the visits of one page have shown, in a form that every visit extends in constant
// time, times in seconds. It takes 16 bytes for each change kept and nothing for a visit without
// one: that nothing changed from one visit to the next, and again to the one after, is one stretch
// of quiet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/axis.h"
#include "pattern/learn.h"
#include "pattern/rate.h"

namespace asof::pattern {

class VisitLog final {
 public:
  // Changes kept; beyond them the older half is forgotten, so that a page may change its habits.
  static constexpr std::size_t kMostChanges = 512;

  // A visit, later than the one before. The first visit shows no change, whatever is passed.
  // `modified` is when the page last changed, where it says so and can be believed: between the
  // visit before and this one, else it is not used. A visit at the time of the one before, or at an
  // earlier time, is not used and counted in ignored(): sort captures by time first.
  void visit(Time at, bool changed, double importance = 1,
             std::optional<Time> modified = std::nullopt);

  std::uint64_t visits() const { return visits_; }    // used, the first one too
  std::uint64_t changes() const { return changes_; }  // found, also those forgotten since
  std::uint64_t ignored() const { return ignored_; }
  std::size_t kept() const { return found_.size(); }  // changes that can still be asked for
  // What the log knows about lies between these; both are 0 before the first visit.
  Time from() const { return from_; }
  Time until() const { return until_; }

  struct Found {
    Time from = 0, to = 0;  // the change, or the last of several, came between these
    double importance = 1;  // 0..1
    bool dated = false;     // it came at `from`, and nothing after it; what came before is unknown
    Time quiet_until = 0;   // nothing changed from `to` to here
  };
  Found found(std::size_t index) const;  // index < kept()
  // Nothing changed from from() to here.
  Time quiet_until_first() const;

  // Memory it takes.
  std::size_t bytes() const { return sizeof(*this) + found_.capacity() * sizeof(Record); }

 private:
  struct Record {
    std::uint32_t before = 0;    // the visit that did not show it yet, in seconds since base_,
    std::uint32_t seen = 0;      // the visit that did,
    std::uint32_t modified = 0;  // its date; kUndated without
    float importance = 1;
  };
  static constexpr std::uint32_t kUndated = ~std::uint32_t{0};
  void forget();

  std::vector<Record> found_;
  Time base_ = 0, from_ = 0, until_ = 0;
  std::uint64_t visits_ = 0, changes_ = 0, ignored_ = 0;
};

// The same as observations of a plain rate (rate.h).
std::vector<Observation> observations_of(const VisitLog& log);

// A log of sightings that follow each other, ascending.
VisitLog log_of(std::span<const Sighting> seen);

}  // namespace asof::pattern
