// What both kinds of run share.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/simulate.h"
#include "lab/training.h"
#include "schedule/registry.h"

namespace asof::lab {

enum class Mode { Capture, Watch };

// Errc::Invalid for an unknown strategy and for one that cannot do this.
Result<void> check_strategies(std::span<const std::string> names, const schedule::Tuning& tuning,
                              Mode mode, bool known);

bool needs_all_pages(const std::string& strategy);
// Does it need what no visit can teach? Its grades are a bound.
bool knows_the_future(const std::string& strategy);

// What an archive that watched the site from `from` to `until` believes of its pages; and for
// strategies that need to know the future, the future.
class Beliefs final {
 public:
  // The history outlives it.
  Beliefs(const History& history, Time from, Time until);
  // With these rates instead, by page, and without patterns.
  void set_rates(std::vector<double> rates);
  Believe of(const std::string& strategy) const;
  // The patterns that its pages' keys stand for; valid while it is, at its place.
  const schedule::PatternSource* patterns() const { return &patterns_; }
  const Training& training() const { return training_; }

 private:
  const History& history_;
  Training training_;
  schedule::FixedPatterns patterns_;
  bool rates_only_ = false;
  std::vector<std::vector<Time>> changes_;
};

}  // namespace asof::lab
