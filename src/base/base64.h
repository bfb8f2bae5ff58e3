// Base64 as RFC 4648 has it, padded. text.h reads it.
#pragma once

#include <string>
#include <string_view>

namespace asof {

std::string base64(std::string_view bytes);

}  // namespace asof
