#include <algorithm>

#include "base/text.h"
#include "fetch/address.h"
#include "fetch/target_internal.h"

namespace asof::fetch {
namespace {

// libcurl builds a request in a buffer of 1 MiB; the rest is room for the other fields.
constexpr std::size_t kLongestUrl = 1'000'000;

bool is_plain(char c) { return c > ' ' && c < 0x7f; }

Error wrong(std::string_view what) { return {Errc::Invalid, "the URL " + std::string(what)}; }

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
    if (text[i] != '%' || high < 0 || low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

Result<void> read_authority(std::string_view authority, Target& target) {
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    const auto user = authority.substr(0, at);
    const auto colon = user.find(':');
    target.user = percent_decoded(user.substr(0, colon));
    if (colon != std::string_view::npos) target.password = percent_decoded(user.substr(colon + 1));
    authority.remove_prefix(at + 1);
  }
  const bool bracketed = authority.starts_with('[');
  const auto end = bracketed ? authority.find(']') : authority.find(':');
  if (bracketed && end == std::string_view::npos) return wrong("has no host");
  const auto host = bracketed ? authority.substr(1, end - 1) : authority.substr(0, end);
  auto rest = end == std::string_view::npos ? "" : authority.substr(end + (bracketed ? 1 : 0));
  if (host.empty() || host.size() > 255) return wrong("has no host");
  target.host = lower(host);
  const auto address = parse_address(host);
  target.literal = address.has_value();
  if (bracketed != (target.literal && host.find(':') != std::string_view::npos)) {
    return wrong("has no host");
  }

  const std::uint16_t usual = target.secure ? 443 : 80;
  target.port = usual;
  if (!rest.empty()) {
    const auto port = parse_uint(rest.substr(1));
    const bool is_port = rest.front() == ':' && port && *port > 0 && *port <= 65535;
    if (!is_port && rest != ":") return wrong("has an invalid port");
    if (is_port) target.port = static_cast<std::uint16_t>(*port);
  }
  target.origin = target.secure ? "https://" : "http://";
  target.origin += bracketed ? "[" + target.host + "]" : target.host;
  if (target.port != usual) target.origin += ":" + std::to_string(target.port);
  return {};
}

}  // namespace

Result<Target> parse_target(std::string_view url) {
  if (url.size() > kLongestUrl) {
    return Error{Errc::Limit, "the URL has " + with_commas(url.size()) + " bytes, more than the " +
                                  with_commas(kLongestUrl) + " that can be sent"};
  }
  if (!std::ranges::all_of(url, is_plain)) return wrong("has characters that must be encoded");
  Target target;
  if (istarts_with(url, "https://")) {
    target.secure = true;
    url.remove_prefix(8);
  } else if (istarts_with(url, "http://")) {
    url.remove_prefix(7);
  } else {
    return wrong("is not one of http or https");
  }
  const auto authority = url.substr(0, url.find_first_of("/?#"));
  TRY(read_authority(authority, target));
  url.remove_prefix(authority.size());
  url = url.substr(0, url.find('#'));
  target.path = url.starts_with('/') ? std::string(url) : "/" + std::string(url);
  return target;
}

Result<void> check_field(std::string_view name, std::string_view value) {
  const auto is_name = [](char c) { return is_plain(c) && c != ':' && c != ';'; };
  const auto ends_line = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
  if (!name.empty() && std::ranges::all_of(name, is_name) &&
      std::ranges::none_of(value, ends_line)) {
    return {};
  }
  return Error{Errc::Invalid, "the request field \"" + to_utf8(name) + "\" cannot be sent"};
}

}  // namespace asof::fetch
