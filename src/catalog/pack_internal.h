// Packs: texts stored compressed. Byte 1, the uncompressed size (LEB128), one zstd frame.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace asof::catalog {

inline constexpr std::uint64_t kMostPacked = 64 << 20;  // bytes of a text

void append_number(std::string& out, std::uint64_t number);  // LEB128

// Empty for an empty text. The text must not be larger than kMostPacked.
std::string pack(std::string_view text);
// Corrupt: no pack; Limit: of more than kMostPacked. `what` names it in the error: "links".
Result<std::string> unpack(std::string_view pack, std::string_view what);

}  // namespace asof::catalog
