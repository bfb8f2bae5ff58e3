// NameKey: an element or attribute name as one integer, so that a name is told apart by a switch.
//
// Six bits per character, ASCII case ignored, up to ten characters of a-z 0-9 - : and _. Longer
// names and names with other characters have keys that no call of key_of() on a plain name yields,
// so equal keys mean equal names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace asof::html {

using NameKey = std::uint64_t;

inline constexpr std::size_t kLongestKeyedName = 10;
inline constexpr NameKey kNoKey = 0;

// What a byte means inside a name: 1..39 its code, 63 some other character, 64 and above: the name
// ends here. '=' ends attribute names only.
inline constexpr std::uint8_t kOtherCode = 63;
inline constexpr std::uint8_t kEqualsCode = 64;
inline constexpr std::uint8_t kEndCode = 65;

constexpr std::array<std::uint8_t, 256> make_name_codes() {
  std::array<std::uint8_t, 256> codes{};
  for (auto& code : codes) code = kOtherCode;
  for (std::size_t i = 0; i < 26; ++i) {
    codes['a' + i] = static_cast<std::uint8_t>(1 + i);
    codes['A' + i] = static_cast<std::uint8_t>(1 + i);
  }
  for (std::size_t i = 0; i < 10; ++i) codes['0' + i] = static_cast<std::uint8_t>(27 + i);
  codes['-'] = 37;
  codes[':'] = 38;
  codes['_'] = 39;
  codes['='] = kEqualsCode;
  for (char c : {' ', '\t', '\n', '\f', '\r', '/', '>'}) {
    codes[static_cast<unsigned char>(c)] = kEndCode;
  }
  return codes;
}
inline constexpr std::array<std::uint8_t, 256> kNameCodes = make_name_codes();

constexpr std::uint8_t name_code(char c) { return kNameCodes[static_cast<unsigned char>(c)]; }

constexpr NameKey key_of(std::string_view name) {
  if (name.size() > kLongestKeyedName) return kNoKey;
  NameKey key = 0;
  for (char c : name) key = key << 6 | (name_code(c) & 63U);
  return key;
}

namespace literals {
// A name known when compiling; refuses to compile when it has no key.
consteval NameKey operator""_name(const char* text, std::size_t size) {
  if (size == 0 || size > kLongestKeyedName) throw "a name of 1 to 10 characters";
  for (std::size_t i = 0; i < size; ++i) {
    if (name_code(text[i]) >= kOtherCode) throw "a name of a-z 0-9 - : _";
  }
  return key_of({text, size});
}
}  // namespace literals

}  // namespace asof::html
