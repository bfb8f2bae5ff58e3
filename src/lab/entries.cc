#include "lab/entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "url/url.h"

namespace asof::lab {
namespace {

// The page with the shortest path of each host, in the order of the hosts' names; of several as
// short the one that came first.
std::vector<std::uint32_t> shortest_of_hosts(const History& history) {
  std::map<std::string, std::pair<std::size_t, std::uint32_t>> shortest;  // by host
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    const auto parsed = url::parse(history.pages[page].name);
    if (!parsed || !parsed->host) continue;
    const std::pair here{parsed->path.size() + (parsed->query ? 1 : 0), page};
    const auto [best, fresh] = shortest.try_emplace(*parsed->host, here);
    if (!fresh) best->second = std::min(best->second, here);
  }
  std::vector<std::uint32_t> pages;
  pages.reserve(shortest.size());
  for (const auto& [host, best] : shortest) pages.push_back(best.second);
  return pages;
}

}  // namespace

Result<void> set_entries(History& history, std::span<const std::string> wanted) {
  if (wanted.empty()) return {};
  std::vector<std::uint32_t> entries;
  if (wanted.size() == 1 && wanted[0] == kEachHost) {
    entries = shortest_of_hosts(history);
    if (entries.empty())
      return Error{Errc::Invalid, fmt::format("--entry {}: the pages of {} have no hosts",
                                              kEachHost, history.name)};
  }
  for (const std::string& name : wanted) {
    if (name == kEachHost && wanted.size() == 1) continue;
    const auto found = std::ranges::find(history.pages, name, &HistoryPage::name);
    if (found == history.pages.end())
      return Error{Errc::Invalid,
                   fmt::format("--entry {}: {} has no such page", name, history.name)};
    const auto page = static_cast<std::uint32_t>(found - history.pages.begin());
    if (std::ranges::find(entries, page) == entries.end()) entries.push_back(page);
  }
  history.entry = entries.front();
  history.further_entries.assign(entries.begin() + 1, entries.end());
  return {};
}

Result<std::vector<std::vector<std::uint32_t>>> pages_of_sets(
    const History& history, const std::vector<std::vector<std::string>>& sets) {
  std::map<std::string_view, std::uint32_t> numbers;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    numbers.try_emplace(history.pages[page].name, page);
  std::vector<std::vector<std::uint32_t>> pages;
  for (const auto& set : sets) {
    pages.emplace_back();
    for (const std::string& name : set) {
      const auto found = numbers.find(name);
      if (found == numbers.end())
        return Error{Errc::Invalid, fmt::format("{} has no page {}", history.name, name)};
      pages.back().push_back(found->second);
    }
  }
  return pages;
}

}  // namespace asof::lab
