// Whether a script puts text into its page, as far as its source shows.
#pragma once

#include <string_view>

namespace asof::layout {

// It writes markup or text, or makes elements that hold text. What only loads other scripts,
// styles, images or frames, as counters of visits do, does not.
bool writes_text(std::string_view script);

}  // namespace asof::layout
