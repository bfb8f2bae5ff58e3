// Answers read again: from where they lie in the archive, and what is inside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "archive/directory.h"
#include "robots/robots.h"

namespace asof::crawl {

// What is received of bodies that are read here, codings included; whatever is longer is cut.
inline constexpr std::uint64_t kLongestRobots = 2 * std::uint64_t{robots::kMostRead};
inline constexpr std::uint64_t kLongestSitemap = std::uint64_t{64} << 20;

// The block of the record at a place, up to about `most` bytes; empty where there is none.
Result<std::string> message_at(const archive::Directory& directory, const std::string& file,
                               std::uint64_t offset, std::size_t most);

// The body of an HTTP answer without its codings, at most `limit` bytes of it; empty where the
// message is none.
std::string content_of_message(std::string_view message, std::uint64_t limit);
// A robots.txt in an answer, as much of it as rules are read from. Nothing where some of that is
// missing: what never came may forbid anything. `whole`: the transfer was.
std::optional<std::string> robots_of_message(std::string_view message, bool whole);

}  // namespace asof::crawl
