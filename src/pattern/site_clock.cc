// Rates from one crawl by empirical Bayes, on a clock shared by the site.
//
// Sources: Robbins 1956 (a prior learned from all pages by EM); Cho and Garcia-Molina 2003 (visits
// and dates as evidence); gamma-Poisson speeds of the clock, their shape by marginal likelihood.
// Idea: a look that finds a page unchanged multiplies the belief in rate r by exp(-r t), t on the
// clock; one that finds it changed by 1 - exp(-r t); a date u says: quiet since u, a change in the
// burst before u. In a bin with `found` changes where `due` were expected the clock runs at
// (k + found) / (k + due), k the steadiness. Guarantee: without looks the prior given; the same
// input gives the same result. Cost: 8 rounds of EM, each O(pages); at most 20,000 pages are
// learned from. Proof: SiteClock.* (site_clock_test.cc), and bench/certainty.cc on real histories.
#include "pattern/site_clock.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace asof::pattern {
namespace {

constexpr int kRounds = 8;
constexpr int kSlowest = -10;  // powers of two around the rate expected
constexpr std::size_t kLearned = 20'000;
constexpr std::array kSteadiness = {0.003, 0.01, 0.03, 0.1,  0.3,
                                    1.0,   3.0,  10.0, 30.0, kAlwaysSteady};

constexpr auto kMultiples = [] {
  std::array<double, 29> multiples{};
  for (std::size_t k = 0; k < multiples.size(); ++k)
    multiples[k] = static_cast<double>(std::uint64_t{1} << k) / (1 << -kSlowest);
  return multiples;
}();

double multiple(std::size_t k) { return kMultiples[k]; }

// Shares of the rates, falling slowly to both sides of one.
std::array<double, kMultiples.size()> spread_around(int middle) {
  std::array<double, kMultiples.size()> shares{};
  double sum = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    const double times = std::ldexp(1.0, static_cast<int>(k) - middle);
    sum += shares[k] = std::sqrt(times) / ((1 + times) * (1 + times));
  }
  for (double& share : shares) share /= sum;
  return shares;
}

// The logarithm of the chance of `found` changes where the mean is `due`, over all speeds.
double log_chance(double found, double due, double steadiness) {
  if (steadiness >= kAlwaysSteady) return (found > 0 ? found * std::log(due) : 0) - due;
  if (!(found > 0)) return -steadiness * std::log1p(due / steadiness);
  return std::lgamma(steadiness + found) - std::lgamma(steadiness) +
         steadiness * std::log(steadiness / (steadiness + due)) +
         found * std::log(due / (steadiness + due));
}

}  // namespace

double at_least_one(double mean) { return mean < 1e-9 ? 1 : mean / -std::expm1(-mean); }

SiteClock::SiteClock(std::vector<LookedAt> pages, Time from, Time until,
                     const ClockOptions& options)
    : pages_(std::move(pages)),
      from_(from),
      length_(std::max(until - from, 1e-3)),
      width_(length_ / kBins),
      options_(options),
      steadiness_(kAlwaysSteady) {
  // Times since `from`: small numbers keep their digits.
  for (LookedAt& page : pages_) {
    CHECK(page.expected > 0 && !page.looks.empty());
    for (Look& look : page.looks) {
      look.at -= from;
      if (look.modified) *look.modified -= from;
      changes_ += look.changed ? 1 : 0;
      const bool tells = look.changed || &look == page.looks.data();
      telling_ += tells ? 1 : 0;
      dated_ += tells && look.modified ? 1 : 0;
    }
  }
  gather_moments();
  fit();
}

