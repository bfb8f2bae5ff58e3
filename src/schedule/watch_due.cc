// Rivals that give every page a time at which it is due and visit the page due first.
//
// frequency (Cho and Garcia-Molina 2003): gaps of 1 / f, the frequencies that keep the most pages
// fresh; hot pages that cannot be kept fresh starve, as published. lambda-crawl (Kolobov et al.
// 2019): random gaps with the frequencies of least harmonic staleness; rates of 0 count as half of
// the lowest known, so that no page starves. Its online form forgets what it was told: every round
// it estimates rates from its own visits (smoothed maximum likelihood over the last 64) and solves
// again. nutch-adaptive (Apache Nutch's AdaptiveFetchSchedule without sync_delta): a visit that
// brought a change shortens a page's interval by a fifth, one that brought none lengthens it by a
// fifth, from 60 s to a year; pages start at the interval the budget affords.
//
// Rates come from the source of patterns, and frequencies follow where it learns.
//
// Frequencies add up to the budget, so dues are kept on a clock of their own that advances as fast
// as the budget lets it; what a period leaves over goes to the page due next. O(n) per period, the
// frequencies O(60 n) once or per round. watch_test.cc, frequency_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "schedule/frequency.h"
#include "schedule/watch_internal.h"
#include "schedule/watch_ranked.h"

namespace asof::schedule {
namespace {

class Due : public PeriodRanked {
 protected:
  void rank(Time now, std::span<double> scores) override {
    prepare(now);
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = -due_[i];
  }
  std::string_view why() const override { return "due first"; }
  // Fills due_ for every page there is.
  virtual void prepare(Time now) = 0;

  // The clock of dues: where the page due first stands.
  Time front() const {
    const auto least = std::min_element(due_.begin(), due_.end());
    return least == due_.end() || *least == kNever ? outlook().start : *least;
  }
  std::vector<double> rates() const {
    std::vector<double> rates;
    for (const Watched& each : pages()) rates.push_back(course(each.page).mean_rate());
    return rates;
  }
  std::vector<double> weights() const {
    std::vector<double> weights;
    for (const Watched& each : pages()) weights.push_back(each.page.weight);
    return weights;
  }
  double budget() const {
    return static_cast<double>(std::max<std::uint64_t>(outlook().per_period, 1)) / period();
  }

  std::vector<Time> due_;
};

class Frequency final : public Due {
 public:
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<Frequency>(*this); }

 protected:
  void prepare(Time now) override {
    if (!renew(now) && frequencies_.size() == pages().size()) return;
    frequencies_ = optimal_frequencies(rates(), weights(), budget(), 1 / period());
    const Time from = front();
    due_.resize(frequencies_.size(), kNever);
    for (std::size_t i = 0; i < frequencies_.size(); ++i) {
      if (!(frequencies_[i] > 0)) due_[i] = kNever;
      if (!(frequencies_[i] > 0) || due_[i] < kNever) continue;
      // Spread over the gap, so that equal pages are not due together.
      const double phase = std::fmod(static_cast<double>(i + 1) * 0.6180339887498949, 1.0);
      due_[i] = from + phase / frequencies_[i];
    }
  }
  void visiting(PageId page, Time) override {
    if (frequencies_[page] > 0) due_[page] += 1 / frequencies_[page];
  }

 private:
  std::vector<double> frequencies_;
};

class Nutch final : public Due {
 public:
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<Nutch>(*this); }
  void observe(const Seen& seen) override {
    PeriodRanked::observe(seen);
    const PageId page = seen.visit.page;
    if (page >= interval_.size()) return;
    if (seen.outcome == Outcome::Changed) interval_[page] *= 1 - kShare;
    if (seen.outcome == Outcome::Same) interval_[page] *= 1 + kShare;
    interval_[page] = std::clamp(interval_[page], kLeast, kMost);
    due_[page] = clock() + interval_[page];
  }

 protected:
  void prepare(Time) override {
    due_.resize(pages().size(), outlook().start);
    interval_.resize(pages().size(), even_gap() * period());
  }
  void visiting(PageId page, Time now) override { due_[page] = now + interval_[page]; }

