#include "schedule/registry.h"

#include <fmt/format.h>

#include <vector>

#include "base/suggest.h"
#include "schedule/rows_internal.h"

namespace asof::schedule {
namespace {

constexpr std::string_view kTwice = "+revisit";

}  // namespace

std::span<const Row> strategies() {
  static const std::vector<Row> all = [] {
    std::vector<Row> rows;
    for (auto part : {capture_rows(), watch_rows()})
      rows.insert(rows.end(), part.begin(), part.end());
    return rows;
  }();
  return all;
}

const Row* find_strategy(std::string_view name) {
  for (const Row& row : strategies())
    if (row.name == name) return &row;
  return nullptr;
}

Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name, const Tuning& tuning) {
  std::string_view plain = name;
  const bool twice = plain.ends_with(kTwice);
  if (twice) plain.remove_suffix(kTwice.size());
  const Row* row = find_strategy(plain);
  if (row == nullptr) {
    std::vector<std::string_view> names;
    for (const Row& each : strategies()) names.push_back(each.name);
    return Error{Errc::Invalid,
                 fmt::format("there is no strategy '{}'; {}'asof lab strategies' lists them", name,
                             did_you_mean(plain, names))};
  }
  if (!twice) return row->make(tuning);
  if (!row->twice)
    return Error{Errc::Invalid,
                 fmt::format("{} has no variant that visits every page twice", plain)};
  return make_twice(*row, tuning);
}

std::string describe_needs(std::uint32_t needs) {
  constexpr std::pair<Needs, std::string_view> kNames[] = {
      {kRates, "rates"},
      {kPatterns, "patterns"},
      {kChanges, "histories"},
      {kSize, "size of the site (given or predicted)"},
      {kPeriods, "a budget per period"},
      {kAllPages, "all pages beforehand"},
      {kCollections, "collections"},
      {kLinks, "links"},
      {kTrueRates, "true rates, which only the laboratory knows"}};
  std::string text;
  for (const auto& [bit, name] : kNames) {
    if ((needs & bit) == 0) continue;
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace asof::schedule
