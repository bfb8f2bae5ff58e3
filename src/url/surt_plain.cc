// Keys without stages, for the addresses most pages have: nothing to decode, to escape or to strip,
// so that the key is a copy of pieces. Everything else goes through the stages; fuzz_url and
// surt_test check that both agree.
#include <algorithm>

#include "base/text.h"
#include "url/surt_internal.h"

namespace asof::url {
namespace {

bool is_host_byte(char c) { return is_lower(c) || is_digit(c) || c == '-' || c == '.'; }

bool is_path_byte(char c) {
  return is_alnum(c) || c == '/' || c == '.' || c == '-' || c == '_' || c == '~' || c == ',' ||
         c == '+' || c == ':' || c == '@' || c == '!' || c == '*';
}

// A name that stays as it is, or an address as it is written out.
bool is_plain_host(std::string_view host) {
  if (host.empty() || host.starts_with('.') || host.ends_with('.') || host.starts_with("www") ||
      host.find("..") != std::string_view::npos)
    return false;
  const auto address = address_of(host);
  return !address || *address == host;
}

// Neither two slashes in a row nor a segment that may be a dot or two.
bool is_plain_path(std::string_view path) {
  char before = 0;
  for (const char c : path) {
    if (!is_path_byte(c) || (before == '/' && (c == '/' || c == '.'))) return false;
    before = c;
  }
  return true;
}

void append_reversed(std::string& out, std::string_view host) {
  for (std::size_t dot; (dot = host.rfind('.')) != std::string_view::npos;) {
    out += host.substr(dot + 1);
    out += ',';
    host = host.substr(0, dot);
  }
  out += host;
}

}  // namespace

std::optional<std::string> plain_key(std::string_view url) {
  const bool secure = url.starts_with("https://");
  if (!secure && !url.starts_with("http://")) return std::nullopt;
  url.remove_prefix(secure ? 8 : 7);
  std::size_t end = 0;
  while (end < url.size() && is_host_byte(url[end])) ++end;
  const std::string_view host = url.substr(0, end);
  if (!is_plain_host(host)) return std::nullopt;
  url.remove_prefix(end);
  std::string_view port;
  if (url.starts_with(':')) {
    port = url.substr(1, std::min(url.find('/'), url.size()) - 1);
    const auto number = parse_uint(port);
    if (!number || *number == 0 || *number > 65535 || port.front() == '0') return std::nullopt;
    url.remove_prefix(1 + port.size());
    if (*number == (secure ? 443u : 80u)) port = {};
  }
  if ((!url.empty() && url.front() != '/') || !is_plain_path(url)) return std::nullopt;
  std::string key;
  key.reserve(host.size() + port.size() + url.size() + 4);
  append_reversed(key, host);
  if (!port.empty()) key.append(":").append(port);
  key += ')';
  if (url.size() > 1 && url.ends_with('/')) url.remove_suffix(1);
  if (url.empty()) key += '/';
  for (const char c : url) key += to_lower(c);
  return key;
}

}  // namespace asof::url
