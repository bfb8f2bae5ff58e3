#include "crawl/watching.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace asof::crawl {
namespace {

Error wrong_line(std::size_t line, std::string_view what) {
  return {Errc::Invalid, fmt::format("line {} of the collections: {}", line, what)};
}

Result<WatchedPages> parse_heading(std::string_view text, std::size_t line) {
  const std::size_t end = text.rfind(']');
  if (end == kNone) return wrong_line(line, "a collection begins with [NAME] WEIGHT");
  const std::string_view number = trim(text.substr(end + 1));
  double weight = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), weight);
  if (read.ptr != number.data() + number.size() || !(weight > 0) || !std::isfinite(weight))
    return wrong_line(line, "its weight is a number above 0");
  return WatchedPages{.name = std::string(text.substr(1, end - 1)), .weight = weight};
}

}  // namespace

Time Watching::period_of(Time at) const { return std::floor(at / period) * period; }

std::uint32_t Watching::group_of(std::string_view url) const {
  if (whole_collections == 0) return 0;
  const auto found = by_url_.find(std::string(url));
  return found == by_url_.end() ? 0 : found->second;
}

double Watching::weight_of(std::string_view url) const {
  const auto found = by_url_.find(std::string(url));
  return found == by_url_.end() ? 1 : collections[found->second].weight;
}

void Watching::set_collections(std::vector<WatchedPages> pages) {
  collections = std::move(pages);
  by_url_.clear();
  for (std::uint32_t i = 0; i < collections.size(); ++i)
    for (const std::string& url : collections[i].urls) by_url_.try_emplace(url, i);
}

Result<std::vector<WatchedPages>> parse_collections(std::string_view text) {
  std::vector<WatchedPages> collections;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trim(text.substr(0, end));
    text = end == kNone ? std::string_view() : text.substr(end + 1);
    ++number;
    if (line.empty()) continue;
    if (line.starts_with('[')) {
      auto heading = TRY(parse_heading(line, number));
      collections.push_back(std::move(heading));
    } else if (collections.empty()) {
      return wrong_line(number, "an address stands before the first collection");
    } else {
      collections.back().urls.emplace_back(line);
    }
  }
  return collections;
}

std::string to_text(const std::vector<WatchedPages>& collections) {
  std::string text;
  for (const WatchedPages& collection : collections) {
    if (!text.empty()) text += "\n";
    text += fmt::format("[{}] {}\n", collection.name, collection.weight);
    for (const std::string& url : collection.urls) text += url + "\n";
  }
  return text;
}

}  // namespace asof::crawl
