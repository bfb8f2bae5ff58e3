// The idea and its proof are in coherence.h.
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
constexpr double kLeastInGap = 1e-9;
constexpr double kLeastRate = 1e-200;
constexpr double kCoincidence = 1e-4;

// Steps in which a burst is followed through its slot.
constexpr double kBurstSteps = 6;

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

PairWalk::PairWalk(const Track& early, const Track& late, Together together, const Extent& extent)
    : early_(early.page), late_(late.page), together_(together) {
  add_page(early, false, extent.early_from, extent.early_to);
  add_page(late, true, extent.late_from, extent.late_to);
  // A change is met before the capture that shows it.
  std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
    return a.at != b.at ? a.at < b.at : a.capture < b.capture;
  });
  const Duration span = events_.back().at - events_.front().at;
  const auto fast = [&](const Page& page) {
    return span / page.changes.slot_length() >
           std::max(kMostSlots, 4.0 * static_cast<double>(page.changes.slots()));
  };
  early_fast_ = fast(*early_);
  late_fast_ = fast(*late_);
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
    if (changed && gap.to > gap.from && page.changes.expected(gap.from, gap.to) < kLeastInGap)
      gap.floor = kLeastInGap / (gap.to - gap.from);
    if (!changed) gap.quiet_after = gap.from;
    if (changed && run->modified) {
      gap.quiet_after = *run->modified;
      events_.push_back({.at = *run->modified, .late = late});
    }
    gaps.push_back(gap);
  }
}

bool PairWalk::too_fast(const Page& page) const {
  return &page == early_ ? early_fast_ : late_fast_;
}

double PairWalk::rate_of(const Page& page, const std::vector<Gap>& gaps, std::size_t gap, Time t,
                         bool& quiet) const {
  const Pattern& pattern = page.changes;
  double rate = too_fast(page) ? pattern.mean_rate()
                               : pattern.rates[pattern.slot_at(t)] / pattern.slot_length();
  if (gap < gaps.size() && t > gaps[gap].from) {
    rate = std::max(rate, gaps[gap].floor);
    quiet = t > gaps[gap].quiet_after;
  }
  return rate;
}

PairWalk::Rates PairWalk::rates_at(Time t) const {
  bool early_quiet = false;
  bool late_quiet = false;
  const double early = rate_of(*early_, early_gaps_, early_gap_, t, early_quiet);
  const double late = rate_of(*late_, late_gaps_, late_gap_, t, late_quiet);
  const double common = std::min(early, late);
  const bool bursts = together_.in_slot > 0 && !too_fast(*early_);
  const double joint = together_.at_once * common;
  const double apart = joint + (bursts ? together_.in_slot * common : 0);
  Rates rates{.early = early - apart, .late = late - apart, .both = joint};
  if (early_quiet) rates.silent += std::exchange(rates.early, 0);
  if (late_quiet) rates.silent += std::exchange(rates.late, 0);
  if (early_quiet || late_quiet) rates.silent += std::exchange(rates.both, 0);
  rates.early_quiet = early_quiet;
  rates.late_quiet = late_quiet;
  return rates;
}

void PairWalk::turn_slot() {
  if (!(together_.in_slot > 0) || too_fast(*early_)) return;
  const Duration slot = early_->changes.slot_length();
  const Time middle = (std::floor(now_ / slot + 1e-9) + 0.5) * slot;
  bool quiet = false;
  const double common = std::min(rate_of(*early_, early_gaps_, early_gap_, middle, quiet),
                                 rate_of(*late_, late_gaps_, late_gap_, middle, quiet));
  const double chance = happens(together_.in_slot * common * slot);
  if (bursting_)
    for (Mass* pending : {&pending_both_, &pending_early_, &pending_late_})
      calm_.add(std::exchange(*pending, Mass{}));
  // A page that is known not to change in this slot takes part in no burst.
  const Time from = middle - slot / 2;
  const auto silent = [&](const std::vector<Gap>& gaps, std::size_t gap) {
    return gap < gaps.size() && gaps[gap].quiet_after <= from && gaps[gap].to >= from + slot;
  };
  bursting_ = !silent(early_gaps_, early_gap_) && !silent(late_gaps_, late_gap_);
  if (bursting_) pending_both_.add(calm_, chance);
  calm_.multiply(1 - chance);
}

PairWalk::Step PairWalk::step_of(const Rates& rates, Duration length) const {
  const double e = rates.early * length;
  const double l = rates.late * length;
  const double c = rates.both * length;
  Step step;
  if (rates.silent > 0) step.silence = std::exp(-rates.silent * length);
  step.moves = e + l + c > 0;
  if (!step.moves) return step;
  // Rates of zero are common, and exponentials are what a walk costs.
  const auto stays = [](double mass) { return mass > 0 ? std::exp(-mass) : 1; };
  const auto changes = [](double mass) { return mass > 0 ? happens(mass) : 0; };
  const double apart = stays(c);
  const double joint = changes(c);
  step.early = changes(e);
  step.late = changes(l);
  step.early_stays = stays(e) * apart;
  step.late_stays = stays(l) * apart;
  step.neither = stays(e) * step.late_stays;
  step.early_any = step.early + stays(e) * joint;
  step.late_any = step.late + stays(l) * joint;
  step.both = joint + apart * step.early * step.late;
  if (open_ && e > 0 && l > 0)
    step.late_then_early =
        rates.early * rising_integral(-l - c, rates.late - rates.early, rates.late, length);
  return step;
}

