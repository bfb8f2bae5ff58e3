#include "replay/door.h"

#include <algorithm>

#include "base/text.h"
#include "replay/replies.h"
#include "rewrite/label.h"

namespace asof::replay {
namespace {

// "[::1]:80" is "[::1]", "a.example:80" is "a.example".
std::string_view without_port(std::string_view host) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.rfind(':');
  if (colon == kNone || (bracket != kNone && colon < bracket)) return host;
  return host.substr(0, colon);
}

std::string_view authority_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == kNone) return {};
  const std::string_view rest = url.substr(scheme + 3);
  return rest.substr(0, rest.find_first_of("/?#"));
}

bool is_address(std::string_view host) {
  if (host.starts_with('[')) return host.ends_with(']');
  return !host.empty() && std::ranges::all_of(host, [](char c) { return is_digit(c) || c == '.'; });
}

}  // namespace

Addressed addressed(const server::Request& request) {
  const std::string_view target = request.target;
  const std::string_view authority = target.starts_with('/') ? "" : authority_of(target);
  if (authority.empty())
    return {.host = request.fields.find("Host").value_or(""),
            .target = target.starts_with('/') ? target : "/"};
  const std::string_view path = target.substr(target.find(authority) + authority.size());
  return {.host = authority, .target = path.starts_with('/') ? path : "/"};
}

bool is_our_host(const Settings& settings, std::string_view host) {
  const std::string_view name = without_port(host);
  if (name.empty() || is_address(name) || iequals(name, "localhost")) return true;
  return iequals(name, without_port(authority_of(settings.own_origin))) ||
         iequals(name, without_port(authority_of(settings.content_origin)));
}

std::string sharing_fields(const Settings& settings, const server::Request& request) {
  if (settings.is_public) return field("Access-Control-Allow-Origin", "*");
  const auto origin = request.fields.find("Origin");
  if (!origin) return field("Vary", "Origin");
  const bool ours = *origin == settings.own_origin || *origin == settings.content_origin ||
                    rewrite::label_of_host(authority_of(*origin), settings.domain).has_value();
  return field("Vary", "Origin") + (ours ? field("Access-Control-Allow-Origin", *origin) : "");
}

}  // namespace asof::replay
