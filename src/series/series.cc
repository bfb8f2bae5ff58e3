#include "series/series.h"

#include <algorithm>
#include <cmath>

namespace asof::series {
namespace {

constexpr std::uint64_t kFewestChanges = 10;
constexpr double kNearlyAll = 0.98;
constexpr std::int64_t kSameSecondMs = 1000;
// A change that is dated to the second lies in this stretch before it.
constexpr Duration kSecond = 1;

// Calls use(place, run) with each run that is a change.
template <class Use>
void each_change(const PageSeries& page, Use use) {
  for (std::size_t i = 1; i < page.runs.size(); ++i)
    if (page.runs[i].changed) use(i, page.runs[i]);
}

double importance_of(const Run& run, const PageSeries& page, const Dating& dating) {
  if (run.importance) return *run.importance;
  return page.mean_importance().value_or(dating.importance);
}

// The times of visits in a run that are known: all of them, or the first and the last.
std::vector<Instant> times_in(const PageSeries& page, const Run& run) {
  if (page.times.empty()) {
    if (run.last == run.first) return {run.first};
    return {run.first, run.last};
  }
  const auto begin = std::lower_bound(page.times.begin(), page.times.end(), run.first);
  return {begin, std::upper_bound(begin, page.times.end(), run.last)};
}

}  // namespace

std::uint64_t PageSeries::visits() const {
  std::uint64_t sum = 0;
  for (const Run& run : runs) sum += run.visits;
  return sum;
}

std::uint64_t PageSeries::changes() const {
  std::uint64_t sum = 0;
  each_change(*this, [&](std::size_t, const Run&) { ++sum; });
  return sum;
}

std::uint64_t PageSeries::uncompared() const {
  std::uint64_t sum = 0;
  each_change(*this, [&](std::size_t, const Run& run) { sum += run.importance ? 0 : 1; });
  return sum;
}

std::optional<double> PageSeries::mean_importance() const {
  double sum = 0, count = 0;
  each_change(*this, [&](std::size_t, const Run& run) {
    if (!run.importance) return;
    sum += *run.importance;
    count += 1;
  });
  if (count == 0) return std::nullopt;
  return sum / count;
}

bool has_enough_changes(std::span<const PageSeries> pages) {
  std::uint64_t changes = 0;
  for (const PageSeries& page : pages) changes += page.changes();
  return changes >= kFewestChanges;
}

bool is_dated_by_publication(std::span<const PageSeries> pages) {
  std::uint64_t changes = 0, stated = 0, equal = 0, visits = 0, runs = 0;
  for (const PageSeries& page : pages) {
    visits += page.visits();
    runs += page.runs.size();
    each_change(page, [&](std::size_t, const Run& run) {
      ++changes;
      if (!run.last_modified) return;
      ++stated;
      if (std::abs(run.last_modified->ms - run.first.ms) < kSameSecondMs) ++equal;
    });
  }
  if (changes < kFewestChanges || stated * 2 < changes) return false;
  return static_cast<double>(equal) >= kNearlyAll * static_cast<double>(stated) &&
         static_cast<double>(runs) >= kNearlyAll * static_cast<double>(visits);
}

pattern::VisitLog log_of(const PageSeries& page, const Dating& dating) {
  pattern::VisitLog log;
  for (const Run& run : page.runs) {
    const bool changed = run.changed && &run != page.runs.data();
    const Time at = on_axis(run.first);
    // Until a second before, the version before was there.
    if (dating.by_publication && log.visits() > 0 && log.until() < at - kSecond)
      log.visit(at - kSecond, false);
    std::optional<Time> modified;
    if (dating.last_modified && run.last_modified) modified = on_axis(*run.last_modified);
    log.visit(at, changed, changed ? importance_of(run, page, dating) : 1, modified);
    if (run.last > run.first) log.visit(on_axis(run.last), false);
  }
  if (dating.by_publication && log.visits() > 0 && on_axis(dating.until) > log.until())
    log.visit(on_axis(dating.until), false);
  return log;
}

std::vector<pattern::Sighting> sightings_of(const PageSeries& page, const Dating& dating) {
  std::vector<pattern::Sighting> seen;
  std::optional<Time> before;
  for (const Run& run : page.runs) {
    bool changed = run.changed && &run != page.runs.data();
    for (const Instant one : times_in(page, run)) {
      const Time at = on_axis(one);
      if (before && !(at > *before)) continue;
      if (before)
        seen.push_back({*before, at, changed, changed ? importance_of(run, page, dating) : 0});
      before = at;
      changed = false;
    }
  }
  return seen;
}

std::vector<PeriodSum> by_period(const PageSeries& page,
                                 const std::function<std::int64_t(Instant)>& number_of) {
  std::vector<PeriodSum> sums;
  for (const Run& run : page.runs) {
    bool changed = run.changed && &run != page.runs.data();
    for (const Instant at : times_in(page, run)) {
      const std::int64_t number = number_of(at);
      if (sums.empty() || sums.back().number != number) sums.push_back({.number = number});
      PeriodSum& sum = sums.back();
      ++sum.visits;
      if (!changed) continue;
      changed = false;
      ++sum.changes;
      if (run.importance)
        sum.importance += *run.importance;
      else
        ++sum.uncompared;
    }
  }
  return sums;
}

std::vector<PeriodSum> added(std::span<const PeriodSum> a, std::span<const PeriodSum> b) {
  std::vector<PeriodSum> sums;
  sums.reserve(std::max(a.size(), b.size()));
  while (!a.empty() || !b.empty()) {
    const bool from_a = !a.empty() && (b.empty() || a.front().number <= b.front().number);
    const bool from_b = !b.empty() && (a.empty() || b.front().number <= a.front().number);
    PeriodSum sum{.number = from_a ? a.front().number : b.front().number};
    for (std::span<const PeriodSum>* side : {&a, &b}) {
      if (!(side == &a ? from_a : from_b)) continue;
      const PeriodSum& one = side->front();
      sum.visits += one.visits;
      sum.changes += one.changes;
      sum.uncompared += one.uncompared;
      sum.importance += one.importance;
      *side = side->subspan(1);
    }
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace asof::series
