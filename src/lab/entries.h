// The pages that captures of a history start from, where it is not the one the reader chose: a list
// of addresses, or of each host the page with the shortest path.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "lab/history.h"

namespace asof::lab {

inline constexpr std::string_view kEachHost = "each-host";

// `wanted`: addresses of pages, or kEachHost alone; empty: nothing is changed. The first becomes
// the entry. Errc::Invalid names an address that the history does not have.
Result<void> set_entries(History& history, std::span<const std::string> wanted);

// The pages of sets of addresses. Errc::Invalid names one that the history does not have.
Result<std::vector<std::vector<std::uint32_t>>> pages_of_sets(
    const History& history, const std::vector<std::vector<std::string>>& sets);

}  // namespace asof::lab
