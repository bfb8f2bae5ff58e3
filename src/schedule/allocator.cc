#include "schedule/allocator.h"

#include <cmath>

#include "base/check.h"

namespace asof::schedule {
namespace {

// The turn after the site served last, so that polite sites take turns.
const Turn& after(std::span<const Turn> polite, std::size_t& last) {
  for (const Turn& turn : polite)
    if (turn.site > last) return last = turn.site, turn;
  return last = polite.front().site, polite.front();
}

}  // namespace

std::optional<Turn> EveryAllocator::grant(std::span<const Turn> polite, Time) {
  if (left_ == 0 || polite.empty()) return std::nullopt;
  Turn turn = after(polite, last_);
  turn.left = left_;
  return turn;
}

void EveryAllocator::spent(const Turn&) { --left_; }

Time EveryAllocator::wants(Time now) const { return left_ == 0 ? kNever : now; }

PeriodAllocator::PeriodAllocator(const Options& options)
    : options_(options), left_(options.per_period) {
  CHECK(options.period > 0);
}

Time PeriodAllocator::end_of(std::uint64_t index) const {
  return options_.start + static_cast<double>(index + 1) * options_.period;
}

std::optional<Turn> PeriodAllocator::grant(std::span<const Turn> polite, Time now) {
  while (end_of(index_) < now) {
    ++index_;
    left_ = options_.per_period;
  }
  if (polite.empty() || end_of(index_) > now || now > options_.until || left_ == 0)
    return std::nullopt;
  Turn turn = after(polite, last_);
  turn.left = left_;
  return turn;
}

void PeriodAllocator::spent(const Turn&) { --left_; }

Time PeriodAllocator::wants(Time now) const {
  Time end = end_of(index_);
  if (end <= now) end = end_of(index_ + 1);
  return end > options_.until ? kNever : end;
}

}  // namespace asof::schedule
