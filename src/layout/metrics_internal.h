// Widths of text without fonts: an average sans-serif face, or a monospaced one.
#pragma once

#include <string_view>

namespace asof::layout {

struct Face {
  int size = 16;  // pixels
  int weight = 400;
  bool monospaced = false;
};

int text_width(std::string_view text, const Face& face);

}  // namespace asof::layout
