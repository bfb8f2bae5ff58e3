// TextBuilder: the readable text of a page, from its texts and tags.
//
// White space is folded to one space, and to one line feed where an element begins or ends a block;
// no-break spaces count as white space. Character references are decoded. Never starts or ends
// with white space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "html/token.h"

namespace asof::html {

class TextBuilder final {
 public:
  explicit TextBuilder(std::size_t limit) : limit_(limit) {}

  void text(std::string_view raw, TextKind kind);
  // A tag may separate what stands before and after it.
  void separate(NameKey element);
  std::string take() && { return std::move(out_); }
  bool cut() const { return cut_; }

 private:
  enum class Gap : std::uint8_t { None, Space, Line };
  void append(std::string_view words);
  std::size_t reference(std::string_view raw);
  void widen(Gap gap) { gap_ = gap > gap_ ? gap : gap_; }

  std::size_t limit_;
  std::string out_;
  std::string decoded_;
  Gap gap_ = Gap::None;
  bool cut_ = false;
};

}  // namespace asof::html
