// What the parser, the serialiser and the fast resolver share.
#pragma once

#include <string>
#include <string_view>

#include "url/url.h"

namespace asof::url {

bool is_special(std::string_view scheme);

// Appends "scheme:" and, where there is a host, "//user:password@host:port".
void append_authority(std::string& out, const Url& url);

// The input as the parser sees it: control characters and spaces cut from both ends, tabs and
// newlines taken out. `storage` is used only if something had to be taken out.
std::string_view strip_input(std::string_view input, std::string& storage);

}  // namespace asof::url
