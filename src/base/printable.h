// printable: text of others, for people to read on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace asof {

// The text on one line of a terminal, which it can neither command nor mislead: control characters
// and those that break lines or turn the direction of text become \n, \x1b, \u202e; ill-formed
// UTF-8 becomes U+FFFD. For people, never for machines.
std::string printable(std::string_view text);

}  // namespace asof
