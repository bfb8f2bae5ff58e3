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

void PeriodRanked::settle(Time now) {
  const auto index = index_of(now);
  if (pages_.empty() || index <= ranked_) return;
  ranked_ = index;
  const Time begun = outlook_.start + static_cast<double>(index) * outlook_.period;
  const bool late = outlook_.period > 0 && now - begun > 1e-9 * outlook_.period;
  const Time at = late ? std::max(begun, outlook_.start) : now;
  clock_ = std::max(clock_, at);
  scores_.assign(pages_.size(), 0);
  done_.assign(pages_.size(), false);
  rank(at, scores_);
  heap_.clear();
  for (const Watched& each : pages_)
    heap_.push_back({scores_[each.page.id], each.last, each.page.id});
  std::make_heap(heap_.begin(), heap_.end());
  waiting_ = pages_.size();
  first_ = first();
  std::reverse(first_.begin(), first_.end());
}

void PeriodRanked::drop_void() {
  while (!heap_.empty() &&
         (done_[heap_.front().page] || heap_.front().score != scores_[heap_.front().page])) {
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
  }
}

Visit PeriodRanked::visit(PageId page, Time now, std::string_view why) {
  done_[page] = true;
  --waiting_;
  Watched& watched = pages_[page];
  visiting(page, now);
  watched.before_last = watched.last;
  watched.last = now;
  ++watched.visits;
  return {.page = page, .why = why, .score = scores_[page]};
}

std::optional<Visit> PeriodRanked::next(const Turn& turn) {
  if (pages_.empty()) return std::nullopt;
  settle(turn.now);
  clock_ = turn.now;
  if (!first_.empty()) {
    const PageId page = first_.back();
    first_.pop_back();
    return visit(page, turn.now, why_first());
  }
  drop_void();
  if (heap_.empty()) {
    waiting_ = 0;
    return std::nullopt;
  }
  return visit(heap_.front().page, turn.now, why());
}

void PeriodRanked::observe(const Seen& seen) {
  settle(seen.received);
  clock_ = std::max(clock_, seen.received);
  if (seen.outcome != Outcome::Failed || seen.visit.page >= pages_.size()) return;
  Watched& watched = pages_[seen.visit.page];
  watched.last = watched.before_last;
  if (watched.visits > 0) --watched.visits;
  failed(seen.visit.page);
}

std::optional<std::vector<double>> PeriodRanked::urgencies(Time now, std::uint64_t most) {
  if (!comparable()) return std::nullopt;
  settle(now);
  std::vector<double> numbers(std::min<std::uint64_t>(first_.size(), most), kNever);
  std::vector<bool> counted = done_;
  for (const PageId page : first_) counted[page] = true;
  std::vector<Entry> rest;
  for (const Entry& entry : heap_) {
    if (counted[entry.page] || entry.score != scores_[entry.page]) continue;
    counted[entry.page] = true;
    rest.push_back(entry);
  }
  const auto room = std::min<std::size_t>(most - numbers.size(), rest.size());
  std::partial_sort(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(room), rest.end(),
                    [](const Entry& a, const Entry& b) { return b < a; });
  for (std::size_t i = 0; i < room; ++i) numbers.push_back(rest[i].score);
  return numbers;
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
