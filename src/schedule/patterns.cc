#include "schedule/patterns.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace asof::schedule {
namespace {

constexpr Duration kDay = 86400;
constexpr Duration kWeek = 7 * kDay;

}  // namespace

LearnedPatterns::LearnedPatterns(pattern::LearnPageOptions options)
    : options_(std::move(options)), groups_(options_) {
  options_.bounds = false;  // strategies use values
}

std::uint32_t LearnedPatterns::add(pattern::PageTraits traits, pattern::VisitLog log) {
  pages_.push_back({.traits = std::move(traits), .log = std::move(log)});
  return static_cast<std::uint32_t>(pages_.size() - 1);
}

void LearnedPatterns::visited(std::uint32_t key, Time at, bool changed, double importance,
                              std::optional<Time> modified) {
  CHECK(key < pages_.size());
  Known& page = pages_[key];
  page.log.visit(at, changed, importance, modified);
  if (began_ == kNever) began_ = at;
  if (at >= relearned_ + std::clamp(at - began_, kDay, kWeek)) {
    relearn(at);
  } else if (page.log.changes() * 10 >= page.learned_after * 11 + 10) {
    learn(page, at);
    ++revision_;
  }
}

void LearnedPatterns::relearn(Time now) {
  relearned_ = now;
  groups_ = pattern::PatternGroups(options_);
  for (const Known& page : pages_) groups_.learn(page.traits, page.log);
  groups_.fit();
  for (Known& page : pages_) learn(page, now);
  ++revision_;
}

void LearnedPatterns::learn(Known& page, Time now) {
  page.week = groups_.page(page.traits, page.log).week_from(now);
  page.learned_after = page.log.changes();
}

const pattern::Pattern* LearnedPatterns::pattern(std::uint32_t key) const {
  if (key >= pages_.size() || pages_[key].week.rates.empty()) return nullptr;
  return &pages_[key].week;
}

pattern::PagePattern LearnedPatterns::page(std::uint32_t key) const {
  CHECK(key < pages_.size());
  return groups_.page(pages_[key].traits, pages_[key].log);
}

}  // namespace asof::schedule
