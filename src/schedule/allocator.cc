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

PeriodAllocator::PeriodAllocator(const Options& options) : options_(options) {
  CHECK(options.period > 0);
}

std::uint64_t PeriodAllocator::ended_by(Time now) const {
  // Ends of periods are exact to less than a millionth of a period.
  constexpr double kRounding = 1e-6;
  const double periods = std::floor((now - options_.start) / options_.period + kRounding);
  return periods > 0 ? static_cast<std::uint64_t>(periods) : 0;
}

std::optional<Turn> PeriodAllocator::grant(std::span<const Turn> polite, Time now) {
  if (const std::uint64_t ended = ended_by(now); ended > ended_) {
    ended_ = ended;
    left_ = options_.per_period;
  }
  if (polite.empty() || now > options_.until || left_ == 0) return std::nullopt;
  Turn turn = after(polite, last_);
  turn.left = left_;
  return turn;
}

void PeriodAllocator::spent(const Turn&) { --left_; }

Time PeriodAllocator::wants(Time now) const {
  const Time end = options_.start + static_cast<double>(ended_by(now) + 1) * options_.period;
  return end > options_.until ? kNever : end;
}

}  // namespace asof::schedule
