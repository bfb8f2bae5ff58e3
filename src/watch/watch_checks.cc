#include <fmt/format.h>

#include <cmath>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "crawl/frontier.h"
#include "watch/watch_checks_internal.h"

namespace asof::watch {
namespace {

constexpr std::string_view kOtherKeys[] = {"archive", "collection", "pages", "pages-file",
                                           "site",    "tell",       "zone"};

std::vector<std::string_view> all_keys() {
  std::vector<std::string_view> keys(std::begin(kOtherKeys), std::end(kOtherKeys));
  for (const auto rows : {crawl::setting_rows(), crawl::watch_setting_rows()})
    for (const crawl::SettingRow& row : rows) keys.push_back(row.name);
  return keys;
}

}  // namespace

bool is_setting(std::string_view key) {
  for (const auto rows : {crawl::setting_rows(), crawl::watch_setting_rows()})
    for (const crawl::SettingRow& row : rows)
      if (row.name == key) return true;
  return false;
}

std::string no_such_key(std::string_view key) {
  const std::vector<std::string_view> keys = all_keys();
  return "there is no such key; " + did_you_mean(key, keys) + "docs/watching.md lists them";
}

std::string without_flag(std::string_view key, std::string_view what) {
  const std::string flag = fmt::format("--{}", key);
  if (what.starts_with(flag)) what.remove_prefix(flag.size());
  while (what.starts_with(':') || what.starts_with(' ')) what.remove_prefix(1);
  return "it " + std::string(what);
}

Result<Duration> parse_interval(std::string_view text) {
  constexpr double kDay = 86400;
  if (text == "daily") return kDay;
  if (text == "weekly") return 7 * kDay;
  if (text == "monthly") return 30 * kDay;
  crawl::Settings scratch;
  const bool good = crawl::set(scratch, "max-time", text).has_value();
  if (!good || scratch.most_time < 3600)
    return Error{Errc::Invalid,
                 "it is a time of at least an hour: daily, weekly, monthly, 12h, 3d"};
  return scratch.most_time;
}

Result<std::optional<Duration>> parse_time_of_day(std::string_view text) {
  if (text == "off-peak") return std::optional<Duration>();
  const std::size_t colon = text.find(':');
  const auto hour = parse_uint(text.substr(0, colon));
  const auto minute =
      colon == kNone ? std::optional<std::uint64_t>() : parse_uint(text.substr(colon + 1));
  if (!hour || !minute || *hour > 23 || *minute > 59)
    return Error{Errc::Invalid, "it is \"off-peak\" or a time of day such as \"03:00\""};
  return std::optional(static_cast<double>(*hour * 3600 + *minute * 60));
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trim(text.substr(0, end));
    text = end == kNone ? std::string_view() : text.substr(end + 1);
    if (!line.empty() && !line.starts_with('#')) lines.emplace_back(line);
  }
  return lines;
}

std::optional<Problem> check_budget(const crawl::Settings& settings) {
  const crawl::Watching& watch = settings.watch;
  if (watch.whole_collections > 0) {
    if (watch.whole_collections <= watch.collections.size()) return std::nullopt;
    return Problem{"whole-collections",
                   fmt::format("there are only {} collections", watch.collections.size())};
  }
  if (watch.budget == 0)
    return Problem{"budget", "say how many requests may be made in each period: budget = 100"};
  std::set<std::string> hosts;
  for (const std::string& url : settings.seeds) hosts.insert(crawl::host_key(url));
  // What politeness allows in a period.
  const double of_host = settings.delay > 0 ? std::floor(watch.period / settings.delay) *
                                                  static_cast<double>(settings.parallel)
                                            : INFINITY;
  double most = of_host * static_cast<double>(hosts.size());
  if (watch.host_budget > 0)
    most = std::min(most, static_cast<double>(watch.host_budget * hosts.size()));
  if (static_cast<double>(watch.budget) <= most) return std::nullopt;
  return Problem{"budget",
                 fmt::format("{} requests in a period cannot be spent: the delay and host-budget "
                             "allow at most {:.0f} to {}",
                             watch.budget, most, counted(hosts.size(), "host"))};
}

}  // namespace asof::watch
