// Values of declarations: numbers, lengths, colours, variables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "layout/css_internal.h"

namespace asof::layout {

struct NumberRule {
  int reference = 1024;     // pixels that 100 % stand for where both are mixed
  bool percentages = true;  // whether a mix may become a percentage
};
// The value with every number in a range that 200 nested elements cannot make overflow, units
// the engine does not know turned into ones it does, and calc() worked out. Nothing where that is
// impossible. `value` is in lower case, without strings.
std::optional<std::string> bound_numbers(std::string_view value, const NumberRule& rule);

// Replaces var(--name, fallback); false where a name is unknown or the value would grow too long.
bool fill_variables(std::string& value, const Variables& variables);

// The colour in a value of background or background-color; empty where it sets none.
std::string background_colour(std::string_view value);

bool is_font_size(std::string_view word);

}  // namespace asof::layout
