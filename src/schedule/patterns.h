// PatternSource: what is believed now of when pages change. Strategies ask it whenever they rank
// pages; the harness that tells a strategy what a visit brought tells the source first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/axis.h"
#include "pattern/groups.h"
#include "pattern/pattern.h"

namespace asof::schedule {

inline constexpr std::uint32_t kNoPattern = ~std::uint32_t{0};

class PatternSource {
 public:
  virtual ~PatternSource() = default;
  // Of the page with this key (Page::pattern); null where nothing is known. Valid until the source
  // is told something.
  virtual const pattern::Pattern* pattern(std::uint32_t key) const = 0;
  // Another number whenever some pattern changed, so that what follows from patterns can be kept.
  virtual std::uint64_t revision() const = 0;
};

// Patterns that were known before and stay as they are; the key is the place. They outlive it.
class FixedPatterns final : public PatternSource {
 public:
  explicit FixedPatterns(std::span<const pattern::Pattern> patterns) : patterns_(patterns) {}

  const pattern::Pattern* pattern(std::uint32_t key) const override {
    return key < patterns_.size() ? &patterns_[key] : nullptr;
  }
  std::uint64_t revision() const override { return 0; }

 private:
  std::span<const pattern::Pattern> patterns_;
};

// Patterns learned from visits: every visit extends a page's log; the page's pattern is worked out
// again when its changes have grown by a tenth, and all of them every week, when pages are grouped
// anew; in the first weeks whenever the time looked at has doubled. A visit costs O(1) amortised.
// Times are seconds.
class LearnedPatterns final : public PatternSource {
 public:
  explicit LearnedPatterns(pattern::LearnPageOptions options = {});

  // A page becomes known; its key. `log` is what was seen of it before.
  std::uint32_t add(pattern::PageTraits traits, pattern::VisitLog log = {});
  std::size_t size() const { return pages_.size(); }
  // A visit that says something about the page.
  void visited(std::uint32_t key, Time at, bool changed, double importance,
               std::optional<Time> modified = std::nullopt);
  // Groups pages and works out all patterns, for the week from `now` on.
  void relearn(Time now);

  const pattern::Pattern* pattern(std::uint32_t key) const override;
  std::uint64_t revision() const override { return revision_; }
  // All that is known of a page.
  pattern::PagePattern page(std::uint32_t key) const;

 private:
  struct Known {
    pattern::PageTraits traits;
    pattern::VisitLog log;
    pattern::Pattern week;            // without rates before it was worked out
    std::uint64_t learned_after = 0;  // changes
  };
  void learn(Known& page, Time now);

  pattern::LearnPageOptions options_;
  pattern::PatternGroups groups_;
  std::vector<Known> pages_;
  std::uint64_t revision_ = 0;
  Time relearned_ = -kNever;
  Time began_ = kNever;  // the first visit
};

}  // namespace asof::schedule
