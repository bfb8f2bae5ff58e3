// What is known of a page: which rhythm fits, and the rates and importances in it.
//
// A rhythm is believed where its test (cycles.h) passes and it predicts left-out days better
// than what is believed without it: the likelihood of each fourth of the days under what the others
// teach. Smooth or not is chosen likewise: news pages have broad hours, nightly builds one minute.
#include "pattern/page_pattern.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "pattern/page_fit_internal.h"

namespace asof::pattern {
namespace {

constexpr double kNineInTen = 1.645;  // deviations
constexpr double kWeek = 168 * kSecondsPerHour;

Bounded gamma_bounds(double mean, double variance) {
  if (!(mean > 0) || !(variance > 0)) return {mean, mean, mean};
  const Gamma belief{mean * mean / variance, mean / variance};
  return {mean, std::min(mean, belief.quantile(-kNineInTen)),
          std::max(mean, belief.quantile(kNineInTen))};
}

Bounded share_bounds(double mean, double deviation) {
  return {mean, std::max(0.0, mean - kNineInTen * deviation),
          std::min(1.0, mean + kNineInTen * deviation)};
}

// A rhythm and what is believed of it beforehand.
struct Candidate {
  Kind kind = Kind::Constant;
  fit::ShapePrior prior;
  bool borrowed = false;
};

class Learner final {
 public:
  Learner(const VisitLog& log, const PatternPrior& prior, const LearnPageOptions& options)
      : log_(log), prior_(prior), options_(options) {
    pattern_.calendar = options.calendar;
    pattern_.visits = log.visits();
    pattern_.changes = log.changes();
    pattern_.from = log.from();
    pattern_.until = log.until();
  }

  PagePattern learn() {
    const Rhythm plain(Kind::Constant);
    fit::Evidence evidence(plain);
    evidence.add(log_, plain);
    rate_ = fit::fit_rate(evidence, prior_.rate);
    pattern_.rate = gamma_bounds(rate_.rate, rate_.variance);
    find_importance(evidence);
    const Candidate chosen = choose();
    fill(chosen);
    return std::move(pattern_);
  }

 private:
  const Calendar& calendar() const {
    return options_.calendar ? *options_.calendar : utc_calendar();
  }

  void find_importance(const fit::Evidence& evidence) {
    double weight = prior_.importance_weight, sum = 0;
    if (!prior_.importance.empty()) {
      for (const double one : prior_.importance) sum += one;
      sum *= weight / static_cast<double>(prior_.importance.size());
    } else {
      sum = weight;
    }
    for (const fit::Changed& one : evidence.changed) {
      sum += one.importance;
      weight += 1;
    }
    mean_ = weight > 0 ? sum / weight : 1;
    double squares = 0;
    for (const fit::Changed& one : evidence.changed)
      squares += (one.importance - mean_) * (one.importance - mean_);
    // With one change or none anything may come.
    spread_ = evidence.changed.size() > 1
                  ? std::sqrt(squares / static_cast<double>(evidence.changed.size() - 1))
                  : 0.5;
    pattern_.importance = share_bounds(mean_, spread_ / std::sqrt(std::max(weight, 1.0)));
    if (evidence.changed.empty()) pattern_.importance = {mean_, 0, 1};
  }

  Candidate choose() {
    Candidate best{prior_.kind, {prior_.shape, prior_.weight, true}, true};
    if (prior_.kind == Kind::Constant || prior_.shape.empty()) best = {};
    if (!options_.shapes || log_.kept() == 0) return best;
    for (std::size_t c = 0; c < kCycles; ++c)
      pattern_.cycles[c] = test_cycle(log_, static_cast<Cycle>(c), calendar());
    const auto found = [&](Cycle cycle) {
      return pattern_.cycles[static_cast<std::size_t>(cycle)].p < options_.level;
    };
    std::vector<Candidate> tried;
    const bool day = found(Cycle::Daily), classes = found(Cycle::ByClass);
    if (day) add_both(tried, Kind::Daily, {});
    if (classes) add_both(tried, Kind::DailyByDay, shape_by_class());
    if (found(Cycle::Weekly) || classes) add_both(tried, Kind::Weekly, {});
    if (found(Cycle::Monthly)) add_both(tried, Kind::Monthly, {});
    if (tried.empty()) return best;
    double most = score(best);
    for (Candidate& one : tried)
      if (const double value = score(one); value > most) {
        most = value;
        best = std::move(one);
      }
    return best;
  }

  void add_both(std::vector<Candidate>& tried, Kind kind, const std::vector<double>& shape) const {
    for (const bool smooth : {true, false})
      tried.push_back({kind, {shape, options_.flat, smooth}, false});
  }

  // Hours of a class of day lean on those of all days, at the level of the class.
  std::vector<double> shape_by_class() const {
    const Rhythm daily(Kind::Daily, &calendar()), classes(Kind::DailyByDay, &calendar());
    fit::Evidence every(daily), each(classes);
    every.add(log_, daily);
    each.add(log_, classes);
    const auto hours = fit::fit_rates(every, daily, rate_.rate, {{}, options_.flat, true});
    std::vector<double> shape(classes.slots());
    for (std::size_t k = 0; k < shape.size(); ++k) shape[k] = hours[k % 24] / rate_.rate;
    for (int round = 0; round < 3; ++round) {
      const auto rates = fit::fit_rates(each, classes, rate_.rate, {shape, options_.flat, true});
      for (std::size_t day = 0; day < kDayClasses; ++day) {
        double fitted = 0, believed = 0;
        for (std::size_t k = 24 * day; k < 24 * day + 24; ++k) {
          fitted += rates[k];
          believed += shape[k] * rate_.rate;
        }
        for (std::size_t k = 24 * day; k < 24 * day + 24; ++k) shape[k] *= fitted / believed;
      }
    }
    return shape;
  }

