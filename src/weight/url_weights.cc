#include "weight/url_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.h"

namespace asof::weight {
namespace {

constexpr double kMost = 1e6;

std::optional<double> weight_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value) || value < 0 || value > kMost) return std::nullopt;
  return value;
}

}  // namespace

Result<UrlWeights> UrlWeights::parse(std::string_view text, std::string_view file) {
  UrlWeights weights;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    const auto wrong = [&](std::string_view why) {
      return Error{Errc::Invalid, fmt::format("{}, line {}: {}", file, number, why)};
    };
    const std::size_t gap = std::min(line.find(' '), line.find('\t'));
    const auto weight = weight_in(line.substr(0, gap));
    if (!weight)
      return wrong(fmt::format("\"{}\" is no weight; write a number from 0 to {} and an address",
                               line.substr(0, gap), kMost));
    std::string_view address = gap == kNone ? "" : trim(line.substr(gap));
    if (address.find("://") == kNone || address.find_first_of(" \t") != kNone)
      return wrong(fmt::format(
          "\"{}\" is no address; write one like https://example.org/news/ or, for all that begin "
          "so, https://example.org/news/*",
          address));
    const bool below = address.ends_with('*');
    if (below) address.remove_suffix(1);
    auto& into = below ? weights.below_ : weights.exact_;
    if (!into.emplace(address, *weight).second)
      return wrong(fmt::format("\"{}\" has a weight already; remove one of the lines", address));
    if (below) weights.lengths_.push_back(address.size());
  }
  auto& lengths = weights.lengths_;
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  return weights;
}

double UrlWeights::of(std::string_view url) const {
  if (const auto found = exact_.find(url); found != exact_.end()) return found->second;
  for (const std::size_t length : lengths_) {
    if (length > url.size()) continue;
    if (const auto found = below_.find(url.substr(0, length)); found != below_.end())
      return found->second;
  }
  return 1;
}

}  // namespace asof::weight
