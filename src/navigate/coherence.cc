// algorithms.md B5, extended by joint changes; the derivation is in the header.
#include "navigate/coherence.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"

namespace asof::navigate {
namespace {

using pattern::Pattern;

// More pieces than this and a pattern is replaced by its mean: so many slots lie between two
// captures that the cycle does not matter, and nobody shall wait for it.
constexpr double kMostPieces = 1 << 16;

// A change is proven where the pattern says none can be: the rates are then taken as equal and
// tiny.
constexpr double kLeastExpected = 1e-9;

// A stretch of time in which all rates are constant: changes of E alone, L alone, both at once.
struct Piece {
  Time from = 0;
  Time to = 0;
  double early = 0;
  double late = 0;
  double both = 0;

  Duration length() const { return to - from; }
};

struct Interval {
  Time from = 0;
  Time to = 0;
};

// A page's rate as a function of time: its pattern, or one number.
class Rate final {
 public:
  // `proven`: an interval in which the page is known to have changed, or an empty one.
  Rate(const Pattern& pattern, Interval span, Interval proven) : pattern_(&pattern) {
    const Duration length = pattern.slot_length();
    const double slots = static_cast<double>(pattern.slots());
    if ((span.to - span.from) / length > std::max(kMostPieces, 4 * slots))
      constant_ = pattern.mean_rate();
    const double expected = constant_ ? *constant_ * (proven.to - proven.from)
                                      : pattern.expected(proven.from, proven.to);
    if (proven.to > proven.from && expected < kLeastExpected)
      floor_ = kLeastExpected / (proven.to - proven.from);
  }

  double at(Time t) const {
    const double rate =
        constant_ ? *constant_ : pattern_->rates[pattern_->slot_at(t)] / pattern_->slot_length();
    return std::max(rate, floor_);
  }

  // The slot borders inside the interval, appended.
  void borders(Interval span, std::vector<Time>& out) const {
    if (constant_) return;
    const Duration length = pattern_->slot_length();
    for (double k = std::floor(span.from / length) + 1; k * length < span.to; ++k)
      out.push_back(k * length);
  }

 private:
  const Pattern* pattern_;
  std::optional<double> constant_;
  double floor_ = 0;
};

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

// The two versions on one line of time, E before L, without overlap.
class Pair final {
 public:
  Pair(const Version& early, const Version& late, double share) : early_(early), late_(late) {
    span_.from = std::min(early.hi, late.previous.value_or(early.hi));
    span_.to = std::max(late.lo, early.next.value_or(late.lo));
    const Interval early_gap{early.hi, early.next.value_or(early.hi)};
    const Interval late_gap{late.previous.value_or(late.lo), late.lo};
    const Rate early_rate(*early.changes, span_, early_gap);
    const Rate late_rate(*late.changes, span_, late_gap);
    std::vector<Time> cuts = {span_.from, span_.to, early.lo, early.hi, late.lo, late.hi};
    for (const auto& cut : {early.next, early.next_modified, late.previous, late.modified})
      if (cut) cuts.push_back(*cut);
    early_rate.borders(span_, cuts);
    late_rate.borders(span_, cuts);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      Piece piece{.from = std::max(cuts[i], span_.from), .to = std::min(cuts[i + 1], span_.to)};
      if (!(piece.to > piece.from)) continue;
      const Time middle = piece.from + piece.length() / 2;
      const double e = early_rate.at(middle);
      const double l = late_rate.at(middle);
      const double joint = share * std::min(e, l);
      piece.early = e - joint;
      piece.late = l - joint;
      piece.both = quiet(middle) ? 0 : joint;
      pieces_.push_back(piece);
    }
  }

  double coherent() const {
    const double value = late_.modified ? when_started() : when_unknown();
    return std::clamp(value, 0.0, 1.0);
  }

 private:
  // Whether one of the two is known not to have changed at t, so that no joint change was there.
  bool quiet(Time t) const {
    if (t > early_.lo && t < early_.hi) return true;
    if (t > late_.lo && t < late_.hi) return true;
    if (early_.next_modified && t > *early_.next_modified && t < *early_.next) return true;
    return late_.modified && t > *late_.modified && t < late_.lo;
  }

  // Sum of value(piece) * length over the pieces inside the interval; its ends are cuts.
  template <class Value>
  double mass(Time from, Time to, Value value) const {
    double sum = 0;
    for (const Piece& piece : pieces_)
      if (piece.from >= from && piece.to <= to) sum += value(piece) * piece.length();
    return sum;
  }

  double early_mass(Time from, Time to) const {
    return mass(from, to, [](const Piece& p) { return p.early + p.both; });
  }
  double late_mass(Time from, Time to) const {
    return mass(from, to, [](const Piece& p) { return p.late + p.both; });
  }

  // Share of changes of one page at t, the last of its gap, that were its own alone.
  double alone(Time t, bool early) const {
    for (const Piece& piece : pieces_)
      if (piece.to == t) {
        const double own = early ? piece.early : piece.late;
        return own + piece.both > 0 ? own / (own + piece.both) : 1;
      }
    return 1;
  }

  // Changes expected of E in (u, next] when L does not change in (u, lo].
  double after_mass(Time u) const {
    return mass(u, *early_.next,
                [&](const Piece& p) { return p.early + (p.from < late_.lo ? 0 : p.both); });
  }

  // That E still changes in its gap although it has not until u, and L not from u to lo.
  double ends_after(Time u) const {
    if (early_.next_modified) return u < *early_.next_modified ? end_alone() : 0;
    if (early_.next) return u < *early_.next ? -std::expm1(-after_mass(u)) : 0;
    return 1;
  }

