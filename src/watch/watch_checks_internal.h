// What is checked of a watch's file, apart from how the file is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/axis.h"
#include "base/result.h"
#include "crawl/settings.h"

namespace asof::watch {

bool is_setting(std::string_view key);
// That there is no such key, and which one may be meant.
std::string no_such_key(std::string_view key);
// What is wrong with a setting, without the "--key" that the command line would say.
std::string without_flag(std::string_view key, std::string_view what);

// "7d", "12h", "daily", "weekly", "monthly": seconds, at least an hour.
Result<Duration> parse_interval(std::string_view text);
// "03:00": seconds from midnight. Nothing for "off-peak".
Result<std::optional<Duration>> parse_time_of_day(std::string_view text);
// The lines that are neither empty nor comments ("# ...").
std::vector<std::string> lines_of(std::string_view text);

struct Problem {
  std::string key;
  std::string what;
};
// A budget that is missing, or that politeness cannot spend.
std::optional<Problem> check_budget(const crawl::Settings& settings);

}  // namespace asof::watch
