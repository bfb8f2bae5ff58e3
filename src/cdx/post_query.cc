#include <algorithm>

#include "base/text.h"
#include "cdx/post_internal.h"

namespace asof::cdx {
namespace {

constexpr std::size_t kMaxParts = 1000;

void append_form_encoded(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "*-._";
  for (char c : text) {
    if (is_alnum(c) || kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
}

// name="x", a blank line, and the rest of the next line: /name="([^"]+)"\r\n\r\n(.*)/i.
bool take_part(std::string_view part, Query& query) {
  constexpr std::string_view kName = "name=\"", kBlank = "\"\r\n\r\n";
  for (std::size_t at = 0; at + kName.size() < part.size(); ++at) {
    if (!iequals(part.substr(at, kName.size()), kName)) continue;
    std::size_t start = at + kName.size();
    std::size_t quote = part.find('"', start);
    if (quote == std::string_view::npos) return false;
    if (quote == start || !part.substr(quote).starts_with(kBlank)) continue;
    std::string_view value = part.substr(quote + kBlank.size());
    value = value.substr(0, value.find_first_of("\r\n"));
    query.set(std::string(part.substr(start, quote - start)), std::string(value));
    return true;
  }
  return false;
}

}  // namespace

void Query::set(std::string name, std::string value) {
  auto [place, added] = first_.try_emplace(name, list_.size());
  if (added) {
    list_.emplace_back(std::move(name), std::move(value));
  } else {
    list_[place->second].second = std::move(value);
  }
}

void Query::add_distinct(const std::string& name, std::string value) {
  if (!first_.contains(name)) return set(name, std::move(value));
  int& count = repeats_.try_emplace(name, 1).first->second;
  set(name + "." + std::to_string(++count) + "_", std::move(value));
}

std::string Query::text() const {
  std::string out;
  for (const auto& [name, value] : list_) {
    if (!out.empty()) out += '&';
    append_form_encoded(out, name);
    out += '=';
    append_form_encoded(out, value);
  }
  return out;
}

std::string multipart_query(std::string_view body, std::string_view content_type) {
  constexpr std::string_view kMark = "boundary=";
  std::size_t at = lower(content_type).find(kMark);
  if (at == std::string::npos) return {};
  std::string_view named = content_type.substr(at + kMark.size());
  named = trim(named.substr(0, named.find(';')));
  while (!named.empty() && named.front() == '"') named.remove_prefix(1);
  while (!named.empty() && named.back() == '"') named.remove_suffix(1);
  if (named.empty()) return {};

  std::string text = to_utf8(body);
  std::string folded = lower(text), boundary = lower(named);
  Query query;
  std::size_t start = 0;
  for (std::size_t count = 0; count < kMaxParts; ++count) {
    std::size_t end = folded.find(boundary, start);
    take_part(trim(std::string_view(text).substr(start, end - start)), query);
    if (end == std::string::npos) break;
    start = end + boundary.size();
  }
  return query.text();
}

std::optional<std::string> decode_uri(std::string_view text) {
  constexpr std::string_view kReserved = ";/?:@&=+$,#";
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '%') {
      out += text[i++];
      continue;
    }
    std::string bytes;
    std::size_t start = i, wanted = 1;
    while (bytes.size() < wanted) {
      bool whole = i + 2 < text.size() && text[i] == '%';
      int high = whole ? hex_value(text[i + 1]) : -1, low = whole ? hex_value(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      auto byte = static_cast<unsigned char>(high * 16 + low);
      if (bytes.empty()) wanted = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
      bytes += static_cast<char>(byte);
      i += 3;
    }
    if (!is_utf8(bytes)) return std::nullopt;
    bool keep = wanted == 1 && kReserved.find(bytes[0]) != std::string_view::npos;
    out += keep ? text.substr(start, 3) : std::string_view(bytes);
  }
  return out;
}

}  // namespace asof::cdx
