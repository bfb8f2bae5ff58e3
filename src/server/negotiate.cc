#include "server/negotiate_internal.h"

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "http/fields.h"

namespace asof::server {
namespace {

std::string_view without_weak(std::string_view tag) {
  return tag.starts_with("W/") ? tag.substr(2) : tag;
}

// Takes the next entity tag off the front of a list, without its "W/"; empty at the end. A comma
// may stand inside the quotes.
std::string_view take_tag(std::string_view& list) {
  const auto begin = list.find_first_not_of(" \t,");
  if (begin == list.npos) return {};
  list = without_weak(list.substr(begin));
  const auto quote = list.starts_with('"') ? list.find('"', 1) : list.npos;
  const auto end = quote == list.npos ? std::min(list.find(','), list.size()) : quote + 1;
  const std::string_view tag = trim(list.substr(0, end));
  list.remove_prefix(end);
  return tag;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

// A number too long for us is past every end.
std::uint64_t number_of(std::string_view digits) {
  return parse_uint(digits).value_or(std::numeric_limits<std::uint64_t>::max());
}

// "0.25" in thousandths; what is no weight counts as 0.
int weight_of(std::string_view text) {
  if (text.size() > 5 || text.empty() || (text[0] != '0' && text[0] != '1')) return 0;
  int weight = (text[0] - '0') * 1000;
  if (text.size() > 1 && text[1] != '.') return 0;
  int worth = 100;
  for (const char c : text.substr(std::min<std::size_t>(2, text.size()))) {
    if (!is_digit(c)) return 0;
    weight += (c - '0') * worth;
    worth /= 10;
  }
  return std::min(weight, 1000);
}

int weight_in(std::string_view parameters) {
  for (const std::string_view parameter : split(parameters, ';')) {
    const std::string_view text = trim(parameter);
    if (istarts_with(text, "q=")) return weight_of(text.substr(2));
  }
  return 1000;
}

}  // namespace

bool names_tag(const http::Fields& fields, std::string_view tag) {
  for (std::string_view list : fields.find_all("If-None-Match")) {
    if (trim(list) == "*") return true;
    while (!tag.empty()) {
      const std::string_view named = take_tag(list);
      if (named.empty()) break;
      if (named == without_weak(tag)) return true;
    }
  }
  return false;
}

Range range_of(std::string_view value, std::uint64_t size) {
  value = trim(value);
  if (!istarts_with(value, "bytes=")) return {};
  value = trim(value.substr(6));
  const auto dash = value.find('-');
  if (dash == value.npos) return {};
  const std::string_view first = trim(value.substr(0, dash));
  const std::string_view last = trim(value.substr(dash + 1));
  if ((!first.empty() && !is_number(first)) || (!last.empty() && !is_number(last))) return {};
  if (first.empty()) {
    if (last.empty()) return {};
    const std::uint64_t length = std::min(number_of(last), size);
    if (number_of(last) == 0) return {.kind = Range::Kind::None};
    if (size == 0) return {};  // its end is there, but Content-Range cannot say so
    return {Range::Kind::Part, size - length, size};
  }
  const std::uint64_t from = number_of(first);
  if (!last.empty() && number_of(last) < from) return {};
  if (from >= size) return {.kind = Range::Kind::None};
  const std::uint64_t until = last.empty() ? size : std::min(number_of(last), size - 1) + 1;
  return {Range::Kind::Part, from, until};
}

bool takes_gzip(const http::Fields& fields) {
  std::optional<int> gzip;
  std::optional<int> any;
  int plain = 0;
  for (const std::string_view list : fields.find_all("Accept-Encoding")) {
    for (const std::string_view item : split(list, ',')) {
      const auto semicolon = std::min(item.find(';'), item.size());
      const std::string_view coding = trim(item.substr(0, semicolon));
      const int weight = weight_in(item.substr(semicolon));
      if (iequals(coding, "gzip") || iequals(coding, "x-gzip")) gzip = weight;
      if (iequals(coding, "identity")) plain = weight;
      if (coding == "*") any = weight;
    }
  }
  const int weight = gzip.value_or(any.value_or(0));
  return weight > 0 && weight >= plain;
}

bool is_compressible(std::string_view content_type) {
  constexpr std::string_view kTypes[] = {"application/json",         "application/javascript",
                                         "application/x-javascript", "application/ecmascript",
                                         "application/xml",          "application/x-ndjson",
                                         "application/cdxj",         "application/link-format"};
  const std::string type = http::parse_content_type(content_type).essence;
  return type.starts_with("text/") || type.ends_with("+xml") || type.ends_with("+json") ||
         std::ranges::find(kTypes, type) != std::end(kTypes);
}

}  // namespace asof::server
