// One spelling for URLs that mean the same, in two strengths. For grouping and cleaning lists of
// URLs as people and pages write them; not for fetching (the result may be another resource) and
// not for index keys (see surt.h). Both accept everything and never fail.
//
// The forms are those of iipc/urlcanon; docs/conformance-urls.md lists where they differ.
#pragma once

#include <string>
#include <string_view>

namespace asof::url {

// What a browser would load alike: case of scheme and host, default port, escapes, dots and double
// slashes, order of arguments; user and password are dropped, a missing scheme is http. Idempotent.
std::string semantic(std::string_view url);

// What an archive may treat alike: semantic, and scheme https as http, no "www.", no fragment,
// lower case, no session identifiers, no empty arguments, no final slash. Each is
// cut once, so "www.www." becomes "www.".
std::string aggressive(std::string_view url);

}  // namespace asof::url
