#include "lab/history.h"

#include <algorithm>

namespace asof::lab {

std::vector<std::uint32_t> History::entries() const {
  std::vector<std::uint32_t> all = {entry};
  all.insert(all.end(), further_entries.begin(), further_entries.end());
  return all;
}

const Version* History::version_at(std::uint32_t page, Time at) const {
  const auto& versions = pages[page].versions;
  const auto after = std::upper_bound(versions.begin(), versions.end(), at,
                                      [](Time t, const Version& v) { return t < v.at; });
  return after == versions.begin() ? nullptr : &*(after - 1);
}

bool History::alive(std::uint32_t page, Time at) const {
  const Version* version = version_at(page, at);
  return version != nullptr && version->content != 0;
}

const Links& History::links_at(std::uint32_t page, Time at) const {
  const Version* version = version_at(page, at);
  return links[version == nullptr ? 0 : version->links];
}

const Embeds& History::embeds_at(std::uint32_t page, Time at) const {
  static const Embeds kNone;
  const Version* version = version_at(page, at);
  return version == nullptr || version->links >= embeds.size() ? kNone : embeds[version->links];
}

std::vector<quality::Change> changes_of(const History& history, std::uint32_t page, Time from,
                                        Time until) {
  std::vector<quality::Change> changes;
  for (const Version& version : history.pages[page].versions)
    if (version.at > history.from && version.at > from && version.at <= until)
      changes.push_back({version.at, version.importance});
  return changes;
}

std::vector<Time> change_times(const History& history, std::uint32_t page, Time from, Time until) {
  std::vector<Time> times;
  for (const quality::Change& change : changes_of(history, page, from, until))
    times.push_back(change.at);
  return times;
}

std::vector<std::uint32_t> news_of(const History& history, const Version& before,
                                   const Version& after) {
  std::vector<std::uint32_t> news;
  if (after.links >= history.sayings.size()) return news;
  const auto& old = history.sayings[before.links];
  auto known = old.begin();
  for (const Saying& now : history.sayings[after.links]) {
    while (known != old.end() && known->page < now.page) ++known;
    if (known == old.end() || known->page != now.page || known->says != now.says)
      news.push_back(now.page);
  }
  return news;
}

std::vector<std::uint32_t> depths(const History& history, Time at) {
  std::vector<std::uint32_t> depth(history.pages.size(), ~std::uint32_t{0});
  if (history.pages.empty()) return depth;
  std::vector<std::uint32_t> queue = history.entries();
  for (std::uint32_t entry : queue) depth[entry] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint32_t to : history.links_at(queue[i], at))
      if (depth[to] == ~std::uint32_t{0}) {
        depth[to] = depth[queue[i]] + 1;
        queue.push_back(to);
      }
  return depth;
}

}  // namespace asof::lab
