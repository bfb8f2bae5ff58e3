// The index key of a request that is not GET: its method and body, written into the query.
//
// "http://a/?x=1" posted with "b=2" is looked up as "http://a/?x=1&__wb_method=POST&b=2". How a
// body becomes a query depends on its type, as in warcio for JavaScript; docs/formats/cdxj.md tells
// the rules and the differences.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace asof::cdx {

struct PostLimits {
  std::size_t query = 4096;                 // characters (UTF-16 units) of query that are kept
  std::size_t body = std::size_t{1} << 20;  // bytes of body that are looked at
};

struct PostKey {
  std::string url;           // make the key from this
  std::string request_body;  // the field requestBody of the index line
};

// The URL as given, with nothing else, for GET.
PostKey post_key(std::string_view url, std::string_view method, std::string_view content_type,
                 std::string_view body, const PostLimits& limits = {});

}  // namespace asof::cdx
