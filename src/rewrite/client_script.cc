#include "rewrite/client_script.h"

#include "base/json.h"
#include "rewrite/edits.h"

namespace asof::rewrite {
namespace {

constexpr std::string_view kScript =
#include "rewrite/client_script.inc"
    ;

// The text of an attribute in double quotes, in ASCII whatever the page's encoding.
std::string attribute(std::string_view text) {
  const std::string escaped = escape(text, Enclosure::Double);
  std::string out;
  for (char c : escaped) {
    // A serialised URL has none; in another text it would be read in the page's encoding.
    out += static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
  return out;
}

}  // namespace

std::string_view client_script() { return kScript; }

std::string client_tag(std::string_view script_url, const ClientOptions& options) {
  json::Object config{{"mode", options.host ? "host" : "path"}, {"u", options.url}};
  std::string time = digits14(options.at);
  if (options.host) {
    const HostMapperOptions& host = *options.host;
    if (host.policy != Policy::Default) time += static_cast<char>(host.policy);
    if (host.version) time += "x" + std::to_string(host.version->ms / 1000);
    std::string domain = "." + host.domain;
    if (host.port) domain += ":" + std::to_string(*host.port);
    config.add("s", host.scheme).add("d", domain);
  }
  config.add("t", time).add("p", options.path_prefix);
  config.add("m", options.page_modifier).add("r", options.reader).add("a", options.shown);
  std::string out = "<script src=\"" + attribute(script_url);
  out += "\" data-asof=\"" + attribute(config.text()) + "\"></script>";
  return out;
}

}  // namespace asof::rewrite
