#include "rewrite/client_script.h"

#include "base/json.h"
#include "rewrite/edits.h"

namespace asof::rewrite {
namespace {

// A function, so that it can run again in frames that a page fills itself.
// The order of the parts matters.
// clang-format off
constexpr std::string_view kScript =
    "(() => {\n'use strict';\nfunction client(w, c) {\n'use strict';\n"
#include "rewrite/client_map.inc"
#include "rewrite/client_elements.inc"
#include "rewrite/client_page.inc"
    "}\nconst me = document.currentScript;\nme.remove();\n"
    "client(window, JSON.parse(me.dataset.asof));\n})();\n";

constexpr std::string_view kWorkerScript =
    "(() => {\n'use strict';\nconst w = self, c = self.asof, base = () => location.href;\n"
    "delete self.asof;\n"
#include "rewrite/client_map.inc"
#include "rewrite/client_worker.inc"
    "})();\n";
// clang-format on

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

std::string config_of(const ClientOptions& options) {
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
  config.add("m", options.page_modifier).add("r", options.reader);
  return config.text();
}

}  // namespace

std::string_view client_script() { return kScript; }
std::string_view worker_script() { return kWorkerScript; }

std::string client_tag(std::string_view script_url, const ClientOptions& options) {
  std::string out = "<script src=\"" + attribute(script_url);
  out += "\" data-asof=\"" + attribute(config_of(options)) + "\"></script>";
  return out;
}

std::string worker_line(std::string_view script_url, const ClientOptions& options) {
  // In a worker that is a module there is no importScripts, and the line does nothing.
  return "try{self.asof=" + config_of(options) + ";importScripts(\"" + std::string(script_url) +
         "\")}catch(e){};";
}

}  // namespace asof::rewrite