void SiteClock::gather_moments() {
  std::vector<Time> times;
  for (const LookedAt& page : pages_)
    for (const Look& look : page.looks)
      if ((look.changed || &look == page.looks.data()) && look.modified &&
          *look.modified >= start_of(0))
        times.push_back(*look.modified);
  moments_ = Moments(std::move(times));
  for (std::size_t bin = 0; bin < kBack + kBins; ++bin) {
    moments_in_.push_back(moments_.count(start_of(bin), start_of(bin + 1)));
    instants_in_.push_back(moments_.instants(start_of(bin), start_of(bin + 1), kPublication));
  }
  leaping_.assign(kBack + kBins, 0);
  fuller_.assign(kBack + kBins, 1);
  events_ = moments_.instants(0, length_, kPublication);
  for (const LookedAt& page : pages_)
    for (const Look& look : page.looks) events_ += look.changed && !look.modified ? 1 : 0;
}

// Those between moments count for many.
double SiteClock::instants(std::size_t bin) const {
  return std::max(1.0, instants_in_[bin]) / std::max(leaping_[bin] * leaping_[bin], 1e-9);
}

double SiteClock::share(std::size_t bin, Time from, Time to) const {
  if (!(to > from)) return 0;
  const double even = (to - from) / width_;
  if (!(leaping_[bin] > 0)) return even;
  return (1 - leaping_[bin]) * even + leaping_[bin] * moments_.count(from, to) / moments_in_[bin];
}

Time SiteClock::start_of(std::size_t bin) const {
  return (static_cast<double>(bin) - static_cast<double>(kBack)) * width_;
}

std::size_t SiteClock::bin_of(Time at) const {
  const double bin = std::floor(at / width_) + static_cast<double>(kBack);
  return static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(kBack + kBins - 1)));
}

// A moment belongs to the bin that it ends, as a change at the instant of a look is in that look.
std::size_t SiteClock::bin_until(Time at) const {
  const auto bin = bin_of(at);
  return bin > 0 && at <= start_of(bin) ? bin - 1 : bin;
}

// Before all bins it runs at its usual speed; after them as in the last.
double SiteClock::clock(Time at) const {
  if (at < start_of(0)) return at - start_of(0);
  const auto bin = bin_of(at);
  if (at > length_) return reached_[bin] + (at - start_of(bin)) * speed_[bin];
  return reached_[bin] + share(bin, start_of(bin), at) * width_ * speed_[bin];
}

// The logarithm of the chance of what was seen, for each rate.
SiteClock::Table SiteClock::evidence(const LookedAt& page) const {
  Table log_weight{};
  const auto quiet = [&](Time from, Time to) {
    const double passed = elapsed(from, to);
    for (std::size_t k = 0; k < kRates; ++k) log_weight[k] -= page.expected * multiple(k) * passed;
  };
  const auto changed = [&](Time from, Time to) {
    const double passed = std::max(elapsed(from, to), 1e-3);
    for (std::size_t k = 0; k < kRates; ++k)
      log_weight[k] += std::log(-std::expm1(-page.expected * multiple(k) * passed));
  };
  const Look* before = nullptr;
  for (const Look& look : page.looks) {
    const bool tells = before == nullptr || look.changed;
    if (tells && look.modified) {
      const Time burst = *look.modified - options_.burst;
      quiet(*look.modified, look.at);
      changed(before == nullptr ? burst : std::max(before->at, burst), *look.modified);
    } else if (before != nullptr) {
      look.changed ? changed(before->at, look.at) : quiet(before->at, look.at);
    }
    before = &look;
  }
  return log_weight;
}

SiteClock::Table SiteClock::weights(const LookedAt& page) const {
  Table log_weight = evidence(page);
  for (std::size_t k = 0; k < kRates; ++k) log_weight[k] += std::log(prior_[k] + 1e-300);
  const double most = *std::max_element(log_weight.begin(), log_weight.end());
  double sum = 0;
  for (double& weight : log_weight) sum += weight = std::exp(weight - most);
  for (double& weight : log_weight) weight /= sum;
  return log_weight;
}

