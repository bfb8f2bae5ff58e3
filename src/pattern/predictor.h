// RatePredictor: how often a page changes that was seen once or never, from pages like it.
//
// Pages form a tree of groups (traits.h). Within a group rates follow a gamma distribution; a
// group's mean leans on its parent's as far as its own pages are few or unlike each other. How far,
// per trait, is learned by leaving each page out and predicting it from the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pattern/belief.h"
#include "pattern/credibility.h"
#include "pattern/rate.h"
#include "pattern/traits.h"

namespace asof::pattern {

class RatePredictor final {
 public:
  // `start` is what is believed before any page was seen; here, times in seconds, a change in two
  // months.
  explicit RatePredictor(const Gamma& start = {0.5, 30.0 * 86400});

  // Adds a page and its visits, to be used by the next fit(). A page without visits is ignored.
  void learn(const PageTraits& page, std::span<const Observation> seen);
  // Fits the groups to all pages learned so far.
  void fit();

  // Expected changes per time of a page that was not learned.
  double predict(const PageTraits& page) const { return belief(page).mean(); }
  // The same as a distribution, with the page's own visits, if any, taken in.
  Gamma belief(const PageTraits& page, std::span<const Observation> seen = {}) const;
  // Of a page that was learned with these visits: what the others say, then its own visits. They
  // count once, where belief() would count them twice.
  Gamma belief_of_learned(const PageTraits& page, std::span<const Observation> seen) const;
  // The first half of that: what the others say.
  Gamma belief_without(const PageTraits& page, std::span<const Observation> seen) const;

  // How strongly groups of each trait lean on their parent: the parent's worth in changes.
  const std::array<double, kTraits>& leaning() const { return tree_.leaning; }
  std::size_t groups() const { return tree_.groups.size(); }

 private:
  std::uint32_t group_of(const PageTraits& page) const;

  CredibilityTree tree_;
  std::unordered_map<std::string, std::uint32_t> by_name_;
};

}  // namespace asof::pattern
