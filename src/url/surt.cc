// Keys as internetarchive/surt makes them, the reference that pywb, cdxj-indexer and others use.
// docs/formats/surt.md gives the algorithm in prose and where this one differs.
#include "url/surt.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "url/percent_internal.h"
#include "url/surt_internal.h"

namespace asof::url {
namespace {

std::string reverse_labels(std::string_view host, char from, char to) {
  auto labels = split(host, from);
  std::string out;
  out.reserve(host.size());
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    if (label != labels.rbegin()) out += to;
    out += *label;
  }
  return out;
}

}  // namespace

std::string LooseUrl::text() const {
  std::string out = scheme + ":";
  if (!host.empty()) out += (scheme == "dns" ? "" : "//") + host;
  if (!host.empty() && port) out += ":" + std::to_string(*port);
  out += path;
  if (!query.empty()) {
    if (path.empty()) out += '/';
    out += "?" + query;
  }
  if (ends_in_question_mark) out += '?';
  return out;
}

std::string LooseUrl::key() const {
  std::string out;
  out.reserve(scheme.size() + host.size() + path.size() + query.size() + 10);
  if (host.empty()) {
    out += scheme;
    out += ':';
  } else {
    out += reverse_labels(host, '.', ',');
    if (port) out += ":" + std::to_string(*port);
    out += ')';
  }
  out += path;
  if (!query.empty()) {
    if (path.empty()) out += '/';
    out += '?';
    out += query;
  }
  return out;
}

std::string surt_key(std::string_view url) {
  if (auto plain = plain_key(url)) return *std::move(plain);
  return staged_key(url);
}

std::string staged_key(std::string_view url) {
  if (url.empty()) return "-";
  // The record that opens an ARC file; its name is not a URL.
  if (url.starts_with("filedesc")) return escape_invisible(url);
  auto parts = split_loosely(url);
  if (!parts) {
    std::string out = escape_invisible(trim(url));
    return out.empty() ? "-" : out;
  }
  canonicalize_google(*parts);
  canonicalize_archive(*parts);
  return parts->key();
}

std::string surt_scope(std::string_view url) {
  url = trim(url);
  std::size_t colon = url.find("://");
  if (colon == std::string_view::npos || colon == 0) return escape_invisible(url);
  for (char c : url.substr(0, colon)) {
    if (!is_alnum(c) && c != '+' && c != '-' && c != '.') return escape_invisible(url);
  }
  std::string_view rest = url.substr(colon + 3);
  std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  rest.remove_prefix(authority.size());
  authority.remove_prefix(authority.rfind('@') + 1);
  std::size_t port = authority.find(':', authority.starts_with('[') ? authority.find(']') : 0);
  std::string host = lower(authority.substr(0, port));

  std::string out = lower(url.substr(0, colon)) + "://(";
  bool is_name = !host.starts_with('[') && !address_of(host) && !host.empty();
  out += is_name ? reverse_labels(host, '.', ',') + "," : host;
  if (port != std::string_view::npos) out += authority.substr(port);
  out += ')';
  out += rest;
  return escape_invisible(out);
}

std::string site_of(std::string_view surt_key) {
  std::size_t end = surt_key.find(')');
  if (end == std::string_view::npos) return "";
  // A bracket inside the path of "urn:a(b)" ends no host: a host part has no slash in it.
  std::string_view site = surt_key.substr(0, end);
  bool is_host = site.find_first_of("/?(") == std::string_view::npos;
  return is_host ? std::string(site) : "";
}

std::string host_from_surt(std::string_view surt_key) {
  std::string site = site_of(surt_key);
  // An IPv6 address has colons of its own and no comma; a port comes after a single one.
  std::size_t colon = site.find(':');
  if (colon != std::string::npos && site.find(':', colon + 1) != std::string::npos) return site;
  return reverse_labels(std::string_view(site).substr(0, colon), ',', '.');
}

}  // namespace asof::url
