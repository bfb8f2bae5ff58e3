// SHARC (VLDB'09) section 7.2 and Theorem 7.8, for any captures and any instant.
//
// Idea: only the two captures that bracket the instant matter. Under the Poisson process they agree
// with probability e^(-rate * gap).
//
// Cost: two binary searches. Proved by SharpTest: Example 7.9 in all its readings, and comparing
// versions capture by capture on thousands of random pages.
#include "quality/sharp.h"

#include <cmath>

#include "base/check.h"

namespace asof::quality {
namespace {

std::size_t changes_before(std::span<const Change> changes, Time at) {
  const auto found = std::lower_bound(changes.begin(), changes.end(), at,
                                      [](const Change& c, Time t) { return c.at < t; });
  return static_cast<std::size_t>(found - changes.begin());
}

}  // namespace

std::optional<Interval> bracket(std::span<const Time> captures, Time as_of) {
  const auto from = std::upper_bound(captures.begin(), captures.end(), as_of);
  const auto to = std::lower_bound(captures.begin(), captures.end(), as_of);
  if (from == captures.begin() || to == captures.end()) return std::nullopt;
  return Interval{*(from - 1), *to};
}

double sharp_probability(double rate, std::span<const Time> captures, Time as_of) {
  const auto sides = bracket(captures, as_of);
  return sides ? std::exp(-rate * sides->length()) : 0;
}

double expected_sharp(std::span<const double> rates, std::span<const std::vector<Time>> captures,
                      Time as_of) {
  CHECK(rates.size() == captures.size());
  double sum = 0;
  for (std::size_t i = 0; i < rates.size(); ++i)
    sum += sharp_probability(rates[i], captures[i], as_of);
  return sum;
}

bool is_sharp(std::span<const Change> changes, std::span<const Time> captures, Time as_of,
              Bounds bounds) {
  const auto sides = bracket(captures, as_of);
  if (!sides) return false;
  const std::size_t from = bounds == Bounds::Closed ? changes_before(changes, sides->from)
                                                    : version_at(changes, sides->from);
  const std::size_t to =
      bounds == Bounds::Open ? changes_before(changes, sides->to) : version_at(changes, sides->to);
  return to <= from;
}

std::size_t sharp_pages(std::span<const PageTrack> site, Time as_of, Bounds bounds) {
  return static_cast<std::size_t>(std::count_if(
      site.begin(), site.end(),
      [&](const PageTrack& page) { return is_sharp(page.changes, page.captures, as_of, bounds); }));
}

}  // namespace asof::quality
