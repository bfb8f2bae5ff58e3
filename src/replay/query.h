// The query of a request: names and values, as forms send them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asof::replay {

class Query final {
 public:
  // "a=1&b=x%20y+z": + and %20 are blanks; an escape that is none stands as it is.
  explicit Query(std::string_view text);

  // The first value of a name; empty where there is none.
  std::string_view get(std::string_view name) const;
  bool has(std::string_view name) const;
  std::vector<std::string_view> all(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

// `text` with its escapes resolved.
std::string percent_decoded(std::string_view text, bool plus_is_blank = false);

// `text` with all but letters, digits and -._~ escaped: a value in a query.
std::string percent_encoded(std::string_view text);

}  // namespace asof::replay
