#include "guide/track.h"

#include <algorithm>

#include "base/axis.h"
#include "pattern/learn.h"

namespace asof::guide {
namespace {

constexpr double kDay = 86400;
constexpr std::size_t kSlots = 24;
// As for histories (studies/navigate_study_history.cc): half a slot of rest is believed of a page
// that changed in every gap.
constexpr double kRest = 0.5;

std::uint64_t digest_of(const catalog::Capture& capture) {
  // A gone page shows nothing, whatever its error page says.
  if (capture.status == 404 || capture.status == 410) return 0;
  std::string text = capture.sha256.empty() ? capture.digest : capture.sha256;
  if (text.empty()) text = capture.location.empty() ? capture.record_id : capture.location;
  const std::int64_t hash = catalog::hash63(text);
  return static_cast<std::uint64_t>(hash) | 1;
}

// A revisit by 304 has no digest of its own: it shows what was there before.
std::vector<navigate::CaptureMark> marks_of(const std::vector<catalog::Capture>& captures) {
  std::vector<navigate::CaptureMark> marks;
  for (const catalog::Capture& capture : captures) {
    const bool says_same = capture.kind == catalog::Kind::Revisit && capture.sha256.empty() &&
                           capture.digest.empty() && !marks.empty();
    marks.push_back({.at = on_axis(capture.at),
                     .digest = says_same ? marks.back().digest : digest_of(capture)});
    if (capture.last_modified) marks.back().last_modified = on_axis(*capture.last_modified);
  }
  return marks;
}

pattern::Pattern changes_of(const std::vector<navigate::CaptureMark>& marks) {
  std::vector<pattern::Sighting> seen;
  for (std::size_t i = 0; i + 1 < marks.size(); ++i)
    if (marks[i].at < marks[i + 1].at)
      seen.push_back({marks[i].at, marks[i + 1].at, marks[i].digest != marks[i + 1].digest});
  pattern::Pattern changes =
      pattern::learned_pattern(seen, {.cycle = kDay, .slots = kSlots, .rest = kRest, .rounds = 30});
  changes.cycle = kDay;
  if (changes.rates.empty()) changes.rates.assign(kSlots, 0);
  // A page that never changed may yet: half a change in all the time it was seen.
  const double watched = seen.empty() ? kDay : std::max(kDay, seen.back().to - seen.front().from);
  for (double& rate : changes.rates) rate += 0.5 * kDay / (watched * static_cast<double>(kSlots));
  return changes;
}

navigate::Page page_of(const std::vector<catalog::Capture>& captures) {
  navigate::Page page{.captures = marks_of(captures)};
  page.changes = changes_of(page.captures);
  return page;
}

bool leads_back(const catalog::Capture& capture) {
  return capture.status >= 300 && capture.status < 400 && capture.location == capture.url;
}

}  // namespace

Track::Track(std::vector<catalog::Capture> captures)
    : captures_(std::move(captures)), page_(page_of(captures_)), runs_(page_) {}

std::vector<catalog::Capture> standing(std::vector<catalog::Capture> captures) {
  const auto stands = [](const catalog::Capture& one) {
    const bool gone = one.status == 404 || one.status == 410;
    return (one.status < 400 || gone) && !leads_back(one);
  };
  if (std::ranges::any_of(captures, stands))
    std::erase_if(captures, [&](const catalog::Capture& one) { return !stands(one); });
  return captures;
}

}  // namespace asof::guide
