// What a URL means to a connection: whom to reach and what to ask there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace asof::fetch {

struct Target {
  bool secure = false;   // https
  std::string host;      // lower case; an IPv6 address without its brackets
  bool literal = false;  // the host is an address
  std::uint16_t port = 0;
  std::string origin;  // "https://example.org:8443"; the port only where it is not the usual one
  std::string path;    // with the query, as in the URL
  std::string user, password;  // decoded; from the URL
};

// Errc::Invalid for what is not an absolute http or https URL as the URL Standard writes them, and
// Errc::Limit for one too long to send.
Result<Target> parse_target(std::string_view url);

// Errc::Invalid when a request field has characters that would end it early.
Result<void> check_field(std::string_view name, std::string_view value);

}  // namespace asof::fetch
