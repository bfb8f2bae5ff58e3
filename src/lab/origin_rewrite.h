// Absolute links of a site to itself, made to point to where it is served instead.
#pragma once

#include <string>
#include <string_view>

namespace asof::lab {

struct Relocation {
  std::string scheme;  // of the site: "https"
  std::string host;    // "example.org", or "example.org:8080" where the port is not the scheme's
  std::string base;    // where it is served: "http://127.0.0.1:4321"
};

// Whether bodies of this media type hold links: HTML, CSS, XML and what is made of it.
bool holds_links(std::string_view essence);

// The text with every "scheme://host" and "//host" that begins a reference replaced by the base.
// Those inside of other URLs, and of other schemes, stay as they are. Bytes that keep ASCII.
std::string relocated(const Relocation& where, std::string_view text);

}  // namespace asof::lab
