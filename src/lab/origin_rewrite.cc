#include "lab/origin_rewrite.h"

#include <algorithm>

#include "base/text.h"
#include "url/url.h"

namespace asof::lab {
namespace {

bool is_host_byte(char c) {
  return is_alnum(c) || c == '.' || c == '-' || c == '_' || c == ':' || c == '@' || c == '%';
}

// The length of the host at the front of `text`, its default port included; 0 for another host.
std::size_t host_length(const Relocation& where, std::string_view text) {
  if (!istarts_with(text, where.host)) return 0;
  std::size_t length = where.host.size();
  if (const auto port = url::default_port(where.scheme)) {
    const std::string suffix = ":" + std::to_string(*port);
    if (text.substr(length).starts_with(suffix)) length += suffix.size();
  }
  return length < text.size() && is_host_byte(text[length]) ? 0 : length;
}

// Whether a reference may begin here: after a quote, white space and the like, after "url(" of a
// style, or an attribute's '='. In "share?url=https://..." the '=' belongs to another URL, and
// other brackets belong to the text.
bool begins_reference(std::string_view before) {
  if (before.empty()) return true;
  const char last = before.back();
  if (last == '(') {
    const auto function = before.substr(before.size() - std::min<std::size_t>(4, before.size()));
    return iequals(function, "url(") || iequals(function, "src(");
  }
  if (last != '=')
    return is_space(last) || std::string_view("\"'<>,;[{|").find(last) != std::string_view::npos;
  std::size_t name = before.size() - 1;
  while (name > 0 && (is_alnum(before[name - 1]) || before[name - 1] == '-')) --name;
  return name < before.size() - 1 && name > 0 && is_space(before[name - 1]);
}

}  // namespace

bool holds_links(std::string_view essence) {
  return essence == "text/html" || essence == "application/xhtml+xml" || essence == "text/css" ||
         essence == "text/xml" || essence == "application/xml" || essence.ends_with("+xml");
}

std::string relocated(const Relocation& where, std::string_view text) {
  std::string out;
  const std::string scheme = where.scheme + ":";
  std::size_t done = 0;
  for (auto at = text.find("//"); at != text.npos; at = text.find("//", at + 1)) {
    const std::size_t length = host_length(where, text.substr(at + 2));
    if (length == 0) continue;
    std::size_t begin = at;
    if (at > 0 && text[at - 1] == ':') {
      if (at < done + scheme.size()) continue;
      begin = at - scheme.size();
      if (!iequals(text.substr(begin, scheme.size()), scheme)) continue;
    }
    if (!begins_reference(text.substr(0, begin))) continue;
    out += text.substr(done, begin - done);
    out += where.base;
    done = at + 2 + length;
    at = done - 1;
  }
  if (done == 0) return std::string(text);
  out += text.substr(done);
  return out;
}

}  // namespace asof::lab
