#include <utility>

#include "fetch/settings_internal.h"

namespace asof::fetch {
namespace {

Result<void> read_proxy(Settings& settings) {
  const std::string& proxy = settings.options.proxy;
  const auto end = proxy.find("://");
  const auto scheme = proxy.substr(0, end);
  const bool is_http = scheme == "http" || scheme == "https";
  if (end == std::string::npos || (!is_http && scheme != "socks5h" && scheme != "socks4a")) {
    return Error{Errc::Invalid, "the proxy \"" + proxy +
                                    "\" should look like http://host:port or socks5h://host:port"};
  }
  auto target = parse_target("http" + proxy.substr(end));
  const auto host_end = proxy.find_last_of(":]");
  if (!target || target->path != "/" || proxy[host_end] != ':' || host_end == end) {
    return Error{Errc::Invalid, "the proxy \"" + proxy + "\" needs a host and a port"};
  }
  settings.proxy = std::move(target).value();
  settings.proxy_forwards = is_http;
  return {};
}

}  // namespace

void append(Fields& list, const std::string& line) {
  curl_slist* longer = curl_slist_append(list.get(), line.c_str());
  CHECK(longer != nullptr);
  static_cast<void>(list.release());
  list.reset(longer);
}

Library::Library() { CHECK(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK); }
Library::~Library() {
  if (is_open_) curl_global_cleanup();
}

void Login::learn(unsigned long offered) {
  const auto taken = schemes & offered;
  if (taken != 0) schemes = (taken & CURLAUTH_DIGEST) != 0 ? CURLAUTH_DIGEST : CURLAUTH_BASIC;
}

Result<Settings> Settings::read(Options options, const Clock& clock) {
  TRY(check_field("User-Agent", options.user_agent));
  TRY(check_field("From", options.from));
  Settings settings;
  settings.forbidden = with_ipv6_forms(options.forbidden);
  for (const auto& credential : options.credentials) {
    auto target = parse_target(credential.origin);
    if (!target) return std::move(target).error().within("credentials for " + credential.origin);
    settings.logins.push_back({target->origin, credential.user, credential.password});
  }
  settings.options = std::move(options);
  settings.clock = &clock;
  if (!settings.options.proxy.empty()) TRY(read_proxy(settings));

  append(settings.fields, "Accept-Encoding: gzip, deflate, br");
  if (!settings.options.from.empty()) append(settings.fields, "From: " + settings.options.from);
  // An invention of libcurl's that no server asked for.
  if (settings.proxy) append(settings.fields, "Proxy-Connection:");

  settings.share.reset(curl_share_init());
  CHECK(settings.share != nullptr);
  curl_share_setopt(settings.share.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
  if (settings.options.cookies) {
    curl_share_setopt(settings.share.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
  }
  return settings;
}

}  // namespace asof::fetch