  double score(const Candidate& one) const {
    return fit::left_out(log_, Rhythm(one.kind, &calendar()), prior_.rate, one.prior);
  }

  void fill(const Candidate& chosen) {
    const Rhythm rhythm(chosen.kind, &calendar());
    pattern_.kind = chosen.kind;
    if (chosen.borrowed) {
      pattern_.shared = prior_.shared;
      const double own = static_cast<double>(log_.kept());
      const double lent = prior_.weight * static_cast<double>(rhythm.slots());
      pattern_.borrowed = lent + own > 0 ? lent / (lent + own) : 0;
    }
    if (chosen.kind == Kind::Constant) {
      pattern_.slots = {{pattern_.rate, pattern_.importance}};
      return;
    }
    fit::Evidence evidence(rhythm);
    evidence.add(log_, rhythm);
    const auto rates = fit::fit_rates(evidence, rhythm, rate_.rate, chosen.prior);
    std::vector<double> spread(rates.size());
    if (options_.bounds) spread = fit::variances(evidence, rhythm, rates, chosen.prior);
    std::vector<double> shares(rates.size(), 1), sums(rates.size(), mean_);
    if (chosen.borrowed && !prior_.importance.empty()) sums = prior_.importance;
    for (const fit::Changed& one : evidence.changed) {
      double all = 0;
      for (auto r = one.first; r < one.last; ++r)
        all += rates[evidence.reaches[r].slot] * evidence.reaches[r].seconds;
      for (auto r = one.first; r < one.last && all > 0; ++r) {
        const Reach& reach = evidence.reaches[r];
        const double share = rates[reach.slot] * reach.seconds / all;
        shares[reach.slot] += share;
        sums[reach.slot] += share * one.importance;
      }
    }
    // A plain rate misses changes that are hidden in busy hours; the slots know of them.
    double changes = 0, seen = 0;
    for (std::size_t k = 0; k < rates.size(); ++k) {
      changes += rates[k] * evidence.exposure[k];
      seen += evidence.exposure[k];
    }
    if (seen > 0 && rate_.rate > 0) {
      const double factor = changes / seen / rate_.rate;
      pattern_.rate = {factor * pattern_.rate.value, factor * pattern_.rate.low,
                       factor * pattern_.rate.high};
    }
    for (std::size_t k = 0; k < rates.size(); ++k) {
      const double deviation = options_.bounds ? spread_ / std::sqrt(shares[k]) : 0;
      pattern_.slots.push_back(
          {gamma_bounds(rates[k], spread[k]), share_bounds(sums[k] / shares[k], deviation)});
    }
  }

  const VisitLog& log_;
  const PatternPrior& prior_;
  const LearnPageOptions& options_;
  PagePattern pattern_;
  fit::RateFit rate_;
  double mean_ = 1, spread_ = 0;  // of the importance of changes
};

// Calls use(slot, seconds) for each slot that [from, to) reaches.
template <class Use>
void for_slots(const PagePattern& page, Time from, Time to, Use use) {
  if (page.slots.empty()) return;
  std::vector<Reach> reaches;
  Rhythm(page.kind, page.calendar.get()).reach(from, to, reaches);
  for (const Reach& one : reaches) use(page.slots[one.slot], one.seconds);
}

}  // namespace

double PagePattern::rate_at(Time at) const {
  if (slots.empty()) return rate.value;
  return slots[Rhythm(kind, calendar.get()).slot_at(at)].rate.value;
}

double PagePattern::expected(Time from, Time to) const {
  double sum = 0;
  for_slots(*this, from, to,
            [&](const SlotBelief& slot, double seconds) { sum += slot.rate.value * seconds; });
  return sum;
}

double PagePattern::weight(Time from, Time to) const {
  double sum = 0;
  for_slots(*this, from, to, [&](const SlotBelief& slot, double seconds) {
    sum += slot.rate.value * seconds * slot.importance.value;
  });
  return sum;
}

Pattern PagePattern::week_from(Time at) const {
  Pattern week{.cycle = kWeek};
  week.rates.resize(168);
  week.importance.resize(168);
  const double first = std::floor(at / kSecondsPerHour);
  for (std::size_t i = 0; i < 168; ++i) {
    const double hour = first + static_cast<double>(i);
    const auto slot = static_cast<std::size_t>(hour - 168 * std::floor(hour / 168));
    const double changes = expected(hour * kSecondsPerHour, (hour + 1) * kSecondsPerHour);
    week.rates[slot] = changes;
    week.importance[slot] =
        changes > 0
            ? std::min(1.0, weight(hour * kSecondsPerHour, (hour + 1) * kSecondsPerHour) / changes)
            : importance.value;
  }
  return week;
}

PagePattern learn_page(const VisitLog& log, const LearnPageOptions& options) {
  return learn_page(log, PatternPrior{}, options);
}

PagePattern learn_page(const VisitLog& log, const PatternPrior& prior,
                       const LearnPageOptions& options) {
  return Learner(log, prior, options).learn();
}

double log_likelihood(const PagePattern& pattern, const VisitLog& log) {
  const Rhythm rhythm(pattern.kind, pattern.calendar.get());
  fit::Evidence evidence(rhythm);
  evidence.add(log, rhythm);
  std::vector<double> rates;
  rates.reserve(pattern.slots.size());
  for (const SlotBelief& slot : pattern.slots) rates.push_back(slot.rate.value);
  CHECK(rates.size() == rhythm.slots());
  return evidence.log_likelihood(rates);
}

}  // namespace asof::pattern
