// Fields of archived answers that hold addresses: Location and Link.
#pragma once

#include <string>
#include <string_view>

#include "rewrite/mapper.h"
#include "url/url.h"

namespace asof::rewrite {

// The value of Location, Content-Location or Refresh's URL for replay; as it was where it is
// relative and the mapper keeps those, or no web address.
std::string rewrite_location(std::string_view value, const Mapper& mapper, const url::Url& base);

// The value of Link, RFC 8288, for replay: addresses mapped; links that only open connections
// (preconnect, dns-prefetch) left out. Empty where nothing is left.
//   <https://a.org/x.css>; rel=preload; as=style, <//b.org>; rel=preconnect
std::string rewrite_link_field(std::string_view value, const Mapper& mapper, const url::Url& base);

}  // namespace asof::rewrite
