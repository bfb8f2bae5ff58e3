// The questions; the walk that answers them is in pair_walk.cc.
#include "navigate/coherence.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "navigate/pair_walk_internal.h"

namespace asof::navigate {
namespace {

constexpr double kLeastExpected = 1e-9;  // a proven change the pattern holds impossible

// Captures of one page that matter to what happened in [from, to]: those inside and kReach beyond.
std::pair<std::size_t, std::size_t> around(const Page& page, Time from, Time to) {
  const auto& captures = page.captures;
  const auto before = [](const CaptureMark& mark, Time t) { return mark.at < t; };
  const auto first = static_cast<std::size_t>(
      std::lower_bound(captures.begin(), captures.end(), from, before) - captures.begin());
  const auto last = static_cast<std::size_t>(
      std::lower_bound(captures.begin(), captures.end(), to, before) - captures.begin());
  return {first > kReach ? first - kReach : 0, std::min(last + kReach, captures.size() - 1)};
}

double ordered(const Track& early, std::size_t i, const Track& late, std::size_t j,
               Together together) {
  const Time hi = early.runs[i].hi;
  const Time lo = late.runs[j].lo;
  // Proven apart: E was seen gone before the last sight of what came before L.
  if (i + 1 < early.runs.size() && j > 0 && early.runs[i + 1].lo <= late.runs[j - 1].hi) return 0;
  const Time from = j > 0 ? std::min(hi, late.runs[j - 1].hi) : hi;
  const Time to = i + 1 < early.runs.size() ? std::max(lo, early.runs[i + 1].lo) : lo;
  const auto [early_from, early_to] = around(*early.page, from, to);
  const auto [late_from, late_to] = around(*late.page, from, to);
  return PairWalk(early, late, together, {early_from, early_to, late_from, late_to})
      .coherent(hi, lo);
}

// Given a change in a gap, that it is not within `part` of it: (exp(-part) - z) / (1 - z).
double survives(double part, double rest) {
  return std::exp(-part) * std::expm1(-rest) / std::expm1(-part - rest);
}

}  // namespace

double probability_coherent(const Track& one, std::size_t i, const Track& other, std::size_t j,
                            Together together) {
  CHECK(together.at_once >= 0 && together.in_slot >= 0 && together.at_once + together.in_slot < 1);
  const Run& a = one.runs[i];
  const Run& b = other.runs[j];
  const bool a_first = a.hi < b.modified.value_or(b.lo);
  if (!a_first && b.hi >= a.modified.value_or(a.lo)) return 1;
  return a_first ? ordered(one, i, other, j, together) : ordered(other, j, one, i, together);
}

double pair_log_likelihood(const Track& one, const Track& other, Together together) {
  CHECK(together.at_once >= 0 && together.in_slot >= 0 && together.at_once + together.in_slot < 1);
  const std::size_t a = one.page->captures.size();
  const std::size_t b = other.page->captures.size();
  if (a == 0 || b == 0) return 0;
  return PairWalk(one, other, together, {0, a - 1, 0, b - 1}).log_likelihood();
}

double probability_valid(const Version& version, Time at) {
  if (at >= version.start() && at <= version.hi) return 1;
  const pattern::Pattern& changes = *version.changes;
  if (at > version.hi) {
    const double until = changes.expected(version.hi, at);
    if (!version.next) return std::exp(-until);
    if (version.next_modified) return at < *version.next_modified ? std::exp(-until) : 0;
    if (at >= *version.next) return 0;
    const double rest = changes.expected(at, *version.next);
    if (until + rest < kLeastExpected) return (*version.next - at) / (*version.next - version.hi);
    return survives(until, rest);
  }
  if (version.modified) return 0;
  const double since = changes.expected(at, version.lo);
  if (!version.previous) return std::exp(-since);
  if (at <= *version.previous) return 0;
  const double rest = changes.expected(*version.previous, at);
  if (since + rest < kLeastExpected)
    return (at - *version.previous) / (version.lo - *version.previous);
  return survives(since, rest);
}

}  // namespace asof::navigate
