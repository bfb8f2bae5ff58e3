#include "base/printable.h"

#include <fmt/format.h>

#include "base/text.h"

namespace asof {
namespace {

// The code point of a well-formed sequence.
char32_t code_point(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first;
  char32_t value = first & (0x7fu >> sequence.size());
  for (char c : sequence.substr(1)) value = value << 6 | (static_cast<unsigned char>(c) & 0x3fu);
  return value;
}

std::size_t length_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

// C0 and C1 controls command a terminal; the line and paragraph separators break lines; the marks,
// embeddings, overrides and isolates of the bidirectional algorithm let text look like another.
bool misleads(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  const std::string clean = to_utf8(text);
  std::string out;
  out.reserve(clean.size());
  for (std::size_t i = 0, length = 0; i < clean.size(); i += length) {
    length = length_of(clean[i]);
    const std::string_view sequence = std::string_view(clean).substr(i, length);
    const char32_t c = code_point(sequence);
    if (!misleads(c)) {
      out += sequence;
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else {
      out += c < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(c))
                      : fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    }
  }
  return out;
}

}  // namespace asof
