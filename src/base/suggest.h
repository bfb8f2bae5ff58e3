// Suggest: the name somebody meant who wrote another.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace asof {

// "did you mean sharc-offline? " for a word within some edits of one of the names; nothing where
// less than half of it would be kept. O(names * letters^2).
std::string did_you_mean(std::string_view word, std::span<const std::string_view> names);

}  // namespace asof
