// Allocator: decides which site may spend the next request. Budgets, fairness and the urgency of
// collections live here; which page it is, the site's strategy decides.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "schedule/strategy.h"

namespace asof::schedule {

class Allocator {
 public:
  virtual ~Allocator() = default;

  // One of the polite turns, its `left` set to what the budget still allows; or nothing now. A site
  // whose strategy declined is not offered again at the same instant.
  virtual std::optional<Turn> grant(std::span<const Turn> polite, Time now) = 0;
  // The granted turn led to a visit.
  virtual void spent(const Turn& turn) = 0;
  // When there may be budget again, if grant() said nothing at `now`; kNever where there never is.
  virtual Time wants(Time now) const = 0;
};

// Every polite site in turn, until `requests` are spent.
class EveryAllocator final : public Allocator {
 public:
  explicit EveryAllocator(std::uint64_t requests = ~std::uint64_t{0}) : left_(requests) {}
  std::optional<Turn> grant(std::span<const Turn> polite, Time now) override;
  void spent(const Turn& turn) override;
  Time wants(Time now) const override;

 private:
  std::uint64_t left_;
  std::size_t last_ = 0;
};

// `per_period` requests in every period, across sites by urgency. What a period brought is visited
// from its end on: at once where politeness allows it, else in the course of the next period, with
// `spread` in equal steps through it. Who is woken late goes on with what is left; what a period
// could not spend is lost. Periods begin at `start`; nothing is granted after `until`.
//
// The first grant of a period settles each site's share: the largest numbers of all sites together
// (Strategy::urgencies), as far as a site's limit and delay allow. A site without numbers gets an
// equal part of the budget. Within shares the most urgent polite site comes first.
//
// After a kill it is told spent() again for every visit, in order, each before its strategy is
// asked for that visit again.
class PeriodAllocator final : public Allocator {
 public:
  // Of one site; the last one given also stands for those behind it.
  struct Site {
    Duration delay = 0;                      // between two requests
    std::uint64_t most = ~std::uint64_t{0};  // requests in a period
  };
  struct Options {
    Time start = 0;
    Duration period = 3600;
    std::uint64_t per_period = 1;
    Time until = kNever;
    bool spread = false;
    std::uint64_t bytes = ~std::uint64_t{0};  // received in a period; no request once it is reached
    std::vector<Site> sites{};
  };
  // The strategies, by site, outlive it; without them sites take turns, and limits do not count.
  explicit PeriodAllocator(const Options& options, const Strategies* strategies = nullptr);
  // The same for copies of the strategies.
  PeriodAllocator(const PeriodAllocator& other, const Strategies* strategies)
      : PeriodAllocator(other) {
    strategies_ = strategies;
  }
  std::optional<Turn> grant(std::span<const Turn> polite, Time now) override;
  void spent(const Turn& turn) override;
  Time wants(Time now) const override;
  // So many bytes were received.
  void received(std::uint64_t bytes) { bytes_left_ -= std::min(bytes, bytes_left_); }
  std::uint64_t left() const { return left_; }  // of this period

 private:
  // What a site may still spend in this period.
  struct Share {
    std::uint64_t left = 0;
    std::vector<double> urgencies;  // largest last
  };
  std::int64_t index_of(Time now) const;
  Time begin_of(std::int64_t index) const;
  Time next_at() const;  // not before it is the next request due
  void enter(Time now);
  void settle(Time now);
  Site site(std::size_t index) const;
  const Turn* choose(std::span<const Turn> polite) const;

  const Options options_;
  const Strategies* strategies_;
  std::int64_t index_ = 0;  // of the period whose budget is being spent; 0: none yet
  std::uint64_t left_ = 0;
  std::uint64_t bytes_left_ = 0;
  std::vector<Share> shares_;  // by site; empty before they are settled
  std::size_t last_ = 0;
};

}  // namespace asof::schedule
