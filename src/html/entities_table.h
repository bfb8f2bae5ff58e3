// The named character references of the WHATWG HTML standard, 13.5.
#pragma once

#include <span>
#include <string_view>

namespace asof::html {

struct NamedReference {
  std::string_view name;  // without '&' and ';'
  char32_t first;
  char32_t second;  // 0 where the reference stands for one code point
};

// Those written with ';', sorted bytewise by name: 2125.
std::span<const NamedReference> named_references();
// Those that also stand without ';', sorted bytewise by name: 106.
std::span<const NamedReference> legacy_references();

}  // namespace asof::html
