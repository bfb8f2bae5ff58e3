// Gamma-Poisson speeds of the clock by the hour; their shape by marginal likelihood.
// host_clocks_test.cc: hour by hour, and a clock that is known.
#include "schedule/host_clocks.h"

#include <algorithm>
#include <cmath>

namespace asof::schedule {
namespace {

constexpr double kSteady = 1e9;  // stands for infinity
constexpr std::array kSteadiness = {0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, kSteady};
// How many changes it takes before data speak: of a rhythm's hour, of a page's, of a level.
constexpr double kRhythm = 20;
constexpr double kShape = 2;
constexpr double kLevel = 5;

// The logarithm of the chance of `found` changes where `due` were expected, over all speeds.
double log_chance(double found, double due, double steadiness) {
  if (steadiness >= kSteady) return (found > 0 ? found * std::log(due) : 0) - due;
  if (!(found > 0)) return -steadiness * std::log1p(due / steadiness);
  return std::lgamma(steadiness + found) - std::lgamma(steadiness) +
         steadiness * std::log(steadiness / (steadiness + due)) +
         found * std::log(due / (steadiness + due));
}

// Calls visit(hour, part of it) for every hour in between.
template <class Visit>
void each_hour(Time from, Time to, Visit visit) {
  if (!(to > from)) return;
  for (std::int64_t hour = HostClocks::hour_of(from);; ++hour) {
    const double begin = std::max(from, static_cast<double>(hour) * HostClocks::kHour);
    const double end = std::min(to, static_cast<double>(hour + 1) * HostClocks::kHour);
    if (begin >= to) return;
    if (end > begin) visit(hour, (end - begin) / HostClocks::kHour);
  }
}

}  // namespace

std::int64_t HostClocks::hour_of(Time at) {
  return static_cast<std::int64_t>(std::floor(at / kHour));
}

// Day 0 was a Thursday.
std::size_t HostClocks::bin_of(std::int64_t hour) {
  const auto of_day = static_cast<std::size_t>((hour % 24 + 24) % 24);
  const std::int64_t day = (hour - static_cast<std::int64_t>(of_day)) / 24;
  const std::int64_t weekday = ((day + 3) % 7 + 7) % 7;  // Monday is 0
  return of_day + (weekday >= 5 ? 24 : 0);
}

HostClocks::Bins HostClocks::Shape::factors() const {
  double all_found = kShape, all_due = kShape;
  for (const float each : found) all_found += each;
  for (const float each : due) all_due += each;
  const double level = all_found / all_due;
  Bins factors;
  for (std::size_t b = 0; b < kBins; ++b)
    factors[b] = (found[b] / level + kShape) / (due[b] + kShape);
  return factors;
}

void HostClocks::add(std::uint32_t host) {
  while (hosts_.size() <= host) {
    hosts_.emplace_back();
    hosts_.back().rhythm.fill(1);
  }
}

double HostClocks::speed_in(const Host& host, std::int64_t hour) const {
  const double usual = host.rhythm[bin_of(hour)];
  const std::int64_t place = hour - first_;
  if (steadiness_ >= kSteady || place < 0 || place >= static_cast<std::int64_t>(host.due.size()))
    return usual;
  const auto i = static_cast<std::size_t>(place);
  return (steadiness_ + host.found[i]) / (steadiness_ / usual + host.due[i]);
}

std::size_t HostClocks::at(Host& host, std::int64_t hour) {
  const auto place = static_cast<std::size_t>(std::max<std::int64_t>(0, hour - first_));
  if (place >= host.due.size()) {
    host.due.resize(place + 1, 0);
    host.found.resize(place + 1, 0);
  }
  return place;
}

double HostClocks::passed(std::uint32_t id, const Bins* factors, Time from, Time to) const {
  const Host& host = hosts_[id];
  double sum = 0;
  each_hour(from, to, [&](std::int64_t hour, double part) {
    sum += part * speed_in(host, hour) * (factors != nullptr ? (*factors)[bin_of(hour)] : 1);
  });
  return sum;
}

void HostClocks::looked(std::uint32_t id, const Bins* factors, double rate, Time from, Time to,
                        std::array<float, kBins>* due) {
  Host& host = hosts_[id];
  each_hour(from, to, [&](std::int64_t hour, double part) {
    const std::size_t bin = bin_of(hour);
    if (due != nullptr) (*due)[bin] += static_cast<float>(rate * part * speed_in(host, hour));
    host.due[at(host, hour)] += rate * part * (factors != nullptr ? (*factors)[bin] : 1);
  });
}

void HostClocks::found(std::uint32_t id, Time when, double changes,
                       std::array<float, kBins>* found) {
  Host& host = hosts_[id];
  const std::int64_t hour = hour_of(when);
  host.found[at(host, hour)] += changes;
  if (found != nullptr) (*found)[bin_of(hour)] += static_cast<float>(changes);
}

void HostClocks::found(std::uint32_t id, const Bins* factors, Time from, Time to, double changes,
                       std::array<float, kBins>* found) {
  Host& host = hosts_[id];
  const double all = passed(id, factors, from, to);
  if (!(all > 0)) return;
  // Shares first: what is found in an hour changes the speed of that hour.
  std::vector<std::pair<std::int64_t, double>> shares;
  each_hour(from, to, [&](std::int64_t hour, double part) {
    const double factor = factors != nullptr ? (*factors)[bin_of(hour)] : 1;
    shares.emplace_back(hour, changes * part * speed_in(host, hour) * factor / all);
  });
  for (const auto& [hour, share] : shares) {
    host.found[at(host, hour)] += share;
    if (found != nullptr) (*found)[bin_of(hour)] += static_cast<float>(share);
  }
}

void HostClocks::learn() {
  learn_rhythms();
  learn_steadiness();
}

void HostClocks::learn_rhythms() {
  struct Sums {
    Bins found{}, due{};
    double all_found = 0, all_due = 0;
    double level() const { return (all_found + kLevel) / (all_due + kLevel); }
  };
  Sums all;
  std::vector<Sums> each(hosts_.size());
  for (std::size_t g = 0; g < hosts_.size(); ++g)
    for (std::size_t i = 0; i < hosts_[g].due.size(); ++i) {
      const std::size_t bin = bin_of(first_ + static_cast<std::int64_t>(i));
      for (Sums* sums : {&all, &each[g]}) {
        sums->found[bin] += hosts_[g].found[i];
        sums->due[bin] += hosts_[g].due[i];
        sums->all_found += hosts_[g].found[i];
        sums->all_due += hosts_[g].due[i];
      }
    }
  for (std::size_t g = 0; g < hosts_.size(); ++g) {
    Bins& rhythm = hosts_[g].rhythm;
    double week = 0;
    for (std::size_t b = 0; b < kBins; ++b) {
      const double shared = (all.found[b] / all.level() + kRhythm) / (all.due[b] + kRhythm);
      rhythm[b] = shared * (each[g].found[b] / each[g].level() + kRhythm) /
                  (each[g].due[b] * shared + kRhythm);
      week += rhythm[b] * (b < 24 ? 5 : 2);
    }
    for (double& speed : rhythm) speed *= 168 / week;
  }
}

void HostClocks::learn_steadiness() {
  double best = -kNever;
  for (const double steadiness : kSteadiness) {
    double sum = 0;
    for (const Host& host : hosts_)
      for (std::size_t i = 0; i < host.due.size(); ++i)
        if (host.due[i] > 0)
          sum += log_chance(
              host.found[i],
              host.due[i] * host.rhythm[bin_of(first_ + static_cast<std::int64_t>(i))], steadiness);
    if (sum <= best) continue;
    best = sum;
    steadiness_ = steadiness;
  }
}

HostClocks::Reading::Reading(const HostClocks& clocks, std::uint32_t host, Time from, Time to)
    : hour_(hour_of(from)) {
  plain_.push_back(0);
  binned_.emplace_back();
  for (std::int64_t hour = hour_; static_cast<double>(hour) * kHour < to; ++hour) {
    const double begin = static_cast<double>(hour) * kHour;
    const double part = (std::min(to, begin + kHour) - begin) / kHour;
    speeds_.push_back(clocks.speed_in(clocks.hosts_[host], hour));
    plain_.push_back(plain_.back() + part * speeds_.back());
    binned_.push_back(binned_.back());
    binned_.back()[bin_of(hour)] += part * speeds_.back();
  }
}

double HostClocks::Reading::plain_at(Time at) const {
  const auto i = static_cast<std::size_t>(hour_of(at) - hour_);
  if (i >= speeds_.size()) return plain_.back();
  return plain_[i] + (at / kHour - std::floor(at / kHour)) * speeds_[i];
}

double HostClocks::Reading::since(Time at, const Bins& factors) const {
  const auto i = static_cast<std::size_t>(hour_of(at) - hour_);
  if (i >= speeds_.size()) return 0;
  double sum = 0;
  for (std::size_t b = 0; b < kBins; ++b) sum += factors[b] * (binned_.back()[b] - binned_[i][b]);
  const double part = at / kHour - std::floor(at / kHour);
  return std::max(0.0, sum - part * speeds_[i] * factors[bin_of(hour_of(at))]);
}

}  // namespace asof::schedule
