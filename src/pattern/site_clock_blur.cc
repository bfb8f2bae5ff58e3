// The blur of a crawl, given what it saw: changes that were dated or lie between two looks, more of
// them hidden behind those, and the time before the first and after the last look at each page.
#include <algorithm>
#include <cmath>

#include "pattern/site_clock.h"

namespace asof::pattern {
namespace {

constexpr std::size_t kDraws = 1000;

}  // namespace

// Each change counts for its distance from `middle`.
void SiteClock::add_open(double rate, Time from, Time to, Time middle, Open& open) const {
  if (from < middle && middle < to) {
    add_open(rate, from, middle, middle, open);
    from = middle;
  }
  const auto distance = [&](Time at) { return (at - middle) * std::abs(at - middle) / 2; };
  const auto square = [&](Time at) { return std::pow(at - middle, 3) / 3; };
  while (from < to) {
    const auto bin = bin_of(from);
    Time end = bin + 1 == kBack + kBins ? to : std::min(to, start_of(bin + 1));
    // Rounding may leave nothing of a bin.
    if (!(end > from)) end = std::min(to, from + width_ * 1e-6);
    double mean = (1 - leaping_[bin]) * (distance(end) - distance(from));
    double variance = (1 - leaping_[bin]) * (square(end) - square(from));
    if (leaping_[bin] > 0) {
      const auto sums = moments_.within(from, end);
      const double each = leaping_[bin] * width_ / moments_in_[bin];
      mean += each * std::abs(sums.sum - middle * sums.count);
      variance +=
          each * std::max(0.0, sums.squares - 2 * middle * sums.sum + middle * middle * sums.count);
    }
    const double held = rate * once(bin, rate, from, end);
    open.mean[bin] += held * mean / length_;
    open.variance[bin] += held * variance / length_ / length_;
    from = end;
  }
}

// Of the changes that a page's rate gives, the share that is left if it changes once in an instant.
double SiteClock::once(std::size_t bin, double rate, Time from, Time to) const {
  if (!(leaping_[bin] > 0)) return 1;
  const double changes = rate * speed_[bin] * width_ * share(bin, from, to);
  return changes > 1e-9 ? -std::expm1(-changes / instants(bin)) * instants(bin) / changes : 1;
}

SiteClock::BlurParts SiteClock::blur_parts() const {
  const std::vector<double> none(kBack + kBins);
  BlurParts parts{.edges = {none, none}, .hidden = {none, none}};
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const std::vector<Look>& looks = pages_[i].looks;
    if (!looks.front().modified) {
      add_open(rates_[i], 0, looks.front().at, 0, parts.edges);
    } else if (*looks.front().modified > 0) {
      parts.known += *looks.front().modified / length_;
      add_open(rates_[i], 0, *looks.front().modified - kPublication, 0, parts.hidden);
    }
    add_open(rates_[i], looks.back().at, length_, length_, parts.edges);
    for (std::size_t l = 1; l < looks.size(); ++l) {
      if (!looks[l].changed) continue;
      const Time before = looks[l - 1].at;
      const Duration gap = looks[l].at - before;
      const Time middle = before + gap / 2;
      if (looks[l].modified) {
        parts.known += std::abs(*looks[l].modified - middle) / length_;
        add_open(rates_[i], before, *looks[l].modified - kPublication, middle, parts.hidden);
        continue;
      }
      // Its distance from the middle is uniform from 0 to half of the gap.
      const double more = at_least_one(rates_[i] * elapsed(before, looks[l].at)) - 1;
      const double share = gap / length_;
      parts.known += share / 4;
      parts.known_variance += share * share / 48;
      parts.behind += more * share / 4;
      parts.behind_variance += more * share * share / 12;
    }
  }
  return parts;
}

// What a crawl knows of a site rests on the instants at which it saw the site change.
double SiteClock::doubt() const {
  const double dated = static_cast<double>(dated_) / static_cast<double>(telling_);
  return 1 / (events_ + 1) + dated * options_.doubt + (1 - dated) * options_.undated_doubt;
}

double SiteClock::drawn_blur(const BlurParts& parts, double doubt, Rng& rng) const {
  const double level = rng.gamma(1 / doubt) * doubt;
  const double deeper = rng.gamma(1 / doubt) * doubt;
  double mean = deeper * parts.behind;
  double variance = deeper * parts.behind_variance;
  for (std::size_t bin = kBack; bin < kBack + kBins; ++bin) {
    double speed = speed_[bin];
    if (parts.edges.mean[bin] + parts.hidden.mean[bin] <= 0) continue;
    if (steadiness_ < kAlwaysSteady)
      speed = fuller_[bin] * rng.gamma(steadiness_ + found_[bin]) / (steadiness_ + due_[bin]);
    mean += speed * (level * parts.edges.mean[bin] + deeper * parts.hidden.mean[bin]);
    variance += speed * (level * parts.edges.variance[bin] + deeper * parts.hidden.variance[bin]);
  }
  double blur = parts.known;
  if (mean > 0 && variance > 0) blur += rng.gamma(mean * mean / variance) * variance / mean;
  if (parts.known_variance > 0) blur += rng.normal() * std::sqrt(parts.known_variance);
  return std::max(blur, 0.0);
}

BlurEstimate SiteClock::blur() const {
  const BlurParts parts = blur_parts();
  BlurEstimate estimate{.expected = parts.known + parts.behind};
  for (std::size_t bin = 0; bin < kBack + kBins; ++bin)
    estimate.expected += speed_[bin] * (parts.edges.mean[bin] + parts.hidden.mean[bin]);
  Rng rng(1);
  const double doubted = doubt();
  std::vector<double> draws(kDraws);
  for (double& draw : draws) draw = drawn_blur(parts, doubted, rng);
  std::sort(draws.begin(), draws.end());
  estimate.least = draws[kDraws / 20];
  estimate.most = draws[kDraws - 1 - kDraws / 20];
  return estimate;
}

}  // namespace asof::pattern