void PairWalk::pass(Mass& mass, const Step& step) const {
  if (step.silence < 1) mass.multiply(step.silence);
  if (!step.moves) return;
  const auto spread = [&](const All& from) {
    All to{};
    to[0] = from[0] * step.neither;
    to[1] = (from[0] * step.early + from[1]) * step.late_stays;
    to[2] = (from[0] * step.late + from[2]) * step.early_stays;
    to[3] = from[0] * step.both + from[1] * step.late_any + from[2] * step.early_any + from[3];
    return to;
  };
  mass.all = spread(mass.all);
  if (closed_) mass.kept = spread(mass.kept);
  if (!open_) return;
  Good to;
  // E has not changed yet; L may.
  to.before[0] = mass.good.before[0] * step.neither;
  to.before[1] = (mass.good.before[0] * step.late + mass.good.before[1]) * step.early_stays;
  // E changes here, alone; L may before that, not after.
  const double alone = step.late_stays * step.early;
  to.after[1] = mass.good.before[0] * alone;
  to.after[3] = mass.good.before[0] * step.late_then_early +
                mass.good.before[1] * (alone + step.late_then_early);
  // E has changed; L must not any more.
  for (const std::size_t l_bit : {0U, 2U}) {
    to.after[l_bit] += mass.good.after[l_bit] * step.neither;
    to.after[l_bit + 1] +=
        (mass.good.after[l_bit] * step.early + mass.good.after[l_bit + 1]) * step.late_stays;
  }
  mass.good = to;
}

void PairWalk::meet_capture(Mass& mass, const Event& event) const {
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
  agree(mass.all);
  if (closed_) agree(mass.kept);
  if (!open_) return;
  agree(mass.good.after);
  if (!event.late) {
    if (!event.first && event.changed) mass.good.before = {};
    return;
  }
  if (!event.first) mass.good.before[event.changed ? 0 : 1] = 0;
  mass.good.before = {mass.good.before[0] + mass.good.before[1], 0};
}

void PairWalk::meet_change(Mass& mass, const Event& event, const Rates& rates,
                           bool together) const {
  const double own = std::max(event.late ? rates.late : rates.early, kLeastRate);
  const double alone = together ? 0 : own / (own + rates.both);
  // Two changes at one instant are a joint one, or the rarest of chances.
  mass.multiply(together ? rates.both + kCoincidence * own : own + rates.both);
  const std::size_t bit = event.late ? 2 : 1;
  const auto change = [&](All& states) {
    All to{};
    for (std::size_t s = 0; s < 4; ++s) {
      to[s | bit] += states[s] * alone;
      to[3] += states[s] * (1 - alone);
    }
    states = to;
  };
  change(mass.all);
  if (closed_) change(mass.kept);
  if (!open_) return;
  Good to;
  if (event.late) {
    to.before[1] = (mass.good.before[0] + mass.good.before[1]) * alone;
  } else {
    to.after[1] = (mass.good.before[0] + mass.good.after[0] + mass.good.after[1]) * alone;
    to.after[3] = (mass.good.before[1] + mass.good.after[2] + mass.good.after[3]) * alone;
  }
  mass.good = to;
}

void PairWalk::scale() {
  double sum = 0;
  for (const Mass* mass : masses())
    for (const double p : mass->all) sum += p;
  if (!(sum > 0) || sum > 1e-3) return;
  log_scale_ += std::log(sum);
  for (Mass* mass : masses()) mass->multiply(1 / sum);
}

void PairWalk::Mass::multiply(double factor) {
  for (double& p : all) p *= factor;
  for (double& p : kept) p *= factor;
  for (double& p : good.before) p *= factor;
  for (double& p : good.after) p *= factor;
}

void PairWalk::Mass::add(const Mass& other, double share) {
  for (std::size_t s = 0; s < 4; ++s) {
    all[s] += share * other.all[s];
    kept[s] += share * other.kept[s];
    good.after[s] += share * other.good.after[s];
  }
  for (std::size_t s = 0; s < 2; ++s) good.before[s] += share * other.good.before[s];
}

PairWalk::Mass PairWalk::Mass::early_changed() const {
  Mass to;
  to.all = {0, all[0] + all[1], 0, all[2] + all[3]};
  to.kept = {0, kept[0] + kept[1], 0, kept[2] + kept[3]};
  to.good.after = {0, good.before[0] + good.after[0] + good.after[1], 0,
                   good.before[1] + good.after[2] + good.after[3]};
  return to;
}

PairWalk::Mass PairWalk::Mass::late_changed() const {
  Mass to;
  to.all = {0, 0, all[0] + all[2], all[1] + all[3]};
  to.kept = {0, 0, kept[0] + kept[2], kept[1] + kept[3]};
  to.good.before = {0, good.before[0] + good.before[1]};
  return to;
}

