#include "schedule/allocator.h"

#include <cmath>
#include <queue>

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

PeriodAllocator::PeriodAllocator(const Options& options, const Strategies* strategies)
    : options_(options), strategies_(strategies) {
  CHECK(options.period > 0);
}

std::int64_t PeriodAllocator::index_of(Time now) const {
  // A budget begins with the end of a period; allow for rounding.
  return static_cast<std::int64_t>(std::floor((now - options_.start) / options_.period + 1e-9));
}

Time PeriodAllocator::begin_of(std::int64_t index) const {
  return options_.start + static_cast<double>(index) * options_.period;
}

void PeriodAllocator::enter(Time now) {
  const std::int64_t index = index_of(now);
  if (index <= index_) return;
  index_ = index;
  left_ = begin_of(index) <= options_.until ? options_.per_period : 0;
  bytes_left_ = options_.bytes;
  shares_.clear();
}

PeriodAllocator::Site PeriodAllocator::site(std::size_t index) const {
  if (options_.sites.empty()) return {};
  return options_.sites[std::min(index, options_.sites.size() - 1)];
}

void PeriodAllocator::settle(Time now) {
  const std::size_t count = strategies_->size();
  shares_.assign(count, {});
  struct Next {
    double urgency;
    std::size_t site;
    bool operator<(const Next& other) const {
      return urgency != other.urgency ? urgency < other.urgency : site > other.site;
    }
  };
  std::priority_queue<Next> queue;
  std::uint64_t budget = left_;
  const Duration rest = begin_of(index_ + 1) - now;
  for (std::size_t i = 0; i < count; ++i) {
    const Site limits = site(i);
    std::uint64_t most = std::min(left_, limits.most);
    if (limits.delay > 0)
      most = std::min(most, static_cast<std::uint64_t>(std::max(rest, 0.0) / limits.delay) + 1);
    auto numbers = (*strategies_)[i]->urgencies(now, most);
    if (!numbers) {
      // Equal parts; what division leaves over goes to the first sites.
      const std::uint64_t part = left_ / count + (i < left_ % count ? 1 : 0);
      budget -= shares_[i].left = std::min(most, part);
      continue;
    }
    std::reverse(numbers->begin(), numbers->end());
    shares_[i].urgencies = std::move(*numbers);
    if (!shares_[i].urgencies.empty()) queue.push({shares_[i].urgencies.back(), i});
  }
  for (; budget > 0 && !queue.empty(); --budget) {
    const auto [urgency, i] = queue.top();
    queue.pop();
    Share& share = shares_[i];
    const std::size_t used = ++share.left;
    if (used < share.urgencies.size())
      queue.push({share.urgencies[share.urgencies.size() - 1 - used], i});
  }
}

// Of those that may still spend something: sites without numbers in turn, then the most urgent.
const Turn* PeriodAllocator::choose(std::span<const Turn> polite) const {
  const Turn *first = nullptr, *after = nullptr, *urgent = nullptr;
  double most = -kNever;
  for (const Turn& turn : polite) {
    if (turn.site >= shares_.size() || shares_[turn.site].left == 0) continue;
    const auto& numbers = shares_[turn.site].urgencies;
    if (numbers.empty()) {
      if (first == nullptr) first = &turn;
      if (after == nullptr && turn.site > last_) after = &turn;
    } else if (urgent == nullptr || numbers.back() > most) {
      most = numbers.back();
      urgent = &turn;
    }
  }
  if (after != nullptr) return after;
  return first != nullptr ? first : urgent;
}

Time PeriodAllocator::next_at() const {
  if (!options_.spread) return begin_of(index_);
  const auto used = static_cast<double>(options_.per_period - left_);
  return begin_of(index_) + used * options_.period / static_cast<double>(options_.per_period);
}

std::optional<Turn> PeriodAllocator::grant(std::span<const Turn> polite, Time now) {
  enter(now);
  if (polite.empty() || now > options_.until || left_ == 0 || bytes_left_ == 0 || next_at() > now)
    return std::nullopt;
  if (strategies_ == nullptr) {
    Turn turn = after(polite, last_);
    turn.left = left_;
    return turn;
  }
  if (shares_.empty()) settle(now);
  const Turn* chosen = choose(polite);
  if (chosen == nullptr) return std::nullopt;
  last_ = chosen->site;
  Turn turn = *chosen;
  turn.left = shares_[turn.site].left;
  return turn;
}

void PeriodAllocator::spent(const Turn& turn) {
  enter(turn.now);
  CHECK(left_ > 0);
  if (strategies_ != nullptr && shares_.empty()) settle(turn.now);
  --left_;
  if (turn.site >= shares_.size()) return;
  Share& share = shares_[turn.site];
  if (share.left > 0) --share.left;
  if (!share.urgencies.empty()) share.urgencies.pop_back();
}

Time PeriodAllocator::wants(Time now) const {
  const bool more = index_ > 0 && left_ > 0 && bytes_left_ > 0;
  Time at = more && next_at() > now ? next_at() : begin_of(index_ + 1);
  if (at <= now) at = begin_of(index_of(now) + 1);
  return at > options_.until ? kNever : at;
}

}  // namespace asof::schedule
