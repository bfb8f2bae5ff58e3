// algorithms.md B5, extended by joint changes: the idea and its proof are in coherence.h.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "navigate/pair_walk_internal.h"

namespace asof::navigate {
namespace {

using pattern::Pattern;

// More slots than this to walk over and a pattern is replaced by its mean: the cycle does not
// matter at such distances, and nobody shall wait for it.
constexpr double kMostSlots = 1 << 16;

// A change is proven where the pattern expects none: its rate is then taken as equal and tiny.
constexpr double kLeastExpected = 1e-9;
constexpr double kLeastRate = 1e-200;
constexpr double kCoincidence = 1e-4;

double phi(double x) { return std::abs(x) < 1e-8 ? 1 + x / 2 : std::expm1(x) / x; }

// exp(shift) * integral of exp(a y) over [0, h]; shift <= 0 and shift + a h <= 0.
double exponential_integral(double shift, double a, double h) {
  return a > 0 ? std::exp(shift + a * h) * h * phi(-a * h) : std::exp(shift) * h * phi(a * h);
}

// exp(shift) * integral of y^k exp(a y) over [0, h], k = 0..3.
double moment(double shift, double a, double h, int k) {
  if (std::abs(a * h) < 0.5) {
    double sum = 0;
    double term = 1;
    for (int j = 0; j < 20; ++j) {
      sum += term / (k + 1 + j);
      term *= a * h / (j + 1);
    }
    return std::exp(shift) * std::pow(h, k + 1) * sum;
  }
  if (k == 0) return exponential_integral(shift, a, h);
  return (std::pow(h, k) * std::exp(shift + a * h) - k * moment(shift, a, h, k - 1)) / a;
}

// exp(shift) * integral of exp(a y) (1 - exp(-q y)) over [0, h], q >= 0.
double rising_integral(double shift, double a, double q, double h) {
  if (q * h >= 1e-3)
    return exponential_integral(shift, a, h) - exponential_integral(shift, a - q, h);
  return q * moment(shift, a, h, 1) - q * q / 2 * moment(shift, a, h, 2) +
         q * q * q / 6 * moment(shift, a, h, 3);
}

double happens(double mass) { return -std::expm1(-mass); }

}  // namespace

PairWalk::PairWalk(const Track& early, const Track& late, double share, const Extent& extent)
    : early_(early.page), late_(late.page), share_(share) {
  add_page(early, false, extent.early_from, extent.early_to);
  add_page(late, true, extent.late_from, extent.late_to);
  // A change is met before the capture that shows it.
  std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
    return a.at != b.at ? a.at < b.at : a.capture < b.capture;
  });
}

void PairWalk::add_page(const Track& track, bool late, std::size_t from, std::size_t to) {
  const Page& page = *track.page;
  std::vector<Gap>& gaps = late ? late_gaps_ : early_gaps_;
  auto run = std::partition_point(track.runs.begin(), track.runs.end(),
                                  [&](const Run& r) { return r.last < from; });
  for (std::size_t i = from; i <= to; ++i) {
    if (i > run->last) ++run;
    const Time at = page.captures[i].at;
    const bool changed = i > from && run->first == i;
    events_.push_back(
        {.at = at, .late = late, .capture = true, .first = i == from, .changed = changed});
    if (i == from) continue;
    Gap gap{.from = page.captures[i - 1].at, .to = at};
    if (changed && gap.to > gap.from && page.changes.expected(gap.from, gap.to) < kLeastExpected)
      gap.floor = kLeastExpected / (gap.to - gap.from);
    if (changed && run->modified) {
      gap.quiet_after = *run->modified;
      events_.push_back({.at = *run->modified, .late = late});
    }
    gaps.push_back(gap);
  }
}

