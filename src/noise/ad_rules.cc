// Rules about advertisements, as people write them.
#include <fmt/format.h>

#include <optional>

#include "base/text.h"
#include "noise/noise.h"

namespace asof::noise {
namespace {

constexpr std::uint64_t kLargestSide = 100'000;  // pixels

std::optional<std::pair<int, int>> size_of(std::string_view text) {
  const std::size_t by = text.find('x');
  if (by == std::string_view::npos) return std::nullopt;
  const auto width = parse_uint(text.substr(0, by));
  const auto height = parse_uint(text.substr(by + 1));
  if (!width || !height || *width == 0 || *height == 0) return std::nullopt;
  if (*width > kLargestSide || *height > kLargestSide) return std::nullopt;
  return std::pair(static_cast<int>(*width), static_cast<int>(*height));
}

// What is wrong with a line; empty where nothing is.
std::string take_line(std::string_view line, AdRules& rules) {
  const std::size_t space = line.find_first_of(" \t");
  const std::string_view kind = line.substr(0, space);
  const std::string_view value = space == std::string_view::npos ? "" : trim(line.substr(space));
  if (kind == "only" && value.empty()) {
    rules = {};
    return "";
  }
  if (value.empty() || value.find_first_of(" \t") != std::string_view::npos) {
    return fmt::format("\"{}\" is no rule; write host, pattern, size or mark and one word", line);
  }
  if (kind == "host") {
    const bool plain = value.find_first_of("/:") == std::string_view::npos;
    if (!plain) return fmt::format("\"{}\" is no host; write ads.example.org", value);
    rules.hosts.push_back(lower(value));
  } else if (kind == "pattern") {
    rules.patterns.push_back(lower(value));
  } else if (kind == "mark") {
    rules.marks.push_back(lower(value));
  } else if (kind == "size") {
    const auto size = size_of(value);
    if (!size) return fmt::format("\"{}\" is no size; write 300x250", value);
    rules.sizes.push_back(*size);
  } else {
    return fmt::format("\"{}\" is none of host, pattern, size, mark and only", kind);
  }
  return "";
}

}  // namespace

Result<AdRules> read_ad_rules(std::string_view text, std::string_view file) {
  AdRules rules = default_ad_rules();
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string wrong = take_line(line, rules);
    if (!wrong.empty()) {
      return Error{Errc::Invalid, fmt::format("{}, line {}: {}", file, number, wrong)};
    }
  }
  return rules;
}

}  // namespace asof::noise
