// rate_study: can a page's rate be told before it was watched? Pages of histories are parted at
// random, models learn from one part, and the visits of the other are predicted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/history.h"

namespace asof::studies {

struct RateStudyOptions {
  Duration every = 86400;  // between two visits of a page; each page has its own phase
  int splits = 10;         // partings into halves, the same for all models
  int resamples = 1000;    // of the bootstrap over pages
  bool later = false;      // learn from the first half of the time, predict in the second
};

// A value and its 95 % interval by the bootstrap over pages.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

// One row: a model on the held-out pages of one history, or of all.
struct RateScore {
  std::string history;         // its name, or "all"
  std::string_view knowledge;  // "never seen": before any visit; "seen once": after one
  std::string_view model;      // "constant", "site mean", "site belief", "predictor"
  std::size_t pages = 0;
  Interval score;          // mean logarithm of the chance of a visit's outcome, pages alike
  Interval over_constant;  // paired leads
  Interval over_site_mean;
};

// Rows by history ("all" last), then knowledge, then model. The same seed gives the same rows.
// Empty when no page has two intervals to score.
std::vector<RateScore> rate_study(std::span<const lab::History> histories, std::uint64_t seed,
                                  const RateStudyOptions& options = {});

}  // namespace asof::studies
