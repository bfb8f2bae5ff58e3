// Allocator: decides which site may spend the next request. Budgets, fairness and the urgency of
// collections live here; which page it is, the site's strategy decides.
#pragma once

#include <optional>
#include <span>

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

// `per_period` requests for what every period brought, from its end on: at once where politeness
// allows it, else in the course of the next period. Who is woken late goes on with what is left;
// what is not spent by then is lost. Sites take turns. Periods begin at `start`; nothing is granted
// after `until`.
class PeriodAllocator final : public Allocator {
 public:
  struct Options {
    Time start = 0;
    Duration period = 3600;
    std::uint64_t per_period = 1;
    Time until = kNever;
  };
  explicit PeriodAllocator(const Options& options);
  std::optional<Turn> grant(std::span<const Turn> polite, Time now) override;
  void spent(const Turn& turn) override;
  Time wants(Time now) const override;

 private:
  // Periods that have ended by then.
  std::uint64_t ended_by(Time now) const;

  const Options options_;
  std::uint64_t ended_ = 0;  // periods; left_ is about the last of them
  std::uint64_t left_ = 0;
  std::size_t last_ = 0;
};

}  // namespace asof::schedule
