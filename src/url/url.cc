#include "url/url.h"

#include "url/parser_internal.h"

namespace asof::url {

bool is_special(std::string_view scheme) {
  return scheme == "https" || scheme == "http" || scheme == "file" || scheme == "ftp" ||
         scheme == "wss" || scheme == "ws";
}

std::optional<std::uint16_t> default_port(std::string_view scheme) {
  if (scheme == "https" || scheme == "wss") return std::uint16_t{443};
  if (scheme == "http" || scheme == "ws") return std::uint16_t{80};
  if (scheme == "ftp") return std::uint16_t{21};
  return std::nullopt;
}

std::string_view without_user(std::string_view href, std::string& room) {
  // Nearly no address has any.
  if (href.find('@') == std::string_view::npos) return href;
  const std::size_t scheme = href.find("://");
  if (scheme == std::string_view::npos) return href;
  const std::size_t begin = scheme + 3;
  const std::size_t end = href.find_first_of("/?#", begin);
  // An @ of the user's own is written %40.
  const std::size_t at = href.find('@', begin);
  if (at >= end) return href;
  room = href.substr(0, begin);
  room += href.substr(at + 1);
  return room;
}

bool Url::special() const { return is_special(scheme); }

void append_authority(std::string& out, const Url& url) {
  out += url.scheme;
  out += ':';
  if (!url.host) return;
  out += "//";
  if (!url.username.empty() || !url.password.empty()) {
    out += url.username;
    if (!url.password.empty()) {
      out += ':';
      out += url.password;
    }
    out += '@';
  }
  out += *url.host;
  if (url.port) {
    out += ':';
    out += std::to_string(*url.port);
  }
}

std::string Url::href(bool with_fragment) const {
  std::string out;
  out.reserve(scheme.size() + username.size() + password.size() + (host ? host->size() : 0) +
              path.size() + (query ? query->size() : 0) + (fragment ? fragment->size() : 0) + 16);
  append_authority(out, *this);
  // Without a host a path that starts with two slashes would read as an authority.
  if (!host && !opaque_path && path.starts_with("//")) out += "/.";
  out += path;
  if (query) {
    out += '?';
    out += *query;
  }
  if (fragment && with_fragment) {
    out += '#';
    out += *fragment;
  }
  return out;
}

std::string Url::origin() const {
  if (scheme == "blob") {
    auto inner = parse(path);
    return inner && inner->web() ? inner->origin() : "null";
  }
  if (!special() || scheme == "file") return "null";
  std::string out = scheme + "://" + host.value_or("");
  if (port) out += ":" + std::to_string(*port);
  return out;
}

}  // namespace asof::url
