#include <algorithm>

#include "base/text.h"
#include "noise/lexeme_internal.h"

namespace asof::noise {
namespace {

constexpr std::uint32_t kMostDigits = 255;

struct Sign {
  std::string_view bytes;
  char mark;  // ' ': white space
};
// Characters beyond ASCII that are neither letters nor ideographs.
constexpr Sign kSigns[] = {
    {"\u00A0", ' '}, {"\u00A9", 'c'}, {"\u00B7", '|'}, {"\u00AB", '"'},  {"\u00BB", '"'},
    {"\u2007", ' '}, {"\u2009", ' '}, {"\u202F", ' '}, {"\u2010", '-'},  {"\u2011", '-'},
    {"\u2012", '-'}, {"\u2013", '-'}, {"\u2014", '-'}, {"\u2018", '\''}, {"\u2019", '\''},
    {"\u201C", '"'}, {"\u201D", '"'}, {"\u2022", '|'}, {"\u2026", '|'},  {"\u3000", ' '},
    {"\u3001", ','}, {"\u3002", '.'}, {"\u2212", '-'},
};

const Sign* sign_at(std::string_view text) {
  const char first = text[0];
  if (first != '\xC2' && first != '\xE2' && first != '\xE3') return nullptr;
  for (const Sign& sign : kSigns) {
    if (text.starts_with(sign.bytes)) return &sign;
  }
  return nullptr;
}

// Han and Hangul are written without spaces: each character stands alone.
std::size_t ideograph_at(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  return first >= 0xE4 && first <= 0xED ? std::min<std::size_t>(3, text.size()) : 0;
}

bool letter(char c) { return is_alpha(c) || (static_cast<unsigned char>(c) & 0x80) != 0; }

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && letter(text[at])) {
    if ((static_cast<unsigned char>(text[at]) & 0x80) != 0) {
      const std::string_view rest = text.substr(at);
      if (sign_at(rest) != nullptr || ideograph_at(rest) != 0) break;
    }
    ++at;
  }
  return at;
}

Lexeme number_at(std::string_view text, std::size_t at) {
  Lexeme number{.begin = at, .kind = LexemeKind::Number};
  std::uint32_t digits = 0;
  for (; at < text.size() && is_digit(text[at]); ++at) {
    if (digits < 9) number.value = number.value * 10 + static_cast<std::uint32_t>(text[at] - '0');
    digits = std::min(digits + 1, kMostDigits);
  }
  number.digits = static_cast<std::uint8_t>(digits);
  number.end = at;
  return number;
}

Lexeme word_at(std::string_view text, std::size_t at) {
  const std::size_t alone = ideograph_at(text.substr(at));
  const std::size_t end = alone != 0 ? at + alone : std::max(word_end(text, at), at + 1);
  return {.begin = at,
          .end = end,
          .meaning = meaning_of(text.substr(at, end - at)),
          .kind = LexemeKind::Word};
}

}  // namespace

std::vector<Lexeme> lexemes_of(std::string_view text) {
  std::vector<Lexeme> found;
  found.reserve(text.size() / 5 + 1);
  bool gap = true;
  bool line = true;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    const Sign* sign = sign_at(text.substr(at));
    if (is_space(c) || (sign != nullptr && sign->mark == ' ')) {
      gap = true;
      line = line || c == '\n';
      at += sign == nullptr ? 1 : sign->bytes.size();
      continue;
    }
    Lexeme next;
    if (is_digit(c)) {
      next = number_at(text, at);
    } else if (sign != nullptr) {
      next = {.begin = at, .end = at + sign->bytes.size(), .mark = sign->mark};
      if (sign->mark == 'c') next.meaning = kCopyright;
    } else if (letter(c)) {
      next = word_at(text, at);
    } else {
      next = {.begin = at, .end = at + 1, .mark = c};
    }
    next.gap = gap;
    next.line = line;
    gap = line = false;
    at = next.end;
    found.push_back(next);
  }
  return found;
}

}  // namespace asof::noise