// So many changes were due in each bin of the range.
void SiteClock::expose(Time from, Time to, double rate) {
  from = std::max(from, start_of(0));
  if (!(to > from)) return;
  const auto first = bin_of(from);
  const auto last = bin_of(to);
  if (first == last) {
    const double part = share(first, from, to);
    due_[first] += rate * width_ * part;
    tested_[first] += part;
    return;
  }
  const double head = share(first, from, start_of(first + 1));
  const double tail = share(last, start_of(last), to);
  due_[first] += rate * width_ * head;
  due_[last] += rate * width_ * tail;
  whole_due_[first + 1] += rate;
  whole_due_[last] -= rate;
  tested_[first] += head;
  tested_[last] += tail;
  whole_tested_[first + 1] += 1;
  whole_tested_[last] -= 1;
}

// So many changes were found somewhere in the range.
void SiteClock::spread(Time from, Time to, double changes) {
  const double passed = elapsed(from, to);
  if (!(passed > 0)) return;
  const double density = changes / passed;
  const auto first = bin_of(from);
  const auto last = bin_of(to);
  if (first == last) {
    found_[first] += changes;
    return;
  }
  found_[first] += density * speed_[first] * width_ * share(first, from, start_of(first + 1));
  found_[last] += density * speed_[last] * width_ * share(last, start_of(last), to);
  whole_found_[first + 1] += density;
  whole_found_[last] -= density;
}

void SiteClock::test(const LookedAt& page, double rate) {
  const Look* before = nullptr;
  for (const Look& look : page.looks) {
    const Time since = before == nullptr ? start_of(0) : before->at;
    const bool tells = before == nullptr || look.changed;
    if (tells && look.modified) {
      if (*look.modified >= start_of(0)) {
        const auto bin = bin_until(*look.modified);
        found_[bin] += 1;
        expose(std::max(since, start_of(bin)), look.at, rate);
      } else {
        expose(since, look.at, rate);
      }
    } else if (before != nullptr) {
      if (look.changed) spread(since, look.at, at_least_one(rate * elapsed(since, look.at)));
      expose(since, look.at, rate);
    }
    before = &look;
  }
}

void SiteClock::settle_clock() {
  const auto bins = kBack + kBins;
  double due = 0;
  double found = 0;
  double tested = 0;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    tested_[bin] += tested += whole_tested_[bin];
    due_[bin] += (due += whole_due_[bin]) * width_;
    found_[bin] += (found += whole_found_[bin]) * speed_[bin] * width_;
    // Sums of differences that cancel leave dust.
    due_[bin] = std::max(due_[bin], 0.0);
    found_[bin] = std::max(found_[bin], 0.0);
  }
  double best = -1e300;
  for (const double candidate : kSteadiness) {
    double score = 0;
    for (std::size_t bin = 0; bin < bins; ++bin)
      if (due_[bin] > 1e-9) score += log_chance(found_[bin], due_[bin], candidate);
    if (score > best) {
      best = score;
      steadiness_ = candidate;
    }
  }
  double reached = 0;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    if (moments_in_[bin] > 0) {
      leaping_[bin] = std::min(1.0, moments_in_[bin] / (steadiness_ + found_[bin]));
      // Of the pages tested so many changed in each of its instants.
      const double part = std::min(found_[bin], tested_[bin]) / (tested_[bin] + 1) / instants(bin);
      fuller_[bin] = part > 1e-6 ? -std::log1p(-part) / part : 1;
    }
    speed_[bin] = fuller_[bin] * (steadiness_ + found_[bin]) / (steadiness_ + due_[bin]);
    reached_[bin] = reached;
    reached += speed_[bin] * width_;
  }
}

