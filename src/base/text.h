// Text as bytes: ASCII case, trimming, splitting, hexadecimal, Base32, UTF-8.
// Nothing here depends on the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asof {

// Where a search found nothing.
inline constexpr std::size_t kNone = std::string_view::npos;

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_alpha(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c + 32) : c; }
constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 32) : c; }
// Space, tab, line feed, form feed, carriage return: HTML's white space.
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}
// The value of a hexadecimal digit, or -1.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string lower(std::string_view text);
std::string upper(std::string_view text);
bool iequals(std::string_view a, std::string_view b);  // ASCII case is ignored
bool istarts_with(std::string_view text, std::string_view prefix);
std::string_view trim(std::string_view text);  // white space on both ends
std::vector<std::string_view> split(std::string_view text, char separator);

// A whole decimal number without sign that fits; nothing else, no white space.
std::optional<std::uint64_t> parse_uint(std::string_view text);

std::string hex(std::string_view bytes);                        // lower case
std::optional<std::string> from_hex(std::string_view text);     // either case
std::string base32(std::string_view bytes);                     // RFC 4648, upper case, padded
std::optional<std::string> from_base32(std::string_view text);  // padding optional

std::optional<std::string> from_base64(std::string_view text);  // also URL-safe; padding optional

void append_utf8(std::string& out, char32_t code_point);
bool is_utf8(std::string_view bytes);
// The bytes with every ill-formed sequence replaced by U+FFFD, as the Encoding Standard does it.
std::string to_utf8(std::string_view bytes);

// A JSON string with its quotes. Ill-formed UTF-8 becomes U+FFFD.
std::string json_quote(std::string_view text);
void append_json(std::string& out, std::string_view text);  // the same, at its end

// 1234567 -> "1,234,567"; 1536 -> "1.5 KB": for people, never for machines.
std::string with_commas(std::uint64_t number);
std::string counted(std::uint64_t number, std::string_view noun);  // "1 error", "2,000 errors"
std::string human_bytes(std::uint64_t bytes);

}  // namespace asof