 private:
  static constexpr double kShare = 0.2;
  static constexpr Duration kLeast = 60;
  static constexpr Duration kMost = 365.0 * 86400;
  std::vector<Duration> interval_;
};

// The rate at which gaps with and without changes are most likely, one gap of length `prior` added
// to each kind so that there always is one.
double smoothed_rate(std::span<const std::pair<Duration, bool>> gaps, Duration prior) {
  double calm = prior;
  for (const auto& [gap, changed] : gaps)
    if (!changed) calm += gap;
  double low = 1e-9 / prior;
  double high = 50 / prior;
  for (const auto& [gap, changed] : gaps) high = std::max(high, 50 / gap);
  for (int i = 0; i < 60; ++i) {
    const double rate = std::sqrt(low * high);
    double sum = prior / std::expm1(rate * prior);
    for (const auto& [gap, changed] : gaps)
      if (changed) sum += gap / std::expm1(rate * gap);
    (sum > calm ? low : high) = rate;
  }
  return std::sqrt(low * high);
}

class LambdaCrawl final : public Due {
 public:
  LambdaCrawl(std::uint64_t seed, bool online) : random_(seed), online_(online) {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<LambdaCrawl>(*this); }
  void observe(const Seen& seen) override {
    PeriodRanked::observe(seen);
    if (!online_ || seen.visit.page >= gaps_.size()) return;
    if (seen.outcome != Outcome::Changed && seen.outcome != Outcome::Same) return;
    const Watched& watched = pages()[seen.visit.page];
    auto& gaps = gaps_[seen.visit.page];
    if (watched.last <= watched.before_last) return;
    if (gaps.size() == kRemembered) gaps.erase(gaps.begin());
    gaps.emplace_back(watched.last - watched.before_last, seen.outcome == Outcome::Changed);
  }

 protected:
  void prepare(Time now) override {
    const Duration round = even_gap() * period();
    const bool again = renew(now) || (online_ && now >= solved_ + round);
    if (frequencies_.size() == pages().size() && !again) return;
    solved_ = now;
    gaps_.resize(pages().size());
    auto believed = rates();
    if (online_)
      for (std::size_t i = 0; i < believed.size(); ++i)
        believed[i] = smoothed_rate(gaps_[i], round);
    lift(believed);
    frequencies_ = harmonic_frequencies(believed, weights(), budget());
    const Time from = front();
    for (std::size_t i = due_.size(); i < frequencies_.size(); ++i)
      due_.push_back(from + random_.exponential(frequencies_[i]));
  }
  void visiting(PageId page, Time) override {
    due_[page] += random_.exponential(frequencies_[page]);
  }

 private:
  static constexpr std::size_t kRemembered = 64;

  // Rates of 0 become half of the lowest other one.
  void lift(std::vector<double>& rates) const {
    double least = std::numeric_limits<double>::infinity();
    for (const double rate : rates)
      if (rate > 0) least = std::min(least, rate);
    if (!std::isfinite(least)) least = 1 / (even_gap() * period());
    for (double& rate : rates)
      if (rate <= 0) rate = least / 2;
  }

  Rng random_;
  bool online_;
  Time solved_ = 0;
  std::vector<double> frequencies_;
  std::vector<std::vector<std::pair<Duration, bool>>> gaps_;
};

}  // namespace

std::unique_ptr<Strategy> make_frequency(const Tuning&) { return std::make_unique<Frequency>(); }
std::unique_ptr<Strategy> make_nutch_adaptive(const Tuning&) { return std::make_unique<Nutch>(); }
std::unique_ptr<Strategy> make_lambda_crawl(const Tuning& tuning) {
  return std::make_unique<LambdaCrawl>(tuning.seed, false);
}
std::unique_ptr<Strategy> make_lambda_crawl_online(const Tuning& tuning) {
  return std::make_unique<LambdaCrawl>(tuning.seed, true);
}

}  // namespace asof::schedule
