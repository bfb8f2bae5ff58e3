#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace asof {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_lower(c);
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_upper(c);
  return out;
}

bool iequals(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  return true;
}

bool istarts_with(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && iequals(text.substr(0, prefix.size()), prefix);
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != separator) continue;
    parts.push_back(text.substr(start, i - start));
    start = i + 1;
  }
  return parts;
}

std::optional<std::uint64_t> parse_uint(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (char c : text) {
    if (!is_digit(c)) return std::nullopt;
    auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out(bytes.size() * 2, '0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    out[2 * i] = kDigits[byte >> 4];
    out[2 * i + 1] = kDigits[byte & 15];
  }
  return out;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    int high = hex_value(text[i]);
    int low = hex_value(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

std::string base32(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string out;
  unsigned buffer = 0;
  int bits = 0;
  for (char c : bytes) {
    buffer = ((buffer << 8) | static_cast<unsigned char>(c)) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) out += kDigits[(buffer >> (bits - 5)) & 31];
  }
  if (bits > 0) out += kDigits[(buffer << (5 - bits)) & 31];
  while (out.size() % 8 != 0) out += '=';
  return out;
}

std::optional<std::string> from_base32(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string out;
  unsigned buffer = 0;
  int bits = 0;
  for (char c : text) {
    char u = to_upper(c);
    int value = u >= 'A' && u <= 'Z' ? u - 'A' : u >= '2' && u <= '7' ? u - '2' + 26 : -1;
    if (value < 0) return std::nullopt;
    buffer = ((buffer << 5) | static_cast<unsigned>(value)) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      out += static_cast<char>((buffer >> bits) & 0xff);
    }
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string out;
  unsigned buffer = 0;
  int bits = 0;
  for (char c : text) {
    int value = is_upper(c)            ? c - 'A'
                : is_lower(c)          ? c - 'a' + 26
                : is_digit(c)          ? c - '0' + 52
                : c == '+' || c == '-' ? 62
                : c == '/' || c == '_' ? 63
                                       : -1;
    if (value < 0) return std::nullopt;
    buffer = ((buffer << 6) | static_cast<unsigned>(value)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out += static_cast<char>((buffer >> bits) & 0xff);
    }
  }
  return out;
}

void append_utf8(std::string& out, char32_t code_point) {
  auto put = [&out](unsigned byte) { out += static_cast<char>(byte); };
  unsigned c = code_point;
  if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) c = 0xfffd;
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | c >> 6);
    put(0x80 | (c & 63));
  } else if (c < 0x10000) {
    put(0xe0 | c >> 12);
    put(0x80 | (c >> 6 & 63));
    put(0x80 | (c & 63));
  } else {
    put(0xf0 | c >> 18);
    put(0x80 | (c >> 12 & 63));
    put(0x80 | (c >> 6 & 63));
    put(0x80 | (c & 63));
  }
}

namespace {

// The length of the well-formed sequence at the front, or 0; `bad` is then how many bytes the
// Encoding Standard replaces by one U+FFFD (the maximal prefix of a sequence, at least 1).
std::size_t utf8_sequence(std::string_view s, std::size_t& bad) {
  auto byte = [s](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  bad = 1;
  unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  std::size_t length = lead >= 0xc2 && lead <= 0xdf   ? 2
                       : lead >= 0xe0 && lead <= 0xef ? 3
                       : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                      : 0;
  if (length == 0) return 0;
  unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  for (std::size_t i = 1; i < length; ++i) {
    if (i >= s.size() || byte(i) < low || byte(i) > high) return 0;
    bad = i + 1;
    low = 0x80;
    high = 0xbf;
  }
  return length;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  std::size_t bad = 0;
  while (!bytes.empty()) {
    // Heads and addresses are ASCII nearly always: eight bytes at a time.
    if (bytes.size() >= 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), sizeof word);
      if ((word & 0x8080808080808080u) == 0) {
        bytes.remove_prefix(8);
        continue;
      }
    }
    std::size_t n = utf8_sequence(bytes, bad);
    if (n == 0) return false;
    bytes.remove_prefix(n);
  }
  return true;
}

std::string to_utf8(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  std::string out;
  out.reserve(bytes.size());
  std::size_t bad = 0;
  while (!bytes.empty()) {
    std::size_t n = utf8_sequence(bytes, bad);
    if (n > 0) {
      out += bytes.substr(0, n);
    } else {
      out += "\xef\xbf\xbd";
    }
    bytes.remove_prefix(n > 0 ? n : bad);
  }
  return out;
}

namespace {

void append_json_escape(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  }
}

}  // namespace

void append_json(std::string& out, std::string_view text) {
  std::string clean;
  if (!is_utf8(text)) {
    clean = to_utf8(text);
    text = clean;
  }
  out += '"';
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != 0x7f) continue;
    out += text.substr(done, at - done);
    append_json_escape(out, c);
    done = at + 1;
  }
  out += text.substr(done);
  out += '"';
}

std::string json_quote(std::string_view text) {
  std::string out;
  append_json(out, text);
  return out;
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return with_commas(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array kUnits = {"bytes", "KB", "MB", "GB", "TB", "PB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1000 && unit + 1 < kUnits.size(); ++unit) value /= 1000;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace asof
