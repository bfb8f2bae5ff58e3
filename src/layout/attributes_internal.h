// Attributes as they are written into clean markup.
#pragma once

#include <string>
#include <string_view>

#include "layout/css_internal.h"

namespace asof::layout {

// The attributes under which an element keeps what was rewritten in its class and its id.
inline constexpr std::string_view kOriginalClass = "asof-class";
inline constexpr std::string_view kOriginalId = "asof-id";

// Letters, digits and - _ : . only, and none of ours.
bool is_plain_attribute(std::string_view name);

// Writes name="value". Styles are cleaned, sizes and spans bounded, classes and ids made plain and
// counted in `names`.
void write_attribute(std::string& out, const std::string& name, std::string value,
                     Vocabulary& names, const Window& window);

// Text or a value in quotes, with what markup gives a meaning written as references.
void write_escaped(std::string& out, std::string_view text);

}  // namespace asof::layout