  // E's known last change: not joint, where L did not change at that time.
  double end_alone() const {
    return *early_.next_modified <= late_.lo ? alone(*early_.next_modified, true) : 1;
  }

  // L began at a known instant after E's run.
  double when_started() const {
    const Time start = *late_.modified;
    const double ends = ends_after(start);
    const double private_start = alone(start, false);
    const double quiet_before = std::exp(-early_mass(early_.hi, start));
    const double n = private_start * quiet_before * ends;
    if (n <= 0 || early_.next_modified || !early_.next) return n;
    const double d = 1 - private_start * quiet_before * (1 - ends);
    return d > 0 ? n / d : 0;
  }

  double when_unknown() const {
    const double n = started_before() + started_between();
    const double d = evidence();
    // Evidence the model holds impossible: two runs proven apart by nothing it knows.
    return d > 0 ? n / d : 0.5;
  }

  // L began before E's last sight.
  double started_before() const {
    double began = 1;
    if (late_.previous)
      began = *late_.previous < early_.hi ? -std::expm1(-late_mass(*late_.previous, early_.hi)) : 0;
    return began * std::exp(-late_mass(early_.hi, late_.lo)) * ends_after(early_.hi);
  }

  // L began at u, between the runs, and E ended later. Pieces are walked backwards from lo, so that
  // L's mass from u to lo and E's from u on are running sums.
  double started_between() const {
    const Time least = std::max(early_.hi, late_.previous.value_or(early_.hi));
    const Time most =
        std::min({late_.lo, early_.next.value_or(kNever), early_.next_modified.value_or(kNever)});
    double early_before = early_mass(early_.hi, late_.lo);
    double late_after = 0;
    double early_after = early_.next ? after_mass(late_.lo) : kNever;
    double sum = 0;
    for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
      if (piece->to > late_.lo) continue;
      if (piece->from < least) break;
      const double h = piece->length();
      if (piece->to <= most) {
        const double shift = -late_after - early_before;
        const double growth = piece->early - piece->late;
        const bool certain = early_.next_modified || !early_.next;
        const double ends = certain ? 1 : -std::expm1(-early_after);
        double value = ends * exponential_integral(shift, growth, h);
        if (!certain)
          value += std::exp(-early_after) * rising_integral(shift, growth, piece->early, h);
        sum += piece->late * value;
      }
      early_before -= (piece->early + piece->both) * h;
      late_after += (piece->late + piece->both) * h;
      if (early_.next && piece->to <= *early_.next) early_after += piece->early * h;
    }
    return early_.next_modified ? sum * end_alone() : sum;
  }

  // That both changed where they are known to have changed.
  double evidence() const {
    const double late_quiet = late_.previous ? std::exp(-late_mass(*late_.previous, late_.lo)) : 0;
    if (early_.next_modified) {
      const Time end = *early_.next_modified;
      const bool inside = end <= late_.lo && end > late_.previous.value_or(end);
      return 1 - (inside ? alone(end, true) : 1) * late_quiet;
    }
    if (!early_.next) return 1 - late_quiet;
    const double early_changes = early_mass(early_.hi, *early_.next);
    if (!late_.previous) return -std::expm1(-early_changes);
    const double late_changes = late_mass(*late_.previous, late_.lo);
    const double common =
        mass(std::max(early_.hi, *late_.previous), std::min(*early_.next, late_.lo),
             [](const Piece& p) { return p.both; });
    return std::expm1(-early_changes) * std::expm1(-late_changes) +
           std::exp(-early_changes - late_changes) * std::expm1(common);
  }

  const Version& early_;
  const Version& late_;
  Interval span_;
  std::vector<Piece> pieces_;
};

// Given a change in (from, to], that the first (or, seen backwards, the last) is not within `part`
// of it: (exp(-part) - exp(-whole)) / (1 - exp(-whole)), masses of rates.
double survives(double part, double rest) {
  if (part + rest <= 0) return 0;
  return std::exp(-part) * std::expm1(-rest) / std::expm1(-part - rest);
}

}  // namespace

double probability_coherent(const Version& one, const Version& other, double share) {
  CHECK(share >= 0 && share < 1);
  const bool ordered = one.hi < other.start();
  if (!ordered && other.hi >= one.start()) return 1;
  return ordered ? Pair(one, other, share).coherent() : Pair(other, one, share).coherent();
}

double probability_valid(const Version& version, Time at) {
  if (at >= version.start() && at <= version.hi) return 1;
  const Pattern& changes = *version.changes;
  if (at > version.hi) {
    if (!version.next) return std::exp(-changes.expected(version.hi, at));
    if (version.next_modified)
      return at < *version.next_modified ? std::exp(-changes.expected(version.hi, at)) : 0;
    if (at >= *version.next) return 0;
    if (changes.expected(version.hi, *version.next) < kLeastExpected)
      return (*version.next - at) / (*version.next - version.hi);
    return survives(changes.expected(version.hi, at), changes.expected(at, *version.next));
  }
  if (version.modified) return 0;
  if (!version.previous) return std::exp(-changes.expected(at, version.lo));
  if (at <= *version.previous) return 0;
  if (changes.expected(*version.previous, version.lo) < kLeastExpected)
    return (at - *version.previous) / (version.lo - *version.previous);
  return survives(changes.expected(at, version.lo), changes.expected(*version.previous, at));
}

}  // namespace asof::navigate
