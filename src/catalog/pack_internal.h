// Packs: texts stored compressed. Byte 1, the uncompressed size (LEB128), one zstd frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

struct ZSTD_CCtx_s;

namespace asof::catalog {

inline constexpr std::uint64_t kMostPacked = 64 << 20;  // bytes of a text

// Numbers in LEB128.
inline constexpr std::size_t kLongestNumber = 10;
// Writes to `out`, where there is room, and returns where it ended.
inline char* put_number(char* out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) *out++ = static_cast<char>((number & 0x7f) | 0x80);
  *out++ = static_cast<char>(number);
  return out;
}
void append_number(std::string& out, std::uint64_t number);

// Makes packs. One per thread: what it takes to compress is kept between calls.
class Packer final {
 public:
  explicit Packer(int level = 1) : level_(level) {}  // zstd's
  ~Packer();
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  // Empty for an empty text. The text must not be larger than kMostPacked.
  std::string pack(std::string_view text);

 private:
  const int level_;
  ZSTD_CCtx_s* engine_ = nullptr;
};
std::string pack(std::string_view text);
// Corrupt: no pack; Limit: of more than kMostPacked. `what` names it in the error: "links".
Result<std::string> unpack(std::string_view pack, std::string_view what);

}  // namespace asof::catalog
