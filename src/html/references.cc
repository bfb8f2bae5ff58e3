#include "html/references.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/text.h"
#include "html/eight_bytes.h"
#include "html/entities_table.h"

namespace asof::html {
namespace {

constexpr std::string_view kReplaced = "\xEF\xBF\xBD";
constexpr std::size_t kLongestLegacyName = 6;

// Numeric references 0x80 to 0x9F mean what windows-1252 has there (13.2.5.80); 0 = unchanged.
constexpr std::array<char16_t, 32> kMeantBy1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

const NamedReference* find_name(std::span<const NamedReference> table, std::string_view name) {
  const auto at = std::lower_bound(
      table.begin(), table.end(), name,
      [](const NamedReference& row, std::string_view wanted) { return row.name < wanted; });
  return at != table.end() && at->name == name ? &*at : nullptr;
}

char32_t meaning_of_number(char32_t number) {
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) return 0xFFFD;
  if (number >= 0x80 && number <= 0x9F && kMeantBy1252[number - 0x80] != 0) {
    return kMeantBy1252[number - 0x80];
  }
  return number;
}

// `text` starts with "&#".
std::size_t append_numeric(std::string& out, std::string_view text) {
  std::size_t at = 2;
  const bool hexadecimal = at < text.size() && to_lower(text[at]) == 'x';
  if (hexadecimal) ++at;
  const std::size_t digits = at;
  char32_t number = 0;
  for (; at < text.size(); ++at) {
    const int digit = hex_value(text[at]);
    if (digit < 0 || (!hexadecimal && digit > 9)) break;
    number = std::min<char32_t>(number * (hexadecimal ? 16 : 10) + static_cast<char32_t>(digit),
                                0x110000);
  }
  if (at == digits) return 0;
  append_utf8(out, meaning_of_number(number));
  return at < text.size() && text[at] == ';' ? at + 1 : at;
}

void append_meaning(std::string& out, const NamedReference& row) {
  append_utf8(out, row.first);
  if (row.second != 0) append_utf8(out, row.second);
}

// Copies `raw` and gives each '\r', NUL and, where wanted, '&' to the rules; everything between
// them is copied in bulk.
void append_decoded(std::string& out, std::string_view raw, bool references, bool in_attribute,
                    bool replace_nul) {
  std::size_t copied = 0;
  for (std::size_t at = 0; at < raw.size();) {
    const char c = raw[at];
    if (c != '&' && c != '\r' && c != '\0') {
      ++at;
      continue;
    }
    std::size_t taken = 0;
    out.append(raw.substr(copied, at - copied));
    if (c == '&') {
      if (references) taken = append_reference(out, raw.substr(at), in_attribute);
    } else if (c == '\r') {
      out += '\n';
      taken = at + 1 < raw.size() && raw[at + 1] == '\n' ? 2 : 1;
    } else if (replace_nul) {
      out += kReplaced;
      taken = 1;
    }
    copied = at + taken;
    at = taken != 0 ? copied : at + 1;
  }
  out.append(raw.substr(copied));
}

}  // namespace

std::size_t append_reference(std::string& out, std::string_view text, bool in_attribute) {
  if (text.size() < 2) return 0;
  if (text[1] == '#') return append_numeric(out, text);
  std::size_t end = 1;
  while (end < text.size() && is_alnum(text[end])) ++end;
  const std::string_view name = text.substr(1, end - 1);
  if (end < text.size() && text[end] == ';') {
    if (const auto* row = find_name(named_references(), name)) {
      append_meaning(out, *row);
      return end + 1;
    }
  }
  // A legacy name may be the beginning of a longer word: "&notit;" is "¬it;" in text. In an
  // attribute that would break queries such as "?a=1&copy=2", so there the word must end with it.
  for (std::size_t size = std::min(name.size(), kLongestLegacyName); size >= 2; --size) {
    const auto* row = find_name(legacy_references(), name.substr(0, size));
    if (row == nullptr) continue;
    if (in_attribute) {
      const char next = size + 1 < text.size() ? text[size + 1] : '\0';
      if (next == '=' || is_alnum(next)) return 0;
    }
    append_meaning(out, *row);
    return size + 1;
  }
  return 0;
}

bool needs_decoding(std::string_view raw) {
  const auto matters = [](char c) { return c == '&' || c == '\r' || c == '\0'; };
  for (; raw.size() >= 8; raw.remove_prefix(8)) {
    const EightBytes bytes = load_eight(raw.data());
    if ((mark_equal(bytes, '&') | mark_equal(bytes, '\r') | mark_equal(bytes, 0)) != 0) return true;
  }
  return std::any_of(raw.begin(), raw.end(), matters);
}

void append_text(std::string& out, std::string_view raw, TextKind kind) {
  const bool references = kind == TextKind::Data || kind == TextKind::Rcdata;
  const bool replace_nul = kind != TextKind::Data && kind != TextKind::Cdata;
  append_decoded(out, raw, references, false, replace_nul);
}

void append_attribute_value(std::string& out, std::string_view raw) {
  append_decoded(out, raw, true, true, true);
}

std::string decode_text(std::string_view raw, TextKind kind) {
  std::string out;
  append_text(out, raw, kind);
  return out;
}

std::string decode_attribute_value(std::string_view raw) {
  std::string out;
  append_attribute_value(out, raw);
  return out;
}

std::string decode_name(std::string_view raw) { return lower(decode_literal(raw)); }

std::string decode_literal(std::string_view raw) {
  std::string out;
  append_decoded(out, raw, false, false, true);
  return out;
}

}  // namespace asof::html
