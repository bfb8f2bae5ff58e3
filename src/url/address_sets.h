// Sets of addresses, as a file lists them: one address a line, an empty line between two sets. What
// follows a # at the start of a line is for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::url {

using AddressSets = std::vector<std::vector<std::string>>;  // as browsers write them, no fragments

// Errc::Invalid names the line: no web address, one that is in a set already, a set of one address,
// a set of several hosts.
Result<AddressSets> parse_address_sets(std::string_view text);

}  // namespace asof::url
