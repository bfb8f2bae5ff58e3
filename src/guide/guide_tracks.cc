// What a guide reads from the catalog: tracks of pages, without redirects that lead nowhere.
#include <algorithm>
#include <set>

#include "base/axis.h"
#include "guide/guide.h"
#include "url/surt.h"

namespace asof::guide {
namespace {

constexpr std::size_t kMostTracks = 256;
// Redirects followed to see whether they come to an end.
constexpr std::size_t kMostHops = 20;

bool is_redirect(const catalog::Capture& capture) {
  return capture.status >= 300 && capture.status < 400 && !capture.location.empty();
}

}  // namespace

Result<void> Guide::notice_growth() {
  const std::int64_t now = TRY(catalog_.generation());
  if (generation_ && *generation_ != now) {
    recent_.clear();
    if (options_.learner != nullptr) options_.learner->grown();
  }
  generation_ = now;
  return {};
}

Result<std::shared_ptr<const Track>> Guide::track(const std::string& url) {
  const auto found = std::ranges::find(recent_, url, [](const auto& one) { return one.first; });
  if (found != recent_.end()) {
    recent_.splice(recent_.begin(), recent_, found);
    return recent_.front().second;
  }
  const std::string key = url::surt_key(url);
  std::vector<catalog::Capture> captures;
  const auto take = [&](const catalog::Capture& capture) {
    if (!options_.may_show || options_.may_show(capture)) captures.push_back(capture);
    return true;
  };
  TRY(catalog_.captures_of(key, take, {.url = url}));
  if (captures.empty()) TRY(catalog_.captures_of(key, take));
  auto made = std::make_shared<const Track>(standing(std::move(captures)));
  recent_.emplace_front(url, made);
  if (recent_.size() > kMostTracks) recent_.pop_back();
  return std::shared_ptr<const Track>(made);
}

// Whether a redirect leads, by the captures next to its own time, to a page seen on the way.
Result<bool> Guide::leads_in_a_circle(const catalog::Capture& redirect) {
  std::set<std::string> visited = {redirect.url};
  std::string next = redirect.location;
  while (visited.size() < kMostHops) {
    if (!visited.insert(next).second) return true;
    const auto on = TRY(track(next));
    if (on->empty()) return false;
    const catalog::Capture& there = on->captures()[nearest_standing(*on, on_axis(redirect.at))];
    if (!is_redirect(there)) return false;
    next = there.location;
  }
  return true;  // no browser goes on, either
}

// The track without redirects that come back, as long as something else is left.
Result<std::shared_ptr<const Track>> Guide::track_without_loops(const std::string& url,
                                                                bool& loops) {
  const auto whole = TRY(track(url));
  loops = false;
  std::vector<catalog::Capture> rest;
  for (const catalog::Capture& capture : whole->captures())
    if (!is_redirect(capture) || !TRY(leads_in_a_circle(capture))) rest.push_back(capture);
  if (rest.size() == whole->captures().size()) return whole;
  loops = rest.empty();
  if (loops) return whole;
  return std::shared_ptr<const Track>(std::make_shared<const Track>(std::move(rest)));
}

}  // namespace asof::guide
