// How often a page changes, from what visits saw. A visit says whether the page differs from the
// visit before, and perhaps how long ago it last changed; changes between two visits hide behind
// the last one. Rates are changes per unit of the axis of time.
//
// Degenerate input has a plain answer: without observations, or when nothing changed, an estimator
// that does not smooth says 0; when everything changed, infinity.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/axis.h"

namespace asof::pattern {

struct Observation {
  Duration length = 0;                   // since the visit before, > 0
  bool changed = false;                  // within that time, once or more
  std::optional<Duration> since_change;  // visit minus Last-Modified; read only where changed
};

// The default: the root of  sum over changed of w / (e^(rate w) - 1)  =  sum over unchanged of w,
// with one interval of length `smoothing` added to each side. Always positive and finite.
double smoothed_rate(std::span<const Observation> seen, Duration smoothing);

// The same without smoothing.
double maximum_likelihood_rate(std::span<const Observation> seen);

// Like smoothed_rate, but a change dated by since_change (held to 0..length) counts as a change at
// that time followed by quiet. Without smoothing and with every change dated this is
// changes / (quiet time); smoothing 0 is allowed.
double last_modified_rate(std::span<const Observation> seen, Duration smoothing);

// Changes seen per time observed. Low for pages that change between visits.
double naive_rate(std::span<const Observation> seen);

// Cho and Garcia-Molina: -ln((N - X + .5) / (N + .5)) / I, for visits at equal distances I (the
// mean length is used). Biased where distances differ.
double regular_rate(std::span<const Observation> seen);

// The root of  sum of (1 - e^(-rate w)) = X.
double moment_rate(std::span<const Observation> seen);

// p X / (N + 1 - X), p the number of visits per time. Only for visits at the times of a Poisson
// process.
double poisson_visits_rate(std::span<const Observation> seen);

// One row per estimator of observations, for documents and comparisons.
struct EstimatorRow {
  std::string_view name;
  std::string_view formula;
  std::string_view source;
  std::string_view needs;
  double (*estimate)(std::span<const Observation> seen, Duration smoothing);
};
std::span<const EstimatorRow> estimators();

}  // namespace asof::pattern
