// What lies within reach of the seeds.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "scope/address_internal.h"
#include "scope/scope.h"

namespace asof::scope {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};

// Asking takes a search among the seeds, logarithmic in their number, and for a domain a look into
// what was found out about the host before (at most kMostHosts are remembered).
class SeedReach final {
 public:
  explicit SeedReach(Reach reach) : reach_(reach) {}

  void add(const Address& seed);
  bool covers(const Address& address) const;  // remembers nothing
  bool covers(const Address& address);

 private:
  static constexpr std::size_t kMostHosts = 65'536;

  void add_prefix(std::string prefix);
  bool has_prefix_of(std::string_view key) const;

  Reach reach_;
  // Keys of which none begins another, so the last one not after a key is the only one that can
  // be its beginning. Of whole pages for Reach::Page.
  std::set<std::string, std::less<>> prefixes_;
  std::unordered_set<std::string> domains_;
  std::unordered_map<std::string, bool, TextHash, std::equal_to<>> hosts_;  // in a domain or not
};

}  // namespace asof::scope
