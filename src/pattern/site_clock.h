// SiteClock: how often the pages of a crawl change, from that crawl alone: what its visits saw, and
// the dates the server gave.
//
// Page i changes as a Poisson process of rate m_i on a clock that all pages share: the clock runs
// fast while the site is busy and stands still while it rests, so that pages that change together
// are no proof of high rates. What is believed of a page's rate is a distribution over a table of
// rates; where it starts from is learned from all pages of the crawl (empirical Bayes).
//
// Where changes are dated, the clock runs at their dates: a publication that changes a hundred
// pages is one leap of it. A page that was looked at just before the leap is still to change, one
// that was looked at just after it is not, and no page changes twice in it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/axis.h"
#include "base/random.h"
#include "pattern/moments.h"

namespace asof::pattern {

// One visit to a page.
struct Look {
  Time at = 0;
  bool changed = false;          // since the look before; false for the first
  std::optional<Time> modified;  // the last change, where that is told and can be believed
};

struct LookedAt {
  double expected = 0;      // changes per second, as believed before the crawl; > 0
  std::vector<Look> looks;  // ascending, at different times; at least one
};

struct ClockOptions {
  // Changes of one page that follow each other sooner than this tell nothing about its rate over
  // hours: people correct what they have just published.
  Duration burst = 1800;
  // Variance of how far the site as a whole is from what was seen of it, as a share of that, beside
  // the one that comes from how few instants of change were seen.
  double doubt = 0.06;
  // The same without dates: a page that changed once and one that changed a hundred times look
  // alike. With 1 a number is as uncertain as can be where only the mean is known.
  double undated_doubt = 1;
};

// Blur (quality/blur.h) of all pages over the observation, given what was seen.
struct BlurEstimate {
  double expected = 0;
  double least = 0, most = 0;  // nine times in ten it lies between
};

// The expected number of changes where one was seen at least and `mean` were expected.
double at_least_one(double mean);

// Stands for a clock that always runs at one speed.
inline constexpr double kAlwaysSteady = 1e9;

class SiteClock final {
 public:
  // Observation: from the first look to the last. O(pages), some 30 microseconds each.
  SiteClock(std::vector<LookedAt> pages, Time from, Time until, const ClockOptions& options = {});

  // Changes per second while the crawl ran.
  double rate(std::size_t page) const;
  // That the page did not change from `from` to `to`, about which no look says anything.
  double calm(std::size_t page, Time from, Time to) const;
  // That a page which was the same at both times had changed and changed back in between, where
  // `share` of the changes bring earlier content back.
  double undone(std::size_t page, Time from, Time to, double share) const;
  BlurEstimate blur() const;

  std::size_t changes() const { return changes_; }  // seen
  // How alike the busy hours are: small where all pages change at once, infinite where each goes
  // its own way.
  double steadiness() const { return steadiness_; }

 private:
  static constexpr std::size_t kRates = 29;
  using Table = std::array<double, kRates>;
  // Blur to be expected of one bin while the clock runs at its usual speed, and its variance.
  struct Open {
    std::vector<double> mean, variance;
  };

  // What blur comes from: changes seen, those hidden behind them, and times nobody looked at.
  struct BlurParts {
    Open edges, hidden;
    double known = 0, known_variance = 0;
    double behind = 0, behind_variance = 0;
  };

  void fit();
  Table evidence(const LookedAt& page) const;
  Table weights(const LookedAt& page) const;
  void test(const LookedAt& page, double rate);
  void settle_clock();
  void gather_moments();
  double clock(Time at) const;
  // The share of the clock's run through the bin that lies in the range, which lies in the bin.
  double share(std::size_t bin, Time from, Time to) const;
  double elapsed(Time from, Time to) const { return clock(to) - clock(from); }
  std::size_t bin_of(Time at) const;
  std::size_t bin_until(Time at) const;
  Time start_of(std::size_t bin) const;
  void expose(Time from, Time to, double rate);
  void spread(Time from, Time to, double changes);
  void add_open(double rate, Time from, Time to, Time middle, Open& open) const;
  double drawn_blur(const BlurParts& parts, double doubt, Rng& rng) const;
  double instants(std::size_t bin) const;  // at which the clock runs through the bin
  double once(std::size_t bin, double rate, Time from, Time to) const;
  double doubt() const;
  BlurParts blur_parts() const;

  // What a publication takes: changes so near each other are of one instant.
  static constexpr Duration kPublication = 60;
  static constexpr std::size_t kBins = 24;   // of the observation
  static constexpr std::size_t kBack = 240;  // as wide, before it: dates reach back

  std::vector<LookedAt> pages_;  // times since from_
  const Time from_;
  Duration length_ = 0;
  Duration width_ = 1;  // of a bin
  const ClockOptions options_;
  Table prior_{};                                 // of the table's rates, over all pages
  std::vector<double> found_;                     // changes found in each bin,
  std::vector<double> due_;                       // and those expected of the pages tested in it
  std::vector<double> whole_found_, whole_due_;   // differences, for bins inside a range
  std::vector<double> speed_, reached_;           // of the clock in each bin, and at its start
  Moments moments_;                               // of changes that are dated
  std::vector<double> moments_in_, instants_in_;  // each bin
  std::vector<double> leaping_;                   // share of each bin's run at moments
  std::vector<double> tested_, whole_tested_;     // pages whose changes in each bin would be found
  std::vector<double> fuller_;  // how much faster the clock runs, as a page changes once in a leap
  double steadiness_;
  std::vector<double> rates_;
  std::size_t changes_ = 0;
  double events_ =
      0;  // instants at which changes were seen (moments.h); undated ones each for itself
  std::size_t telling_ = 0;  // first looks, and those that found a change,
  std::size_t dated_ = 0;    // of them with a date
};

}  // namespace asof::pattern
