#include "http/fields.h"

#include <algorithm>

#include "base/text.h"
#include "http/date.h"

namespace asof::http {
namespace {

constexpr std::int64_t kMaxRetrySeconds = 10LL * 366 * 24 * 3600;
constexpr std::size_t kMaxCodings = 64;

bool is_token_char(char c) {
  static constexpr std::string_view kExtra = "!#$%&'*+-.^_`|~";
  return is_alnum(c) || kExtra.find(c) != std::string_view::npos;
}

std::string_view unquote(std::string_view text) {
  text = trim(text);
  while (!text.empty() && (text.front() == '"' || text.front() == '\'')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == '"' || text.back() == '\'')) text.remove_suffix(1);
  return trim(text);
}

// "type/subtype" in lower case, or empty.
std::string to_essence(std::string_view text) {
  text = unquote(text);
  // "text/html charset=utf-8": the semicolon was forgotten.
  text = text.substr(0, text.find_first_of(" \t\r\n"));
  std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) return {};
  std::string_view type = text.substr(0, slash), subtype = text.substr(slash + 1);
  if (!std::all_of(type.begin(), type.end(), is_token_char)) return {};
  if (!std::all_of(subtype.begin(), subtype.end(), is_token_char)) return {};
  return lower(text);
}

std::vector<std::string> codings(const Fields& fields, std::string_view name) {
  std::vector<std::string> list;
  for (std::string_view value : fields.find_all(name)) {
    for (std::string_view item : split(value, ',')) {
      std::string coding = lower(unquote(item.substr(0, item.find(';'))));
      if (coding.starts_with("x-")) coding.erase(0, 2);
      if (coding.empty() || coding == "identity") continue;
      if (list.size() < kMaxCodings) list.push_back(std::move(coding));
    }
  }
  return list;
}

}  // namespace

ContentType parse_content_type(std::string_view value) {
  ContentType type;
  std::size_t start = 0;
  while (start <= value.size()) {
    // A separator inside double quotes is text; a quote never closed is not a quote.
    std::size_t end = start;
    while (end < value.size() && value[end] != ';' && value[end] != ',') {
      std::size_t close = value[end] == '"' ? value.find('"', end + 1) : std::string_view::npos;
      end = close == std::string_view::npos ? end + 1 : close + 1;
    }
    std::string_view part = value.substr(start, end - start);
    start = end + 1;
    if (type.essence.empty()) type.essence = to_essence(part);
    std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || !type.charset.empty()) continue;
    std::string_view name = trim(part.substr(0, equals));
    bool named = iequals(name, "charset") ||
                 (name.size() > 8 && iequals(name.substr(name.size() - 8), " charset"));
    if (named) type.charset = std::string(unquote(part.substr(equals + 1)));
  }
  return type;
}

ContentType content_type(const Fields& fields) {
  ContentType type;
  for (std::string_view value : fields.find_all("content-type")) {
    ContentType next = parse_content_type(value);
    if (next.essence.empty()) {
      if (type.charset.empty()) type.charset = next.charset;
      continue;
    }
    if (next.charset.empty() && next.essence == type.essence) next.charset = type.charset;
    type = std::move(next);
  }
  return type;
}

ContentLength content_length(const Fields& fields) {
  ContentLength length;
  for (std::string_view value : fields.find_all("content-length")) {
    for (std::string_view item : split(value, ',')) {
      auto number = parse_uint(trim(item));
      if (!number) {
        length.odd = true;
      } else if (length.value && length.value != number) {
        length.conflicting = true;
      } else {
        length.value = number;
      }
    }
  }
  if (length.conflicting) length.value = std::nullopt;
  return length;
}

std::vector<std::string> transfer_codings(const Fields& fields) {
  return codings(fields, "transfer-encoding");
}

std::vector<std::string> content_codings(const Fields& fields) {
  return codings(fields, "content-encoding");
}

std::string etag(const Fields& fields) {
  std::string tag(trim(unfold(fields.find("etag").value_or(""))));
  return is_utf8(tag) ? tag : std::string();
}

std::optional<EntityTag> parse_etag(std::string_view value) {
  value = trim(value);
  EntityTag tag;
  if (istarts_with(value, "w/")) {
    tag.weak = true;
    value = trim(value.substr(2));
  }
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    value = value.substr(1, value.size() - 2);
  } else if (!value.empty() && value.front() == '"') {
    value.remove_prefix(1);
  }
  if (value.empty()) return std::nullopt;
  tag.opaque = value;
  return tag;
}

bool weak_equal(const EntityTag& a, const EntityTag& b) { return a.opaque == b.opaque; }

std::optional<Instant> last_modified(const Fields& fields) {
  auto value = fields.find("last-modified");
  return value ? parse_date(*value) : std::nullopt;
}

std::optional<std::string> location(const Fields& fields) {
  for (std::string_view value : fields.find_all("location")) {
    if (!trim(value).empty()) return unfold(trim(value));
  }
  return std::nullopt;
}

std::optional<Instant> retry_after(const Fields& fields, Instant now) {
  auto value = fields.find("retry-after");
  if (!value) return std::nullopt;
  std::string_view text = unquote(*value);
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_digit)) {
    auto seconds = parse_uint(text).value_or(kMaxRetrySeconds);
    seconds = std::min(seconds, static_cast<std::uint64_t>(kMaxRetrySeconds));
    return Instant{now.ms + static_cast<std::int64_t>(seconds) * 1000};
  }
  return parse_date(text);
}

}  // namespace asof::http
