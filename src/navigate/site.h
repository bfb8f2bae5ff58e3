// SiteKnowledge: what the captures and links of one site's pages tell about how they change.
//
// Learned in this order: each page's own rhythm, by hour of day, and its own lively days; how busy
// the site was, hour by hour (activity.h); which part of the changes two linked pages make together
// (joint.h); how busy each page's circle was (circle.h). At last captures are hidden, all of it is
// learned again from the others, and links are asked: what all captures say about those answers
// tells how far a stated probability can be believed (calibration.h).
//
// The laboratory and the archive learn by this one function, so what is measured in the one is what
// is shown in the other. Deterministic. Cost: SiteOptions bounds it; most of it are the walks over
// pairs. Proven by SiteTest, and on real histories by docs/navigation.md.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "navigate/calibration.h"
#include "navigate/circle.h"
#include "navigate/joint.h"
#include "navigate/policy.h"

namespace asof::navigate {

struct SiteOptions {
  Time from = 0;   // no capture lies before it
  Time until = 0;  // or at or after it; what is learned is asked for within this time only
  // Slots of activity, at most: an hour each, or more where the time is long.
  std::size_t most_slots = 4096;
  // Slots walked through to learn what pairs do together, at most: pairs times slots.
  double most_steps = 5e5;
  std::size_t questions = 1500;  // asked each time captures are hidden
  double hidden = 0.2;           // share of the captures
  int hidings = 3;               // each hides others; 0: nothing is known about what is stated
  std::uint64_t seed = 1;
  std::stop_token stop;  // once asked for, what is learned so far is all, and is to be thrown away
};

class SiteKnowledge final {
 public:
  SiteKnowledge() = default;  // knows no page
  // The patterns of `pages` are learned, whatever they are. Links are between them.
  static SiteKnowledge learn(std::vector<Page> pages, std::span<const PageLink> links,
                             const SiteOptions& options);

  std::span<const Page> pages() const { return pages_; }
  const JointShare& joint() const { return joint_; }  // over all pairs
  // A pair's own. O(captures and slots of both).
  JointShare joint_of(std::uint32_t source, std::uint32_t page) const;
  // How far a probability is to be believed, by how many of two pages carry Last-Modified: what is
  // known differs, and so does what can be wrong.
  const Correction& correction(std::size_t tellers) const { return corrections_[tellers]; }
  Time from() const { return options_.from; }
  Time until() const { return options_.until; }

 private:
  struct Hidden;

  void learn_patterns();
  void learn_joint(std::span<const PageLink> pairs);
  void learn_circles(std::span<const PageLink> links);
  void hide(std::span<const PageLink> links, std::span<const PageLink> pairs, Hidden& hidden) const;
  Duration slot() const;

  SiteOptions options_;
  std::vector<Page> pages_;
  // Before the circles: a circle is few pages, and changes that two of them made together would be
  // taken for its lively hours.
  std::vector<pattern::Pattern> apart_;
  JointShare joint_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, JointShare> pairs_;  // those learned from
  std::array<Correction, 3> corrections_;
};

// What a page's captures alone tell, by hour of the day: what is learned first. `watched` is the
// time that something is known about, > 0.
pattern::Pattern own_pattern(const Page& page, Duration watched);

// Whether the captures of a page carry Last-Modified.
bool tells(const Page& page);

}  // namespace asof::navigate
