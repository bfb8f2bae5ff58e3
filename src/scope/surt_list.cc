#include "scope/surt_list_internal.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "url/surt.h"
#include "url/url.h"

namespace asof::scope {
namespace {

// "http://(org,example,)/a" -> "org,example,)/a": the scheme does not matter.
std::string_view after_bracket(std::string_view surt) {
  std::size_t bracket = surt.find("://(");
  if (bracket != kNone) return surt.substr(bracket + 4);
  return surt.starts_with('(') ? surt.substr(1) : std::string_view();
}

// Hosts are lower case, paths are as they are. Empty where it cannot be read.
std::string read_prefix(std::string_view text) {
  std::string_view inside = after_bracket(text);
  std::string made;
  if (inside.empty()) {
    auto parsed = url::parse(text);
    if (!parsed || !parsed->web()) return "";
    made = url::surt_scope(text);
    // Without a slash a host stands for everything below it too, as in Heritrix's lists.
    if (made.ends_with(')')) made.pop_back();
    inside = after_bracket(made);
  }
  std::size_t end = std::min(inside.find(')'), inside.size());
  return lower(inside.substr(0, end)) + std::string(inside.substr(end));
}

}  // namespace

Result<SurtList> SurtList::make(const std::vector<std::string>& lines) {
  SurtList list;
  list.rules_.reserve(lines.size());
  list.entries_.reserve(lines.size());
  for (const std::string& line : lines) {
    std::string_view text = trim(line);
    bool takes_away = text.starts_with('-');
    if (takes_away || text.starts_with('+')) text = trim(text.substr(1));
    Entry entry;
    entry.prefix = read_prefix(text);
    if (entry.prefix.empty()) {
      return Error{Errc::Invalid,
                   "'" + line + "' is no SURT prefix, as http://(org,example,)/a is"};
    }
    entry.line = static_cast<std::uint32_t>(list.rules_.size());
    list.rules_.push_back({line, !takes_away});
    list.entries_.push_back(std::move(entry));
  }

  // Of equal prefixes the last line stays.
  auto& entries = list.entries_;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(std::string_view(a.prefix), b.line) <
           std::pair(std::string_view(b.prefix), a.line);
  });
  auto same = [](const Entry& a, const Entry& b) { return a.prefix == b.prefix; };
  entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());

  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    std::uint32_t parent = i == 0 ? kNoParent : i - 1;
    while (parent != kNoParent && !entries[i].prefix.starts_with(entries[parent].prefix)) {
      parent = entries[parent].parent;
    }
    entries[i].parent = parent;
    entries[i].decides = entries[i].line;
    if (parent != kNoParent) {
      entries[i].decides = std::max(entries[i].line, entries[parent].decides);
    }
  }
  return list;
}

SurtList::Hit SurtList::ask(std::string_view url) const {
  if (entries_.empty()) return {};
  std::string surt = url::surt_scope(url);
  std::string_view key = after_bracket(surt);
  auto after = std::upper_bound(
      entries_.begin(), entries_.end(), key,
      [](std::string_view text, const Entry& entry) { return text < entry.prefix; });
  // What lies between an entry and a key it begins has that entry among its parents.
  auto at = static_cast<std::uint32_t>(after - entries_.begin());
  at = at == 0 ? kNoParent : at - 1;
  while (at != kNoParent && !key.starts_with(entries_[at].prefix)) at = entries_[at].parent;
  if (at == kNoParent) return {};
  const Rule& rule = rules_[entries_[at].decides];
  return {rule.in, rule.line};
}

}  // namespace asof::scope
