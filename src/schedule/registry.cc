#include "schedule/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "schedule/rows_internal.h"

namespace asof::schedule {
namespace {

constexpr std::string_view kTwice = "+revisit";

// Edits that turn one name into the other, to suggest the name that was meant.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, corner + (a[i] == b[j] ? 0 : 1)});
      corner = above;
    }
  }
  return row.back();
}

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
    const auto rows = strategies();
    const auto nearest =
        std::min_element(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
          return distance(a.name, plain) < distance(b.name, plain);
        });
    // What shares less than half of its letters was not meant.
    const bool meant = 2 * distance(nearest->name, plain) <= plain.size();
    return Error{Errc::Invalid,
                 fmt::format("there is no strategy '{}'; {}'asof lab strategies' lists them", name,
                             meant ? fmt::format("did you mean {}? ", nearest->name) : "")};
  }
  if (!twice) return row->make(tuning);
  if (!row->twice)
    return Error{Errc::Invalid, fmt::format("{} has no form that visits everything twice", plain)};
  return make_twice(*row, tuning);
}

std::string describe_needs(std::uint32_t needs) {
  constexpr std::pair<Needs, std::string_view> kNames[] = {{kRates, "rates"},
                                                           {kPatterns, "patterns"},
                                                           {kChanges, "histories"},
                                                           {kSize, "size of the site"},
                                                           {kPeriods, "a budget per period"},
                                                           {kAllPages, "all pages beforehand"},
                                                           {kCollections, "collections"},
                                                           {kLinks, "links"}};
  std::string text;
  for (const auto& [bit, name] : kNames) {
    if ((needs & bit) == 0) continue;
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace asof::schedule
