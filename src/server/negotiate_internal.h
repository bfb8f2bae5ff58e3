// Fields of requests that change a reply: what they say, whatever was sent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace asof::server {

// Whether If-None-Match names this entity tag or is "*". Tags are compared without their "W/".
bool names_tag(const http::Fields& fields, std::string_view tag);

struct Range {
  enum class Kind { Whole, Part, None };  // None: the body has no such bytes
  Kind kind = Kind::Whole;
  std::uint64_t from = 0;
  std::uint64_t until = 0;  // one past the last
  bool operator==(const Range&) const = default;
};
// The one range that the field asks for of a body of `size` bytes; Whole where it asks for several
// or cannot be understood.
Range range_of(std::string_view value, std::uint64_t size);

// Whether gzip is taken, and not less gladly than plain bytes.
bool takes_gzip(const http::Fields& fields);

// Whether bodies of this type get much shorter.
bool is_compressible(std::string_view content_type);

}  // namespace asof::server
