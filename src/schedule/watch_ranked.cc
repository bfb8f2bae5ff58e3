#include "schedule/watch_ranked.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace asof::schedule {

void PeriodRanked::learn(const Page& page) {
  CHECK(page.id == pages_.size());
  pages_.push_back({.page = page, .last = clock_, .before_last = clock_});
}

std::int64_t PeriodRanked::index_of(Time now) const {
  if (outlook_.period <= 0) return 0;
  // The end of a period belongs to it, so what has just ended counts; allow for rounding.
  return static_cast<std::int64_t>(std::floor((now - outlook_.start) / outlook_.period + 1e-9));
}

Duration PeriodRanked::period() const {
  if (outlook_.period > 0) return outlook_.period;
  return std::max<Duration>(outlook_.delay, 1e-9) * static_cast<double>(pages_.size());
}

double PeriodRanked::even_gap() const {
  if (outlook_.per_period == 0) return 1;
  return std::max(1.0,
                  static_cast<double>(pages_.size()) / static_cast<double>(outlook_.per_period));
}

Time PeriodRanked::wants(Time now) const {
  if (pages_.empty()) return kNever;
  if (index_of(now) > ranked_ || waiting_ > 0) return now;
  if (outlook_.period <= 0) return kNever;
  const Time end = outlook_.start + static_cast<double>(ranked_ + 1) * outlook_.period;
  return end > now ? end : std::nextafter(now, kNever);
}

std::optional<Visit> PeriodRanked::next(const Turn& turn) {
  if (pages_.empty()) return std::nullopt;
  clock_ = turn.now;
  if (const auto index = index_of(turn.now); index > ranked_) {
    ranked_ = index;
    scores_.assign(pages_.size(), 0);
    done_.assign(pages_.size(), false);
    rank(turn.now, scores_);
    heap_.clear();
    for (const Watched& each : pages_)
      heap_.push_back({scores_[each.page.id], each.last, each.page.id});
    std::make_heap(heap_.begin(), heap_.end());
    waiting_ = pages_.size();
  }
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end());
    const Entry best = heap_.back();
    heap_.pop_back();
    if (done_[best.page] || best.score != scores_[best.page]) continue;
    done_[best.page] = true;
    --waiting_;
    Watched& watched = pages_[best.page];
    visiting(best.page, turn.now);
    watched.before_last = watched.last;
    watched.last = turn.now;
    ++watched.visits;
    return Visit{.page = best.page, .why = why(), .score = best.score};
  }
  waiting_ = 0;
  return std::nullopt;
}

void PeriodRanked::observe(const Seen& seen) {
  clock_ = std::max(clock_, seen.received);
  if (seen.outcome != Outcome::Failed || seen.visit.page >= pages_.size()) return;
  Watched& watched = pages_[seen.visit.page];
  watched.last = watched.before_last;
  if (watched.visits > 0) --watched.visits;
  failed(seen.visit.page);
}

void PeriodRanked::rescore(PageId page, double score) {
  if (!waits(page) || scores_[page] == score) return;
  scores_[page] = score;
  heap_.push_back({score, pages_[page].last, page});
  std::push_heap(heap_.begin(), heap_.end());
}

bool PeriodRanked::renew(Time now) {
  if (outlook_.patterns == nullptr || now < renewed_ + kRenewal) return false;
  const std::uint64_t revision = outlook_.patterns->revision();
  if (revision == revision_) return false;
  revision_ = revision;
  renewed_ = now;
  return true;
}

}  // namespace asof::schedule
