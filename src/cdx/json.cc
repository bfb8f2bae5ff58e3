#include <cstdio>

#include "base/text.h"
#include "cdx/json_internal.h"

namespace asof::cdx {
namespace {

constexpr std::size_t kMaxDepth = 64;

char escape_of(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return '\0';
  }
}

char unescape_of(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return '\0';
  }
}

// The four digits after "\u" at `at`, or -1.
int code_unit(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return -1;
  int value = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    int digit = hex_value(text[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// Decodes the "\uXXXX" whose digits are at `at`, its second half included; the index after it.
std::optional<std::size_t> append_unit(std::string& out, std::string_view text, std::size_t at) {
  int high = code_unit(text, at);
  if (high < 0) return std::nullopt;
  at += 4;
  bool leads = high >= 0xD800 && high < 0xDC00;
  if (leads && text.substr(at).starts_with("\\u")) {
    int low = code_unit(text, at + 2);
    if (low >= 0xDC00 && low < 0xE000) {
      append_utf8(out, static_cast<char32_t>(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)));
      return at + 6;
    }
  }
  bool surrogate = high >= 0xD800 && high < 0xE000;
  append_utf8(out, surrogate ? char32_t{0xFFFD} : static_cast<char32_t>(high));
  return at;
}

bool is_scalar_char(char c) { return is_alnum(c) || c == '+' || c == '-' || c == '.'; }

bool is_number(std::string_view text) {
  std::size_t i = 0;
  auto digits = [&] {
    std::size_t from = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - from;
  };
  if (i < text.size() && text[i] == '-') ++i;
  std::size_t first = i;
  std::size_t whole = digits();
  if (whole == 0 || (whole > 1 && text[first] == '0')) return false;
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (digits() == 0) return false;
  }
  if (i < text.size() && to_lower(text[i]) == 'e') {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  std::string clean;
  if (!is_utf8(text)) {
    clean = to_utf8(text);
    text = clean;
  }
  out += '"';
  for (char c : text) {
    if (char escape = escape_of(c)) {
      out += '\\';
      out += escape;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      out += escaped;
    } else {
      out += c;
    }
  }
  out += '"';
}

void JsonCursor::skip_spaces() {
  while (!at_end() && is_space(text_[at_])) ++at_;
}

bool JsonCursor::take(char c) {
  skip_spaces();
  if (at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

std::optional<std::string> JsonCursor::take_string() {
  if (!take('"')) return std::nullopt;
  std::string out;
  while (!at_end()) {
    std::size_t end = text_.find_first_of("\"\\", at_);
    if (end == std::string_view::npos) break;
    out += text_.substr(at_, end - at_);
    at_ = end + 1;
    if (text_[end] == '"') return out;
    char mark = at_end() ? '\0' : text_[at_];
    if (mark == 'u') {
      auto after = append_unit(out, text_, at_ + 1);
      if (!after) return std::nullopt;
      at_ = *after;
    } else if (char plain = unescape_of(mark)) {
      out += plain;
      ++at_;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> JsonCursor::take_raw_string() {
  std::size_t start = at_;
  if (!take_string()) return std::nullopt;
  return text_.substr(start, at_ - start);
}

std::optional<std::string_view> JsonCursor::take_scalar() {
  skip_spaces();
  std::size_t start = at_;
  while (!at_end() && is_scalar_char(text_[at_])) ++at_;
  std::string_view word = text_.substr(start, at_ - start);
  bool known = word == "true" || word == "false" || word == "null" || is_number(word);
  if (!known) return std::nullopt;
  return word;
}

bool JsonCursor::take_nested() {
  std::string open;
  do {
    skip_spaces();
    if (at_end()) return false;
    char c = text_[at_];
    if (c == '{' || c == '[') {
      if (open.size() == kMaxDepth) return false;
      open += c == '{' ? '}' : ']';
      ++at_;
    } else if (c == '}' || c == ']') {
      if (c != open.back()) return false;
      open.pop_back();
      ++at_;
    } else if (c == '"') {
      if (!take_raw_string()) return false;
    } else if (c == ',' || c == ':') {
      ++at_;
    } else if (!take_scalar()) {
      return false;
    }
  } while (!open.empty());
  return true;
}

std::optional<std::string_view> JsonCursor::take_value() {
  skip_spaces();
  if (at_end()) return std::nullopt;
  char c = text_[at_];
  if (c == '"') return take_raw_string();
  if (c != '{' && c != '[') return take_scalar();
  std::size_t start = at_;
  if (!take_nested()) return std::nullopt;
  return text_.substr(start, at_ - start);
}

}  // namespace asof::cdx
