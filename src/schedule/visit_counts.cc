#include "schedule/visit_counts.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace asof::schedule {
namespace {

double gain_of(double rate, std::uint32_t visits) {
  const double m = visits;
  return rate / (m * (m + 1));
}

}  // namespace

// Of equal gains the page with fewer visits goes first, so that pages that never change share.
bool GreedyVisits::Gain::operator<(const Gain& other) const {
  if (gain != other.gain) return gain < other.gain;
  return visits != other.visits ? visits > other.visits : page > other.page;
}

GreedyVisits::GreedyVisits(std::span<const double> rates)
    : rates_(rates),
      counts_{.visits = std::vector<std::uint32_t>(rates.size(), 1), .total = rates.size()} {
  CHECK(!rates.empty());
  std::vector<Gain> gains;
  gains.reserve(rates.size());
  for (std::uint32_t i = 0; i < rates.size(); ++i) {
    counts_.mass += rates[i];
    gains.push_back({gain_of(rates[i], 1), 1, i});
  }
  queue_ = std::priority_queue<Gain>({}, std::move(gains));
}

void GreedyVisits::step() {
  Gain best = queue_.top();
  queue_.pop();
  counts_.mass -= best.gain;
  ++counts_.total;
  best.visits = ++counts_.visits[best.page];
  best.gain = gain_of(rates_[best.page], best.visits);
  queue_.push(best);
}

VisitCounts count_visits(std::span<const double> rates, const VisitLimit& limit) {
  GreedyVisits greedy(rates);
  std::uint64_t total = rates.size() + limit.extra.value_or(rates.size() * (kEnough - 1));
  total = std::min(total, std::max<std::uint64_t>(limit.most, rates.size()));
  while (greedy.counts().total < total) {
    const VisitCounts& counts = greedy.counts();
    if (!limit.extra && static_cast<double>(counts.total) * greedy.gain() <= counts.mass) break;
    greedy.step();
  }
  return greedy.take();
}

}  // namespace asof::schedule
