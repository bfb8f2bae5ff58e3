// The path patterns of robots.txt: "*" stands for any bytes, a final "$" for the end (§2.2.3).
#pragma once

#include <string>
#include <string_view>

namespace asof::robots {

// A pattern with one spelling: escapes in upper case, those of unreserved characters undone, what
// a URL may not hold escaped (§2.2.2). "*" and a final "$" keep their meaning.
std::string normalise_pattern(std::string_view pattern);

// The same for path and query of a URL, where "*" and "$" are characters like others. What needs no
// change comes back itself; else it is a view of `buffer`.
std::string_view normalise_target(std::string_view target, std::string& buffer);

// Both normalised. Linear in the target, however many stars.
bool matches(std::string_view pattern, std::string_view target);

}  // namespace asof::robots
