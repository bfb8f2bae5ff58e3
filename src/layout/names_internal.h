// Names of classes and ids in a form every selector parser reads.
#pragma once

#include <string>
#include <string_view>

namespace asof::layout {

// Letters, digits, - and _, not starting with a digit.
bool is_plain_name(std::string_view name);
// The name itself where it is plain, otherwise one that stands for it and for no other.
std::string plain_name(std::string_view name);

}  // namespace asof::layout
