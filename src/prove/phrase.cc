#include "prove/phrase.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include <algorithm>

#include "base/check.h"
#include "base/text.h"

namespace asof::prove {
namespace {

constexpr std::size_t kAround = 60;

// White_Space of Unicode, and the controls that HTML's text treats alike.
bool is_white(char32_t c) {
  return c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_unseen(char32_t c) {
  return c == 0xAD || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         c == 0x2060 || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

// The character at `at` of well-formed UTF-8, and how long it is.
struct Character {
  char32_t code = 0;
  std::size_t size = 1;
};
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[at + i]));
  };
  const char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  if (first < 0xE0) return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (first < 0xF0) return {(first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(first & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F),
          4};
}

// With one space for white space, and without what is never seen.
std::string folded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool gap = false;
  for (std::size_t at = 0; at < text.size();) {
    const Character next = character_at(text, at);
    if (is_white(next.code)) {
      gap = true;
    } else if (!is_unseen(next.code)) {
      if (gap && !out.empty()) out += ' ';
      gap = false;
      out.append(text, at, next.size);
    }
    at += next.size;
  }
  return out;
}

std::string composed(const std::string& text) {
  const bool is_ascii =
      std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_ascii) return text;
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* form = icu::Normalizer2::getNFCInstance(status);
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  if (U_SUCCESS(status)) form->normalizeUTF8(0, text, sink, nullptr, status);
  // It needs nothing but tables that are part of the library.
  CHECK(U_SUCCESS(status));
  return out;
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string normalised(std::string_view text) {
  return composed(is_utf8(text) ? folded(text) : folded(to_utf8(text)));
}

std::size_t find_phrase(std::string_view text, std::string_view phrase) {
  return phrase.empty() ? kNone : text.find(phrase);
}

std::string excerpt(std::string_view text, std::size_t at, std::size_t length) {
  std::size_t begin = at - std::min(at, kAround);
  while (begin < at && continues_character(text[begin])) ++begin;
  std::size_t end = std::min(text.size(), at + length + kAround);
  while (end < text.size() && continues_character(text[end])) ++end;
  return (begin > 0 ? "..." : "") + std::string(text.substr(begin, end - begin)) +
         (end < text.size() ? "..." : "");
}

}  // namespace asof::prove
