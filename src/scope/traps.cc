#include "scope/traps_internal.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text.h"
#include "scope/shape_internal.h"

namespace asof::scope {
namespace {

Verdict refuse_calendar(std::uint32_t limit) {
  return refuse(
      Reason::Calendar,
      "more than " + with_commas(limit) +
          " addresses differ from this one only in dates, so it looks like an endless calendar");
}

Verdict refuse_sessions(std::uint32_t limit) {
  return refuse(Reason::Sessions, "more than " + with_commas(limit) +
                                      " addresses differ from this one only in a session "
                                      "identifier, so it is probably a page already fetched");
}

bool is_number(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

}  // namespace

std::uint32_t ShapeCounts::add(std::uint64_t shape) {
  std::uint32_t count = ++counts_[shape];
  if (counts_.size() <= kMost) return count;
  // By count alone, so that the order in the table does not matter; half of it, so that it does not
  // happen again soon.
  for (std::uint32_t least = 2; counts_.size() > kMost / 2; least *= 2) {
    std::erase_if(counts_, [least](const auto& counted) { return counted.second < least; });
  }
  return count;
}

std::uint32_t ShapeCounts::of(std::uint64_t shape) const {
  auto known = counts_.find(shape);
  return known == counts_.end() ? 0 : known->second;
}

std::optional<Verdict> Traps::look(const Address& address) const {
  std::array<std::string_view, 256> segments;
  std::size_t count = 0;
  std::size_t total = 0;
  std::string_view rest = address.path;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    std::string_view segment = rest.substr(0, rest.find('/'));
    rest.remove_prefix(segment.size());
    if (segment.empty()) continue;
    ++total;
    // Numbers repeat in dates, tiles of maps and directories of pictures.
    if (count < segments.size() && !is_number(segment)) segments[count++] = segment;
  }
  if (total > options_.most_segments) {
    return refuse(Reason::TooManySegments, "its path has " + with_commas(total) +
                                               " segments, more than " +
                                               with_commas(options_.most_segments));
  }
  if (count <= options_.most_repeats) return std::nullopt;
  for (std::size_t i = 0; i + options_.most_repeats < count; ++i) {
    auto same = std::count(segments.begin() + static_cast<std::ptrdiff_t>(i),
                           segments.begin() + static_cast<std::ptrdiff_t>(count), segments[i]);
    if (static_cast<std::size_t>(same) > options_.most_repeats) {
      return refuse(Reason::Repeating, "'" + std::string(segments[i]) + "' occurs " +
                                           with_commas(static_cast<std::uint64_t>(same)) +
                                           " times in its path, more than " +
                                           with_commas(options_.most_repeats) +
                                           ", so the path looks endless");
    }
  }
  return std::nullopt;
}

std::optional<Verdict> Traps::judge(const Address& address) {
  if (!options_.traps) return std::nullopt;
  if (auto verdict = look(address)) return verdict;
  Shapes shapes = shapes_of(address);
  if (shapes.without_sessions && sessions_.add(*shapes.without_sessions) > options_.sessions) {
    return refuse_sessions(options_.sessions);
  }
  if (shapes.without_dates && calendars_.add(*shapes.without_dates) > options_.calendar) {
    return refuse_calendar(options_.calendar);
  }
  return std::nullopt;
}

std::optional<Verdict> Traps::explain(const Address& address) const {
  if (!options_.traps) return std::nullopt;
  if (auto verdict = look(address)) return verdict;
  Shapes shapes = shapes_of(address);
  if (shapes.without_sessions && sessions_.of(*shapes.without_sessions) >= options_.sessions) {
    return refuse_sessions(options_.sessions);
  }
  if (shapes.without_dates && calendars_.of(*shapes.without_dates) >= options_.calendar) {
    return refuse_calendar(options_.calendar);
  }
  return std::nullopt;
}

}  // namespace asof::scope
