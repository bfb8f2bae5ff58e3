// Captures of synthetic sites for SHARC's figures: a site, a strategy, what came of it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lab/synthetic.h"
#include "quality/track.h"
#include "schedule/registry.h"

namespace asof::studies {

using Captures = std::vector<std::vector<Time>>;  // by page

struct CaptureTask {
  std::string_view strategy;
  schedule::Tuning tuning{};
  std::vector<double> believed{};  // rates, by page; empty: the true ones
  Time start = 0;
  std::optional<quality::Interval> observe{};
};

// One request per unit of time, from the entry page on, or with all pages known beforehand where
// the strategy needs that. The strategy exists.
Captures capture(const lab::Synthetic& site, const CaptureTask& task);

// From the first visit to the last.
quality::Interval span_of(const Captures& captures);
std::size_t downloads_of(const Captures& captures);

double blur_of(const lab::Synthetic& site, const Captures& captures, quality::Interval observation);
double sharp_of(const lab::Synthetic& site, const Captures& captures, Time as_of);

// Pages known beforehand, in the order given; page i has rates[i].
Captures schedule_known(std::string_view strategy, const std::vector<double>& rates,
                        const schedule::Tuning& tuning = {});

}  // namespace asof::studies
