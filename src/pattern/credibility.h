// CredibilityTree: groups within groups of pages, and what each group says about a page of its own
// that nobody has watched.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pattern/belief.h"
#include "pattern/rate.h"
#include "pattern/traits.h"

namespace asof::pattern {

// What is kept of a page's visits.
struct WatchedPage {
  std::uint32_t group = 0;  // the narrowest it belongs to
  double visits = 0;
  double changed = 0;  // share of the visits that found a change
  double changes = 0;  // expected number of changes, hidden ones too
  Duration watched = 0;
};
WatchedPage watched_page(std::span<const Observation> seen);

class CredibilityTree final {
 public:
  struct Group {
    std::uint32_t parent = 0;  // before its children; the root is its own
    Trait trait = Trait::All;
    double mean = 0;      // rate of its pages
    double likeness = 1;  // the shape of their gamma: how alike they are
    double worth = 0;     // changes the mean rests on
    double exposure = 0;  // what its pages tell about the mean: an effective exposure,
    double events = 0;    // and the changes in it
    std::uint32_t first = 0, last = 0;  // its pages, as places in the order of the tree
    bool same = false;                  // they are all of its parent's, so it is its parent
  };

  explicit CredibilityTree(const Gamma& start);

  // The trait is narrower than the parent's.
  std::uint32_t add_group(std::uint32_t parent, Trait trait);
  // Finds means, likeness and leaning from `pages`. O(pages x depth of the tree); memory O(pages).
  void fit();
  // Finds the means alone, for the leaning and likeness there are.
  void fit_means();
  // What is believed of a new page of a group.
  Gamma belief(std::uint32_t group) const;
  // The same as if `page`, which belongs to it, had not been watched.
  Gamma belief_without(std::uint32_t group, const WatchedPage& page) const;
  // The mean logarithm of the chance of a visit's outcome: each page that has a group of the trait
  // predicted from the other pages of that group. 0 where there is none.
  double left_out_score(Trait trait) const;

  std::vector<Group> groups;
  std::vector<WatchedPage> pages;
  std::array<double, kTraits> leaning;

 private:
  void arrange();
  void pool(Group& group, bool with_likeness);
  double tells(const Group& parent, const WatchedPage& page) const;
  double fitted_likeness(const Group& group, double parent) const;

  Group above_;                       // stands for the parent of the root
  std::vector<std::uint32_t> order_;  // pages, so that each group's are together
};

}  // namespace asof::pattern
