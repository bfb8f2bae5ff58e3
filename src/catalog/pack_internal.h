// Packs: texts stored compressed. Byte 1, the uncompressed size (LEB128), one zstd frame.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

struct ZSTD_CCtx_s;

namespace asof::catalog {

inline constexpr std::uint64_t kMostPacked = 64 << 20;  // bytes of a text

void append_number(std::string& out, std::uint64_t number);  // LEB128

// Makes packs. One per thread: what it takes to compress is kept between calls.
class Packer final {
 public:
  Packer() = default;
  ~Packer();
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  // Empty for an empty text. The text must not be larger than kMostPacked.
  std::string pack(std::string_view text);

 private:
  ZSTD_CCtx_s* engine_ = nullptr;
};
std::string pack(std::string_view text);
// Corrupt: no pack; Limit: of more than kMostPacked. `what` names it in the error: "links".
Result<std::string> unpack(std::string_view pack, std::string_view what);

}  // namespace asof::catalog
