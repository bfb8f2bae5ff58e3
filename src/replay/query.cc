#include "replay/query.h"

#include <fmt/format.h>

#include "base/text.h"

namespace asof::replay {

std::string percent_decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
                        hex_value(text[i + 2]) >= 0;
    if (escape) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += plus_is_blank && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~')
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

Query::Query(std::string_view text) {
  if (text.empty()) return;
  for (const std::string_view pair : split(text, '&')) {
    const std::size_t equals = pair.find('=');
    const std::string_view value = equals == kNone ? "" : pair.substr(equals + 1);
    values_.emplace_back(percent_decoded(pair.substr(0, equals), true),
                         percent_decoded(value, true));
  }
}

std::string_view Query::get(std::string_view name) const {
  for (const auto& [key, value] : values_)
    if (key == name) return value;
  return {};
}

bool Query::has(std::string_view name) const {
  for (const auto& [key, value] : values_)
    if (key == name) return true;
  return false;
}

std::vector<std::string_view> Query::all(std::string_view name) const {
  std::vector<std::string_view> found;
  for (const auto& [key, value] : values_)
    if (key == name) found.push_back(value);
  return found;
}

}  // namespace asof::replay
