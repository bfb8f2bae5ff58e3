// SHARC (VLDB'09) Equations 1-3 and 18-20 (expected) and 22-23 (exact), for any number of captures.
//
// Idea: the middles between captures cut the interval into cells, one per capture. Within a cell
// [l, r) of capture c a change h is seen wrongly by the instants between h and the cell's end on
// h's side of c: h - l of them for h <= c, r - h for h > c. A capture outside the interval is the
// same with the instants cut to the interval, which is where the printed formula of section 4.4
// fails (errata C4). A change at the very instant of a capture belongs to the capture (C8).
//
// Cost: one pass; a binary search per cell. Proved by BlurTest: the papers' examples, numerical
// integration, and counting changes instant by instant on thousands of random pages.
#include "quality/blur.h"

#include <cmath>

#include "base/check.h"

namespace asof::quality {
namespace {

// Calls visit(capture, cell) for every part of the interval that is nearest to one capture.
template <class Visit>
void each_cell(std::span<const Time> captures, Interval observation, Visit visit) {
  Time from = observation.from;
  for (std::size_t i = 0; i < captures.size() && from < observation.to; ++i) {
    Time to = observation.to;
    if (i + 1 < captures.size())
      to = std::min(to, captures[i] + (captures[i + 1] - captures[i]) / 2);
    if (to <= from) continue;
    visit(captures[i], Interval{from, to});
    from = to;
  }
}

// The integral of |t - capture| over the cell.
double distance_integral(Time capture, Interval cell) {
  const auto half_square = [](double x) { return x * x / 2; };
  const double left = capture - cell.from;
  const double right = cell.to - capture;
  if (left < 0) return half_square(right) - half_square(left);
  if (right < 0) return half_square(left) - half_square(right);
  return half_square(left) + half_square(right);
}

Time when(Time t) { return t; }
Time when(const Change& change) { return change.at; }

// For how long instants of the cell are separated from the capture by each change, summed.
template <class T>
double separation(std::span<const T> changes, Time capture, Interval cell) {
  const auto after = [](Time t, const T& change) { return t < when(change); };
  double sum = 0;
  auto it = std::upper_bound(changes.begin(), changes.end(), std::min(cell.from, capture), after);
  for (; it != changes.end() && when(*it) <= capture; ++it)
    sum += std::min(when(*it), cell.to) - cell.from;
  for (; it != changes.end() && when(*it) < cell.to; ++it)
    sum += cell.to - std::max(when(*it), cell.from);
  return sum;
}

template <class T>
double exact(std::span<const T> changes, std::span<const Time> captures, Interval observation) {
  CHECK(observation.length() > 0);
  if (captures.empty()) return kNever;
  double sum = 0;
  each_cell(captures, observation,
            [&](Time capture, Interval cell) { sum += separation(changes, capture, cell); });
  return sum / observation.length();
}

}  // namespace

double penalty(std::span<const Time> captures, Interval observation) {
  CHECK(observation.length() > 0);
  if (captures.empty()) return kNever;
  double sum = 0;
  each_cell(captures, observation,
            [&](Time capture, Interval cell) { sum += distance_integral(capture, cell); });
  return sum;
}

double expected_blur(double rate, std::span<const Time> captures, Interval observation) {
  if (captures.empty()) return kNever;
  return rate * penalty(captures, observation) / observation.length();
}

double expected_blur(std::span<const double> rates, std::span<const std::vector<Time>> captures,
                     Interval observation) {
  CHECK(rates.size() == captures.size());
  double sum = 0;
  for (std::size_t i = 0; i < rates.size(); ++i)
    sum += expected_blur(rates[i], captures[i], observation);
  return sum;
}

double exact_blur(std::span<const Change> changes, std::span<const Time> captures,
                  Interval observation) {
  return exact(changes, captures, observation);
}

double exact_blur(std::span<const Time> changes, std::span<const Time> captures,
                  Interval observation) {
  return exact(changes, captures, observation);
}

double exact_blur(std::span<const PageTrack> site, Interval observation) {
  double sum = 0;
  for (const PageTrack& page : site)
    if (!page.captures.empty()) sum += exact_blur(page.changes, page.captures, observation);
  return sum;
}

}  // namespace asof::quality