double PairWalk::rate_of(const Page& page, const std::vector<Gap>& gaps, std::size_t gap, Time t,
                         bool& quiet) const {
  const Pattern& pattern = page.changes;
  const Duration span = events_.back().at - events_.front().at;
  const bool mean = span / pattern.slot_length() >
                    std::max(kMostSlots, 4.0 * static_cast<double>(pattern.slots()));
  double rate =
      mean ? pattern.mean_rate() : pattern.rates[pattern.slot_at(t)] / pattern.slot_length();
  if (gap < gaps.size() && t > gaps[gap].from) {
    rate = std::max(rate, gaps[gap].floor);
    quiet = t > gaps[gap].quiet_after;
  }
  return rate;
}

PairWalk::Rates PairWalk::rates_at(Time t, std::size_t early_gap, std::size_t late_gap) const {
  bool early_quiet = false;
  bool late_quiet = false;
  const double early = rate_of(*early_, early_gaps_, early_gap, t, early_quiet);
  const double late = rate_of(*late_, late_gaps_, late_gap, t, late_quiet);
  const double joint = share_ * std::min(early, late);
  Rates rates{.early = early - joint, .late = late - joint, .both = joint};
  if (early_quiet) rates.silent += std::exchange(rates.early, 0);
  if (late_quiet) rates.silent += std::exchange(rates.late, 0);
  if (early_quiet || late_quiet) rates.silent += std::exchange(rates.both, 0);
  return rates;
}

void PairWalk::pass(const Rates& rates, Duration length) {
  const double e = rates.early * length;
  const double l = rates.late * length;
  const double c = rates.both * length;
  const auto spread = [&](const All& from) {
    All to{};
    to[0] = from[0] * std::exp(-e - l - c);
    to[1] = from[0] * std::exp(-l - c) * happens(e) + from[1] * std::exp(-l - c);
    to[2] = from[0] * std::exp(-e - c) * happens(l) + from[2] * std::exp(-e - c);
    to[3] = from[0] * (happens(c) + std::exp(-c) * happens(e) * happens(l)) +
            from[1] * happens(l + c) + from[2] * happens(e + c) + from[3];
    return to;
  };
  if (rates.silent > 0) multiply(std::exp(-rates.silent * length));
  all_ = spread(all_);
  if (closed_) kept_ = spread(kept_);
  if (!open_) return;
  Good to;
  // E has not changed yet; L may.
  to.before[0] = good_.before[0] * std::exp(-e - l - c);
  to.before[1] =
      good_.before[0] * std::exp(-e - c) * happens(l) + good_.before[1] * std::exp(-e - c);
  // E changes here, alone; L may before that, not after.
  const double alone = std::exp(-l - c) * happens(e);
  const double after_late =
      rates.early * rising_integral(-l - c, rates.late - rates.early, rates.late, length);
  to.after[1] = good_.before[0] * alone;
  to.after[3] = good_.before[0] * after_late + good_.before[1] * (alone + after_late);
  // E has changed; L must not any more.
  for (const std::size_t l_bit : {0U, 2U}) {
    to.after[l_bit] += good_.after[l_bit] * std::exp(-l - c - e);
    to.after[l_bit + 1] += good_.after[l_bit] * std::exp(-l - c) * happens(e) +
                           good_.after[l_bit + 1] * std::exp(-l - c);
  }
  good_ = to;
}

void PairWalk::meet_capture(const Event& event) {
  const std::size_t bit = event.late ? 2 : 1;
  const auto agree = [&](All& states) {
    for (std::size_t s = 0; s < 4; ++s)
      if (!event.first && ((s & bit) != 0) != event.changed) states[s] = 0;
    for (std::size_t s = 0; s < 4; ++s)
      if ((s & bit) != 0) {
        states[s - bit] += states[s];
        states[s] = 0;
      }
  };
  agree(all_);
  if (closed_) agree(kept_);
  if (!open_) return;
  agree(good_.after);
  if (!event.late) {
    if (!event.first && event.changed) good_.before = {};
    return;
  }
  if (!event.first) good_.before[event.changed ? 0 : 1] = 0;
  good_.before = {good_.before[0] + good_.before[1], 0};
}

