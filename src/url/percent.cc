#include "base/text.h"
#include "url/percent_internal.h"

namespace asof::url {

namespace {

void append_escape(std::string& out, char c) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

}  // namespace

void append_encoded(std::string& out, std::string_view text, unsigned set) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!in_set(text[i], set)) continue;
    out.append(text, start, i - start);
    append_escape(out, text[i]);
    start = i + 1;
  }
  out.append(text, start, std::string_view::npos);
}

std::string escape_invisible(std::string_view text, std::string_view also) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    bool visible = c > 0x20 && c < 0x7F;
    if (visible && also.find(c) == std::string_view::npos) {
      out += c;
    } else {
      append_escape(out, c);
    }
  }
  return out;
}

namespace {

// Whether the three bytes from `at` are an escape.
bool is_escape(std::string_view text, std::size_t at) {
  return text[at] == '%' && hex_value(text[at + 1]) >= 0 && hex_value(text[at + 2]) >= 0;
}

char escaped_byte(std::string_view text, std::size_t at) {
  return static_cast<char>(hex_value(text[at + 1]) * 16 + hex_value(text[at + 2]));
}

}  // namespace

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i + 2 < text.size() && is_escape(text, i)) {
      out += escaped_byte(text, i);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string percent_decode_repeatedly(std::string_view text) {
  if (text.find('%') == std::string_view::npos) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    out += c;
    while (out.size() >= 3 && is_escape(out, out.size() - 3)) {
      char byte = escaped_byte(out, out.size() - 3);
      out.resize(out.size() - 2);
      out.back() = byte;
    }
  }
  return out;
}

}  // namespace asof::url
