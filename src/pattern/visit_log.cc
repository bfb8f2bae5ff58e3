#include "pattern/visit_log.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace asof::pattern {

void VisitLog::visit(Time at, bool changed, double importance, std::optional<Time> modified) {
  if (!std::isfinite(at) || (visits_ > 0 && at <= until_)) {
    ++ignored_;
    return;
  }
  const Time before = std::exchange(until_, at);
  if (++visits_ == 1) {
    base_ = from_ = at;
    return;
  }
  if (!changed) return;
  ++changes_;
  const auto seconds = [&](Time time) {
    return static_cast<std::uint32_t>(std::clamp(std::round(time - base_), 0.0, 4294967294.0));
  };
  Record record{.before = seconds(before), .seen = seconds(at), .modified = kUndated};
  if (record.seen == record.before) ++record.seen;  // a stretch has a length
  if (modified && *modified > before && *modified <= at) record.modified = seconds(*modified);
  record.importance = static_cast<float>(std::clamp(importance, 0.0, 1.0));
  if (found_.size() == kMostChanges) forget();
  found_.push_back(record);
}

void VisitLog::forget() {
  const auto end = found_.begin() + kMostChanges / 2;
  from_ = base_ + std::prev(end)->seen;
  found_.erase(found_.begin(), end);
}

VisitLog::Found VisitLog::found(std::size_t index) const {
  CHECK(index < found_.size());
  const Record& record = found_[index];
  const bool dated = record.modified != kUndated;
  return {.from = base_ + (dated ? record.modified : record.before),
          .to = base_ + record.seen,
          .importance = record.importance,
          .dated = dated,
          .quiet_until = index + 1 < found_.size() ? base_ + found_[index + 1].before : until_};
}

Time VisitLog::quiet_until_first() const {
  return found_.empty() ? until_ : base_ + found_.front().before;
}

std::vector<Observation> observations_of(const VisitLog& log) {
  std::vector<Observation> seen;
  const auto quiet = [&](Time from, Time to) {
    if (to > from) seen.push_back({.length = to - from, .changed = false, .since_change = {}});
  };
  quiet(log.from(), log.quiet_until_first());
  for (std::size_t i = 0; i < log.kept(); ++i) {
    const VisitLog::Found found = log.found(i);
    Observation one{.length = std::max(found.to - found.from, 1.0), .changed = true};
    if (found.dated) one.since_change = found.to - found.from;
    seen.push_back(one);
    quiet(found.to, found.quiet_until);
  }
  return seen;
}

VisitLog log_of(std::span<const Sighting> seen) {
  VisitLog log;
  if (!seen.empty()) log.visit(seen.front().from, false);
  for (const Sighting& one : seen) log.visit(one.to, one.changed, one.importance);
  return log;
}

}  // namespace asof::pattern