void PairWalk::meet_change(const Event& event, const Rates& rates, bool together) {
  const double own = std::max(event.late ? rates.late : rates.early, kLeastRate);
  const double alone = together ? 0 : own / (own + rates.both);
  // Two changes at one instant are a joint one, or the rarest of chances.
  multiply(together ? rates.both + kCoincidence * own : own + rates.both);
  const std::size_t bit = event.late ? 2 : 1;
  const auto change = [&](All& states) {
    All to{};
    for (std::size_t s = 0; s < 4; ++s) {
      to[s | bit] += states[s] * alone;
      to[3] += states[s] * (1 - alone);
    }
    states = to;
  };
  change(all_);
  if (closed_) change(kept_);
  if (!open_) return;
  Good to;
  if (event.late) {
    to.before[1] = (good_.before[0] + good_.before[1]) * alone;
  } else {
    to.after[1] = (good_.before[0] + good_.after[0] + good_.after[1]) * alone;
    to.after[3] = (good_.before[1] + good_.after[2] + good_.after[3]) * alone;
  }
  good_ = to;
}

void PairWalk::scale() {
  double sum = 0;
  for (const double p : all_) sum += p;
  if (!(sum > 0) || sum > 1e-3) return;
  log_scale_ += std::log(sum);
  multiply(1 / sum);
}

void PairWalk::multiply(double factor) {
  for (double& p : all_) p *= factor;
  for (double& p : kept_) p *= factor;
  for (double& p : good_.before) p *= factor;
  for (double& p : good_.after) p *= factor;
}

void PairWalk::walk(std::optional<Time> open, std::optional<Time> close) {
  all_ = {1, 0, 0, 0};
  std::size_t early_gap = 0;
  std::size_t late_gap = 0;
  Time now = events_.front().at;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Event& event = events_[i];
    Rates rates = rates_at(now, early_gap, late_gap);
    while (now < event.at) {
      Time to = event.at;
      for (const Page* page : {early_, late_}) {
        const Duration slot = page->changes.slot_length();
        const double span = (events_.back().at - events_.front().at) / slot;
        if (span > std::max(kMostSlots, 4.0 * static_cast<double>(page->changes.slots()))) continue;
        Time border = (std::floor(now / slot) + 1) * slot;
        if (border <= now) border += slot;
        to = std::min(to, border);
      }
      rates = rates_at(now + (to - now) / 2, early_gap, late_gap);
      pass(rates, to - now);
      now = to;
    }
    if (event.capture) {
      meet_capture(event);
      if (!event.first) ++(event.late ? late_gap : early_gap);
      if (!event.late && open == event.at) {
        open_ = true;
        good_.before = {all_[0], all_[2]};
      }
      if (event.late && close == event.at) {
        open_ = false;
        closed_ = true;
        kept_ = {good_.before[0] + good_.after[0], good_.after[1], 0, 0};
      }
    } else {
      const bool together =
          i + 1 < events_.size() && !events_[i + 1].capture && events_[i + 1].at == event.at;
      meet_change(event, rates, together);
      if (together) ++i;
    }
    scale();
  }
}

double PairWalk::coherent(Time early_hi, Time late_lo) {
  walk(early_hi, late_lo);
  double all = 0;
  double kept = 0;
  for (std::size_t s = 0; s < 4; ++s) {
    all += all_[s];
    kept += kept_[s];
  }
  // Captures the model holds impossible teach it nothing.
  return all > 0 ? std::clamp(kept / all, 0.0, 1.0) : 0.5;
}

double PairWalk::log_likelihood() {
  walk({}, {});
  double sum = 0;
  for (const double p : all_) sum += p;
  return std::log(std::max(sum, 1e-300)) + log_scale_;
}

}  // namespace asof::navigate
