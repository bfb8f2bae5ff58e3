#include <string.h>

#include <algorithm>

#include "base/text.h"
#include "robots/path_pattern_internal.h"

namespace asof::robots {
namespace {

bool is_unreserved(char c) { return is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~'; }

// Never in a URL as requested. Bytes above ASCII are not among them: see normalise_target.
bool must_be_escaped(char c) {
  auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7F ||
         std::string_view("\"<>\\^`{|}").find(c) != std::string_view::npos;
}

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

// Whether "%XX" stands at `at`, and the byte it means.
bool is_escape(std::string_view text, std::size_t at, char& meaning) {
  if (at + 2 >= text.size() || text[at] != '%') return false;
  int high = hex_value(text[at + 1]);
  int low = hex_value(text[at + 2]);
  if (high < 0 || low < 0) return false;
  meaning = static_cast<char>(high * 16 + low);
  return true;
}

template <class Escape>
void append_normalised(std::string& out, std::string_view text, Escape escape) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    char meaning = 0;
    if (is_escape(text, at, meaning)) {
      if (is_unreserved(meaning)) {
        out += meaning;
      } else {
        append_escaped(out, meaning);
      }
      at += 2;
    } else if (text[at] == '%' || escape(text[at])) {
      // A percent sign that begins no escape is written as one, or it could begin one afterwards.
      append_escaped(out, text[at]);
    } else {
      out += text[at];
    }
  }
}

// Where `needle` occurs first; glibc's search is linear, which string_view::find is not.
std::size_t find(std::string_view text, std::string_view needle) {
  const void* at = memmem(text.data(), text.size(), needle.data(), needle.size());
  if (at == nullptr) return kNone;
  return static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

}  // namespace

std::string normalise_pattern(std::string_view pattern) {
  std::string out;
  bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  // A dollar elsewhere is a character; it is spelled as in targets, so that they meet.
  append_normalised(out, pattern, [](char c) {
    return c == '$' || must_be_escaped(c) || static_cast<unsigned char>(c) > 0x7F;
  });
  if (to_the_end) out += '$';
  return out;
}

std::string_view normalise_target(std::string_view target, std::string& buffer) {
  // Bytes above ASCII stay: a URL as requested has none, and who asks with one asks about
  // something no rule can name.
  auto escape = [](char c) { return c == '*' || c == '$' || must_be_escaped(c); };
  bool plain = std::none_of(target.begin(), target.end(),
                            [&escape](char c) { return c == '%' || escape(c); });
  if (plain) return target;
  buffer.clear();
  append_normalised(buffer, target, escape);
  return buffer;
}

bool matches(std::string_view pattern, std::string_view target) {
  bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  std::size_t star = pattern.find('*');
  if (star == kNone) return to_the_end ? target == pattern : target.starts_with(pattern);
  if (!target.starts_with(pattern.substr(0, star))) return false;
  target.remove_prefix(star);

  // The leftmost place for each piece leaves the most room for those after it.
  while (star != kNone) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    std::string_view piece = pattern.substr(0, star);
    if (star == kNone && to_the_end) return target.ends_with(piece);
    std::size_t at = find(target, piece);
    if (at == kNone) return false;
    target.remove_prefix(at + piece.size());
  }
  return true;
}

}  // namespace asof::robots
