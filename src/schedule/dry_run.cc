#include "schedule/dry_run.h"

#include "base/check.h"

namespace asof::schedule {
namespace {

class DryHarvester final : public Harvester {
 public:
  explicit DryHarvester(const DryRunOptions& options)
      : options_(options), now_(options.start), polite_(options.start) {}

  Time now() const override { return now_; }
  std::span<const Turn> polite() override {
    turn_ = Turn{.site = 0, .now = now_};
    return {&turn_, now_ >= polite_ && !pending_ ? std::size_t{1} : 0};
  }
  Time next_polite() const override { return polite_; }
  void start(SiteId, const Visit& visit) override {
    pending_ = Seen{.visit = visit, .sent = now_, .received = now_};
    plan_.push_back({visit, now_});
    if (options_.delay <= 0) return;
    // From the start, not step by step, so that slots stay exact however many there are; step by
    // step where the strategy waited between slots.
    polite_ = options_.start + static_cast<double>(plan_.size()) * options_.delay;
    if (polite_ - now_ < options_.delay * (1 - 1e-9)) polite_ = now_ + options_.delay;
  }
  Result<std::optional<Seen>> wait(Time until) override {
    if (!pending_) {
      CHECK(until < kNever && until >= now_);
      now_ = until;
      return std::optional<Seen>();
    }
    auto seen = std::move(pending_);
    pending_.reset();
    const PageId page = seen->visit.page;
    if (page >= known_.size()) known_.resize(page + 1, false);
    seen->outcome = known_[page] ? Outcome::Same : Outcome::First;
    if (!known_[page] && page < options_.children.size()) seen->found = options_.children[page];
    known_[page] = true;
    return seen;
  }
  std::vector<Planned> take() { return std::move(plan_); }

 private:
  const DryRunOptions& options_;
  Time now_;
  Time polite_;
  Turn turn_;
  std::optional<Seen> pending_;
  std::vector<bool> known_;
  std::vector<Planned> plan_;
};

}  // namespace

std::vector<Planned> dry_run(std::unique_ptr<Strategy> strategy, Allocator& allocator,
                             const DryRunOptions& options) {
  DryHarvester harvester(options);
  std::vector<std::unique_ptr<Strategy>> strategies;
  strategies.push_back(std::move(strategy));
  const auto ran = run(harvester, allocator, strategies, {.until = options.until});
  CHECK(ran.has_value());
  return harvester.take();
}

std::vector<Planned> plan(const Strategy& strategy, Allocator& allocator,
                          const DryRunOptions& options) {
  return dry_run(strategy.clone(), allocator, options);
}

}  // namespace asof::schedule
