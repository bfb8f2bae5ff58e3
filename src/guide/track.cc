#include "guide/track.h"

#include <algorithm>
#include <cmath>

#include "base/axis.h"
#include "navigate/site.h"

namespace asof::guide {
namespace {

constexpr double kDay = 86400;

std::uint64_t digest_of(const catalog::Capture& capture) {
  // A gone page shows nothing, whatever its error page says.
  if (is_gone(capture)) return 0;
  std::string text = capture.sha256.empty() ? capture.digest : capture.sha256;
  if (text.empty()) text = capture.location.empty() ? capture.record_id : capture.location;
  const std::int64_t hash = catalog::hash63(text);
  return static_cast<std::uint64_t>(hash) | 1;
}

navigate::Page page_of(const std::vector<catalog::Capture>& captures) {
  navigate::Page page{.captures = marks_of(captures)};
  const Duration watched =
      captures.empty() ? 0 : page.captures.back().at - page.captures.front().at;
  page.changes = navigate::own_pattern(page, std::max(watched, kDay));
  return page;
}

bool leads_back(const catalog::Capture& capture) {
  return capture.status >= 300 && capture.status < 400 && capture.location == capture.url;
}

}  // namespace

bool is_gone(const catalog::Capture& capture) {
  return capture.status == 404 || capture.status == 410;
}

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

Track::Track(std::vector<catalog::Capture> captures)
    : captures_(std::move(captures)), page_(page_of(captures_)), runs_(page_) {}

std::vector<catalog::Capture> standing(std::vector<catalog::Capture> captures) {
  const auto stands = [](const catalog::Capture& one) {
    return (one.status < 400 || is_gone(one)) && !leads_back(one);
  };
  if (std::ranges::any_of(captures, stands))
    std::erase_if(captures, [&](const catalog::Capture& one) { return !stands(one); });
  return captures;
}

namespace {

std::size_t nearest_in(const Track& track, Time at, auto&& counts) {
  std::size_t best = track.captures().size();
  for (std::size_t i = 0; i < track.captures().size(); ++i) {
    if (!counts(track.captures()[i])) continue;
    const auto distance = [&](std::size_t k) { return std::abs(track.page().captures[k].at - at); };
    if (best == track.captures().size() || distance(i) < distance(best)) best = i;
  }
  return best;
}

}  // namespace

std::size_t nearest_standing(const Track& track, Time at) {
  const auto& marks = track.page().captures;
  const auto after = std::ranges::upper_bound(marks, at, {}, &navigate::CaptureMark::at);
  const auto next = static_cast<std::size_t>(after - marks.begin());
  const bool gone_before = next > 0 && is_gone(track.captures()[next - 1]);
  const bool gone_after = next < marks.size() && is_gone(track.captures()[next]);
  const bool gone = (gone_before || gone_after) && (gone_before || next == 0) &&
                    (gone_after || next == marks.size());
  const std::size_t good =
      nearest_in(track, at, [](const catalog::Capture& one) { return !is_gone(one); });
  if (good == track.captures().size() || gone)
    return nearest_in(track, at, [](const catalog::Capture&) { return true; });
  return good;
}

}  // namespace asof::guide
