// A list of SURT prefixes that bring URLs in or take them away; the last that fits decides.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::scope {

class SurtList final {
 public:
  // Errc::Invalid for a line that is neither a SURT prefix nor a web address.
  static Result<SurtList> make(const std::vector<std::string>& lines);

  bool empty() const { return entries_.empty(); }

  struct Hit {
    bool in = false;
    std::string_view line;  // as given; empty where none fits
  };
  // Logarithmic in the list and linear in its nesting, however long it is.
  Hit ask(std::string_view url) const;

 private:
  static constexpr std::uint32_t kNoParent = ~std::uint32_t{0};

  struct Entry {
    std::string prefix;                // "org,example,)/a"
    std::uint32_t line = 0;            // its place in the list
    std::uint32_t parent = kNoParent;  // the longest entry that is a beginning of this one
    std::uint32_t decides = 0;         // the last line of this one and its parents
  };
  struct Rule {
    std::string line;
    bool in = true;
  };

  std::vector<Entry> entries_;  // by prefix
  std::vector<Rule> rules_;     // by line
};

}  // namespace asof::scope
