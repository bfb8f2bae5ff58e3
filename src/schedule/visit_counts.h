// How many visits each page of a site deserves.
//
// A page of rate r with m evenly spread visits during T has the expected blur r * T / (4 m); its
// next visit gains r / (m (m + 1)) of that. Giving every visit to the page that gains most is
// exact, since gains shrink, and leads to numbers in proportion to the square roots of the rates.
#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <vector>

namespace asof::schedule {

struct VisitCounts {
  std::vector<std::uint32_t> visits;  // of each page, at least one
  std::uint64_t total = 0;
  double mass = 0;  // sum of rate / visits: expected blur is at least T / 4 of it
};

// Gives visit after visit to the page that gains most, beginning with one of each page.
class GreedyVisits final {
 public:
  explicit GreedyVisits(std::span<const double> rates);  // which must outlive it, and be some
  const VisitCounts& counts() const { return counts_; }
  VisitCounts take() { return std::move(counts_); }
  double gain() const { return queue_.top().gain; }  // of the next visit
  void step();                                       // O(log n)

 private:
  struct Gain {
    double gain = 0;
    std::uint32_t visits = 1;
    std::uint32_t page = 0;
    bool operator<(const Gain& other) const;
  };
  std::span<const double> rates_;
  VisitCounts counts_;
  std::priority_queue<Gain> queue_;
};

struct VisitLimit {
  // Exactly so many visits beyond one of each page. Without a number as many as are worth it: every
  // request makes the capture, and with it the observation, one request longer, so the next visit
  // must gain more than all other pages lose. Where the others never change that has no end, so
  // it ends at kEnough visits to each page on average.
  std::optional<std::uint64_t> extra;
  std::uint64_t most = ~std::uint64_t{0};  // in total, but never less than one of each page
};
inline constexpr std::uint64_t kEnough = 16;

// O((n + extra) log n).
VisitCounts count_visits(std::span<const double> rates, const VisitLimit& limit);

}  // namespace asof::schedule
