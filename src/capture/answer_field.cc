#include "capture/answer_field.h"

#include "base/text.h"

namespace asof::capture {
namespace {

// Readers of records limit what a head may take; most heads of a 304 have some hundred bytes.
constexpr std::size_t kLongestField = std::size_t{32} << 10;

bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '%'; }

}  // namespace

std::optional<std::string> to_answer_field(std::string_view head) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  // White space at either end of a field is nobody's.
  if (!head.starts_with("HTTP/") || !head.ends_with('\n')) return std::nullopt;
  std::string value;
  for (const char c : head) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c))
      value += c;
    else
      value.append(1, '%').append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 15]);
  }
  if (value.size() > kLongestField) return std::nullopt;
  return value;
}

std::string from_answer_field(std::string_view value) {
  std::string head;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool escaped = value[i] == '%' && i + 2 < value.size() && hex_value(value[i + 1]) >= 0 &&
                         hex_value(value[i + 2]) >= 0;
    if (!escaped) {
      head += value[i];
      continue;
    }
    head += static_cast<char>(hex_value(value[i + 1]) * 16 + hex_value(value[i + 2]));
    i += 2;
  }
  return head;
}

}  // namespace asof::capture
