// What is inside answers that a crawl reads itself: robots.txt and sitemaps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "robots/robots.h"

namespace asof::crawl {

// What is received of bodies that are read here, codings included; whatever is longer is cut.
inline constexpr std::uint64_t kLongestRobots = 2 * std::uint64_t{robots::kMostRead};
inline constexpr std::uint64_t kLongestSitemap = std::uint64_t{64} << 20;

// The body of an HTTP answer without its codings, at most `limit` bytes of it; empty where the
// message is none.
std::string content_of_message(std::string_view message, std::uint64_t limit);
// A robots.txt in an answer, as much of it as rules are read from. Nothing where some of that is
// missing: what never came may forbid anything. `whole`: the transfer was.
std::optional<std::string> robots_of_message(std::string_view message, bool whole);

}  // namespace asof::crawl
