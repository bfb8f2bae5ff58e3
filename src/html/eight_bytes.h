// Eight bytes of text looked at together, as one number.
//
// The functions mark bytes by their highest bit. Above the first byte they mark, marks may be
// wrong: use them to find the first one only.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace asof::html {

using EightBytes = std::uint64_t;

inline constexpr EightBytes kLowBits = 0x0101010101010101ULL;
inline constexpr EightBytes kHighBits = 0x8080808080808080ULL;

// The first byte is the lowest one, whatever the machine.
inline EightBytes load_eight(const char* p) {
  EightBytes value = 0;
  std::memcpy(&value, p, sizeof value);
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
  return value;
}

// The first `count` bytes, at most eight; the others are zero.
inline EightBytes first_of(EightBytes value, std::size_t count) {
  return count >= 8 ? value : value & ((EightBytes{1} << count * 8) - 1);
}

inline EightBytes mark_below(EightBytes value, unsigned char limit) {  // limit <= 128
  return (value - kLowBits * limit) & ~value & kHighBits;
}
inline EightBytes mark_equal(EightBytes value, unsigned char byte) {
  return mark_below(value ^ kLowBits * byte, 1);
}
inline std::size_t first_mark(EightBytes marks) {
  return static_cast<std::size_t>(std::countr_zero(marks)) / 8;
}

// Exact in every byte: `from` and `to` are ASCII.
inline EightBytes mark_range(EightBytes value, unsigned char from, unsigned char to) {
  const EightBytes seven = value & ~kHighBits;
  const EightBytes at_least = seven + kLowBits * static_cast<unsigned char>(0x80 - from);
  const EightBytes above = seven + kLowBits * static_cast<unsigned char>(0x7F - to);
  return (at_least ^ above) & ~value & kHighBits;
}

// ASCII letters in lower case, all else as it was.
inline EightBytes lower_eight(EightBytes value) { return value | mark_range(value, 'A', 'Z') >> 2; }

}  // namespace asof::html
