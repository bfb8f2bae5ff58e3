// What is known of a page before it was ever visited twice, and the groups of pages it belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace asof::pattern {

struct PageTraits {
  std::string url;
  std::string mime;         // "text/html"; parameters are ignored; empty where unknown
  std::uint32_t depth = 0;  // hops from the start of its site
};

// What a group's pages have in common beyond its parent group's, from wide to narrow.
enum class Trait : std::uint8_t {
  All,        // every page
  Site,       // scheme's end to the first slash
  Type,       // text/html
  Section,    // the first directory
  Directory,  // all directories
  Depth,      // 0, 1, 2, 3 or more
  Template,   // the whole path, numbers collapsed
  Number1,    // the first number of the last segment: its first digit,
  Number2,    // its first two,
  Number3,    // all of it where more follows
};
inline constexpr std::size_t kTraits = 10;

struct GroupName {
  Trait trait = Trait::All;
  std::string name;  // unique among all groups; starts with the parent's
};

// The groups of a page, each within the one before. A trait that adds nothing is left out.
std::vector<GroupName> groups_of(const PageTraits& page);

// The host of a page, with its port; and the pages likely to be alike: of one host, in one
// directory (numbers collapsed), with the same suffix.
std::string host_of(std::string_view url);
std::string cluster_of(std::string_view url);

// A path with each run of digits, and each long hexadecimal identifier, collapsed to '#'.
std::string collapsed(std::string_view path);

}  // namespace asof::pattern