void SiteClock::fit() {
  const auto bins = kBack + kBins;
  speed_.assign(bins, 1);
  reached_.resize(bins);
  for (std::size_t bin = 0; bin < bins; ++bin) reached_[bin] = static_cast<double>(bin) * width_;
  const std::size_t step = 1 + pages_.size() / kLearned;
  // Where all changes that were seen fit many distributions of rates alike, the narrowest is meant:
  // the rounds begin around the one rate that fits all pages best.
  Table fit;
  for (std::size_t k = 0; k < kRates; ++k) fit[k] = -std::log(multiple(k) + 1 / multiple(k));
  for (std::size_t i = 0; i < pages_.size(); i += step) {
    const Table seen = evidence(pages_[i]);
    for (std::size_t k = 0; k < kRates; ++k) fit[k] += seen[k];
  }
  prior_ = spread_around(static_cast<int>(std::max_element(fit.begin(), fit.end()) - fit.begin()));
  const Table start = prior_;
  for (int round = 0; round < kRounds; ++round) {
    for (auto* counts : {&found_, &due_, &tested_, &whole_found_, &whole_due_, &whole_tested_})
      counts->assign(bins, 0);
    Table together = start;
    double learned = 1;
    for (std::size_t i = 0; i < pages_.size(); i += step) {
      const Table weight = weights(pages_[i]);
      double rate = 0;
      for (std::size_t k = 0; k < kRates; ++k) {
        together[k] += weight[k];
        rate += weight[k] * pages_[i].expected * multiple(k);
      }
      test(pages_[i], rate);
      learned += 1;
    }
    for (std::size_t k = 0; k < kRates; ++k) prior_[k] = together[k] / learned;
    // The rates come first: a clock fitted to the prior would take every change for a busy hour.
    if (round >= 2) settle_clock();
  }
  rates_.reserve(pages_.size());
  for (const LookedAt& page : pages_) {
    const Table weight = weights(page);
    double rate = 0;
    for (std::size_t k = 0; k < kRates; ++k) rate += weight[k] * page.expected * multiple(k);
    rates_.push_back(rate);
  }
}

double SiteClock::rate(std::size_t page) const {
  return rates_[page] * elapsed(0, length_) / length_;
}

// In each bin over all speeds the clock may have had.
double SiteClock::calm(std::size_t page, Time from, Time to) const {
  from -= from_;
  to -= from_;
  const Table weight = weights(pages_[page]);
  Table expected{};
  const double base = pages_[page].expected;
  if (steadiness_ >= kAlwaysSteady) {
    for (std::size_t k = 0; k < kRates; ++k)
      expected[k] = base * multiple(k) * std::max(0.0, elapsed(from, to));
  } else {
    for (Time at = from; at < to;) {
      const auto bin = bin_of(at);
      const bool before = at < start_of(0);
      const bool last = bin + 1 == kBack + kBins;
      const Time end = before ? std::min(to, start_of(0))
                       : last ? to
                              : std::min(to, start_of(bin + 1));
      // Rounding may leave nothing of a bin.
      const Duration within = std::max(end - at, width_ * 1e-9);
      const Duration run = before || end > length_ ? within : width_ * share(bin, at, end);
      for (std::size_t k = 0; k < kRates; ++k) {
        const double mean = base * multiple(k) * run;
        expected[k] += before ? mean
                              : fuller_[bin] * (steadiness_ + found_[bin]) *
                                    std::log1p(mean / (steadiness_ + due_[bin]));
      }
      at += within;
    }
  }
  double sum = 0;
  for (std::size_t k = 0; k < kRates; ++k) sum += weight[k] * std::exp(-expected[k]);
  return sum;
}

double SiteClock::undone(std::size_t page, Time from, Time to, double share) const {
  const Table weight = weights(pages_[page]);
  const double passed = std::max(0.0, elapsed(from - from_, to - from_));
  double sum = 0;
  for (std::size_t k = 0; k < kRates; ++k) {
    const double mean = pages_[page].expected * multiple(k) * passed;
    // Two changes, the second of which undoes the first, beside no change.
    const double odds = share * mean * mean / 2;
    sum += weight[k] * odds / (1 + odds);
  }
  return sum;
}

}  // namespace asof::pattern
