// A web address taken apart, as views: what the rules of a scope look at.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace asof::scope {

struct Address {
  std::string_view url;    // without fragment
  std::string_view host;   // without port
  std::string_view key;    // "example.org:8080/a?b": no scheme, no user, no "www."
  std::string_view path;   // with its first slash
  std::string_view query;  // without '?'
};

// Nothing where it is no http or https URL. An address as url::parse() writes it is only looked at;
// any other is written so into `buffer` first, which then must live as long as the views.
std::optional<Address> read_address(std::string_view url, std::string& buffer);

}  // namespace asof::scope
