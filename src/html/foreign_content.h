// Whether the tokenizer stands inside svg or math, told from the tags alone.
//
// Inside them CDATA sections exist and title, style or script do not change the tokenizer's state.
// Without a tree this follows only svg, math and their integration points (where HTML resumes), and
// leaves at any tag that WHATWG HTML 13.2.6.5 lists as ending foreign content.
#pragma once

#include <array>
#include <cstddef>

#include "html/token.h"

namespace asof::html {

class ForeignContent final {
 public:
  // Neither inside nor at an integration point within.
  bool far() const { return depth_ == 0; }
  bool inside() const { return depth_ != 0 && is_root(open_[depth_ - 1]); }

  // True where the tag belongs to foreign content itself.
  bool start_tag(const Tag& tag) {
    return (depth_ != 0 || is_root(tag.key)) && start_tag_in_or_near(tag);
  }
  void end_tag(const Tag& tag) {
    if (depth_ != 0) end_tag_inside(tag);
  }

 private:
  static constexpr std::size_t kDeepest = 32;

  static bool is_root(NameKey key) {
    using namespace literals;
    return key == "svg"_name || key == "math"_name;
  }
  bool start_tag_in_or_near(const Tag& tag);
  void end_tag_inside(const Tag& tag);
  void push(NameKey key);
  void leave();

  std::array<NameKey, kDeepest> open_{};  // roots and integration points, outermost first
  std::size_t depth_ = 0;
};

}  // namespace asof::html
