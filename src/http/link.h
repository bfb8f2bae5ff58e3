// The Link field (RFC 8288): several links in one value, each with parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asof::http {

struct LinkParameter {
  std::string name;   // lower case
  std::string value;  // unquoted, escapes resolved
};

struct Link {
  std::string target;  // between the angle brackets, as written
  std::vector<LinkParameter> parameters;

  // The first parameter of that lower-case name.
  std::optional<std::string_view> parameter(std::string_view name) const;
  // The relations of the first rel parameter, lower case: rel="first Memento" gives two.
  std::vector<std::string> relations() const;
  std::optional<std::string_view> anchor() const { return parameter("anchor"); }
};

// The links in `value`. What cannot be read is skipped up to the next comma outside quotes and
// brackets. At most 1000 links of at most 50 parameters are kept.
std::vector<Link> parse_links(std::string_view value);

}  // namespace asof::http
