// Percent-encoding: the sets of the URL Standard (section 1.3) as one table of bits per byte.
//
// Works on bytes: every byte of a non-ASCII code point is in every set, so encoding the UTF-8 form
// byte by byte is what the standard asks. Bytes that are not UTF-8 are encoded as they stand.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace asof::url {

// Bits of the table: the percent-encode sets, and what may not stand in a host.
inline constexpr unsigned kEncodeControl = 1;
inline constexpr unsigned kEncodeFragment = 2;
inline constexpr unsigned kEncodeQuery = 4;
inline constexpr unsigned kEncodeSpecialQuery = 8;
inline constexpr unsigned kEncodePath = 16;
inline constexpr unsigned kEncodeUserinfo = 32;
inline constexpr unsigned kForbiddenHost = 64;
inline constexpr unsigned kForbiddenDomain = 128;

constexpr std::array<std::uint8_t, 256> make_encode_table() {
  std::array<std::uint8_t, 256> table{};
  auto add = [&table](std::string_view bytes, unsigned sets) {
    for (char c : bytes) {
      auto& entry = table[static_cast<unsigned char>(c)];
      entry = static_cast<std::uint8_t>(entry | sets);
    }
  };
  constexpr unsigned kPathUp = kEncodePath | kEncodeUserinfo;
  constexpr unsigned kQueryUp = kEncodeQuery | kEncodeSpecialQuery | kPathUp;
  constexpr unsigned kEverySet = kEncodeControl | kEncodeFragment | kQueryUp;
  for (std::size_t i = 0; i < 256; ++i) {
    if (i < 0x20) table[i] = kEverySet | kForbiddenDomain;
    if (i == 0x7F) table[i] = kEverySet | kForbiddenDomain;
    if (i > 0x7F) table[i] = kEverySet;
  }
  add(" \"<>", kEncodeFragment | kQueryUp);
  add("`", kEncodeFragment | kPathUp);
  add("#", kQueryUp);
  add("'", kEncodeSpecialQuery);
  add("?^{}", kPathUp);
  add("/:;=@[\\]|", kEncodeUserinfo);
  add(std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17), kForbiddenHost | kForbiddenDomain);
  add("%", kForbiddenDomain);
  return table;
}

inline constexpr std::array<std::uint8_t, 256> kEncodeTable = make_encode_table();

constexpr bool in_set(char c, unsigned set) {
  return (kEncodeTable[static_cast<unsigned char>(c)] & set) != 0;
}

// Appends `text` with the bytes of `set` written as %XX, upper case.
void append_encoded(std::string& out, std::string_view text, unsigned set);

// The text with all that is not visible ASCII, and the bytes of `also`, written as %XX.
std::string escape_invisible(std::string_view text, std::string_view also = "");

// One pass of percent-decoding; a '%' without two hexadecimal digits stays.
std::string percent_decode(std::string_view text);

// Percent-decoding until nothing changes, in one pass over a stack: what "%25%32%35" comes to. No
// two escapes can overlap, so the order of decoding does not matter; the cost is linear.
std::string percent_decode_repeatedly(std::string_view text);

}  // namespace asof::url
