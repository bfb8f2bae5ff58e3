// Bodies as queries.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace asof::cdx {

// Names and values in order, serialised as application/x-www-form-urlencoded.
class Query final {
 public:
  // Replaces the value of the first of that name, or adds it: URLSearchParams.set.
  void set(std::string name, std::string value);
  // Adds under `name`, or where that is taken under name.2_, name.3_ and so on.
  void add_distinct(const std::string& name, std::string value);
  std::string text() const;

 private:
  std::vector<std::pair<std::string, std::string>> list_;
  std::unordered_map<std::string, std::size_t> first_;  // where in the list a name first stands
  std::unordered_map<std::string, int> repeats_;        // how often a taken name was wanted
};

// JSON flattened: one parameter for every string, number, boolean and null, named by the key
// nearest to it. Nothing where the text is no JSON, is deeper than 64 or has over 10,000 values.
std::optional<std::string> json_query(std::string_view text);

std::string multipart_query(std::string_view body, std::string_view content_type);

// A number as JavaScript prints it: 1.0 -> "1", 1e21 -> "1e+21".
std::string javascript_number(double number);

// JavaScript's decodeURI: everything percent-encoded but ;/?:@&=+$,# decoded; nothing where the
// escapes are malformed or not UTF-8.
std::optional<std::string> decode_uri(std::string_view text);

}  // namespace asof::cdx