void PairWalk::burst_for(Duration length, const Rates& rates) {
  const Duration slot = early_->changes.slot_length();
  // In small steps: two changes in one step come in either order.
  const bool possible = !rates.early_quiet && !rates.late_quiet;
  const int steps = possible ? static_cast<int>(std::ceil(kBurstSteps * length / slot)) : 1;
  const Time border = (std::floor((now_ + length / 2) / slot) + 1) * slot;
  const Duration step = length / steps;
  for (int k = 0; k < steps; ++k) {
    // Uniform over the slot: of what is left of it, this part.
    const double fires = std::min(1.0, step / std::max(border - now_ - k * step, step));
    const double early = rates.early_quiet ? 0 : fires;
    const double late = rates.late_quiet ? 0 : fires;
    const Mass both = pending_both_;
    const Mass only_early = pending_early_;
    const Mass only_late = pending_late_;
    pending_both_.multiply((1 - fires) * (1 - fires));
    pending_early_.multiply(1 - fires);
    pending_late_.multiply(1 - fires);
    pending_late_.add(both.early_changed(), early * (1 - fires));
    pending_early_.add(both.late_changed(), late * (1 - fires));
    calm_.add(both.early_changed().late_changed(), early * late / 2);
    calm_.add(both.late_changed().early_changed(), early * late / 2);
    calm_.add(only_early.early_changed(), early);
    calm_.add(only_late.late_changed(), late);
  }
}

void PairWalk::open_window() {
  open_ = true;
  for (Mass* mass : masses()) mass->good.before = {mass->all[0], mass->all[2]};
}

void PairWalk::close_window() {
  open_ = false;
  closed_ = true;
  for (Mass* mass : masses())
    mass->kept = {mass->good.before[0] + mass->good.after[0], mass->good.after[1], 0, 0};
}

void PairWalk::go_to(Time at) {
  while (now_ < at) {
    Time to = at;
    bool turns = false;
    for (const Page* page : {early_, late_}) {
      if (too_fast(*page)) continue;
      const Duration slot = page->changes.slot_length();
      Time border = (std::floor(now_ / slot) + 1) * slot;
      if (border <= now_) border += slot;
      if (border < to) turns = false;
      if (border <= to && page == early_) turns = true;
      to = std::min(to, border);
    }
    const Time middle = now_ + (to - now_) / 2;
    const Rates rates = rates_at(middle);
    const Step step = step_of(rates, to - now_);
    pass(calm_, step);
    if (bursting_) {
      for (Mass* pending : {&pending_both_, &pending_early_, &pending_late_}) pass(*pending, step);
      burst_for(to - now_, rates);
    }
    now_ = to;
    if (turns) turn_slot();
  }
}

void PairWalk::meet_known_change(const Event& event, bool together) {
  const Mass both = pending_both_;
  const Mass only = event.late ? pending_late_ : pending_early_;
  const Rates rates = rates_at(event.at);
  for (Mass* mass : masses()) meet_change(*mass, event, rates, together);
  if (!bursting_ || together) return;
  // Or it is the page's change in a burst.
  const Duration slot = early_->changes.slot_length();
  const Time border = (std::floor(event.at / slot) + 1) * slot;
  const double hazard = 1 / std::max(border - event.at, slot / kBurstSteps / 2);
  Mass& other = event.late ? pending_early_ : pending_late_;
  other.add(event.late ? both.late_changed() : both.early_changed(), hazard);
  calm_.add(event.late ? only.late_changed() : only.early_changed(), hazard);
}

void PairWalk::walk(std::optional<Time> open, std::optional<Time> close) {
  calm_.all = {1, 0, 0, 0};
  now_ = events_.front().at;
  turn_slot();
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Event& event = events_[i];
    go_to(event.at);
    if (event.capture) {
      for (Mass* mass : masses()) meet_capture(*mass, event);
      if (!event.first) ++(event.late ? late_gap_ : early_gap_);
      if (!event.late && open == event.at) open_window();
      if (event.late && close == event.at) close_window();
    } else {
      const bool both =
          i + 1 < events_.size() && !events_[i + 1].capture && events_[i + 1].at == event.at;
      meet_known_change(event, both);
      if (both) ++i;
    }
    scale();
  }
}

double PairWalk::coherent(Time early_hi, Time late_lo) {
  walk(early_hi, late_lo);
  double all = 0;
  double kept = 0;
  for (const Mass* mass : masses())
    for (std::size_t s = 0; s < 4; ++s) {
      all += mass->all[s];
      kept += mass->kept[s];
    }
  // Captures the model holds impossible teach it nothing.
  return all > 0 ? std::clamp(kept / all, 0.0, 1.0) : 0.5;
}

double PairWalk::log_likelihood() {
  walk({}, {});
  double sum = 0;
  for (const Mass* mass : masses())
    for (const double p : mass->all) sum += p;
  return std::log(std::max(sum, 1e-300)) + log_scale_;
}

}  // namespace asof::navigate
