// Finds the parts of one tag: the tag and attribute states of WHATWG HTML 13.2.5.8 and
// 13.2.5.32 to 13.2.5.40.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "html/token.h"

namespace asof::html {

class TagScanner final {
 public:
  static constexpr std::size_t kMostAttributes = 256;

  // Scans the tag at the start of `text`: '<' and a letter, or "</" and a letter. Returns the byte
  // after its '>', or nullptr where `text` ends first; tag() then holds the attributes that are
  // complete. Only `begin` of the tag is left to the caller.
  const char* scan(std::string_view text);

  Tag& tag() { return tag_; }

 private:
  const char* scan_attribute(const char* p, const char* end);

  Tag tag_;
  std::size_t count_ = 0;
  std::array<Attribute, kMostAttributes + 1> attributes_;
};

// Follows a tag that was cut at the limit to its end, byte by byte, in constant memory.
class TagSkipper final {
 public:
  // Feeds one byte of a tag from its '<' on; true after the '>' that ends it.
  bool ends_at(char c);

 private:
  enum class State {
    Open,
    AfterOpen,
    Name,
    BeforeName,
    AttributeName,
    BeforeValue,
    Double,
    Single,
    Bare,
  };
  State state_ = State::Open;
};

}  // namespace asof::html
