#include "replay/memento_reply.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "http/fields.h"
#include "http/message.h"
#include "replay/index_replies.h"
#include "replay/replies.h"
#include "rewrite/css.h"
#include "rewrite/html.h"
#include "rewrite/import_map.h"
#include "url/url.h"

namespace asof::replay {
namespace {

// What a reply may say in the original's place; all else is told as X-Archive-Orig-.
constexpr std::string_view kKept[] = {"content-language", "content-disposition"};

std::string content_type(const retrieve::Content& content, std::string_view charset) {
  if (content.mime.empty()) return "application/octet-stream";
  if (!charset.empty()) return content.mime + "; charset=" + std::string(charset);
  return content.charset.empty() ? content.mime : content.mime + "; charset=" + content.charset;
}

// The fields of the captured answer.
std::string original_fields(const retrieve::Content& content) {
  if (content.head.empty()) return "";
  const auto response = http::parse_response(content.head);
  if (!response) return "";
  std::string out;
  for (const http::Field& one : response->fields) {
    if (one.odd || one.name.empty()) continue;
    const std::string value = http::unfold(one.value);
    for (const std::string_view kept : kKept)
      if (iequals(one.name, kept)) out += field(one.name, value);
    out += field("X-Archive-Orig-" + std::string(one.name), value);
  }
  return out;
}

int status_of(const retrieve::Content& content) {
  // A resource has no status. A part of a file is what was captured, and all there is.
  if (content.status < 200 || content.status > 599 || content.status == 206) return 200;
  return content.status;
}

// Rewrites what has addresses in it. The charset, where it is another now.
std::string rewrite_content(retrieve::Content& content, const Showing& showing) {
  const auto base = url::parse(content.url);
  if (showing.mapper == nullptr || !base || content.cut) return "";
  // A picture with addresses in it, which its own frame loads.
  const bool is_svg = content.mime == "image/svg+xml";
  if (retrieve::is_html(content) || is_svg) {
    std::string insert = is_svg ? "" : showing.head_html;
    if (!insert.empty() && showing.mapper->keeps_relative())
      insert += rewrite::import_map_for(content.bytes, *showing.mapper);
    auto done = rewrite::rewrite_html(
        content.bytes, *showing.mapper,
        {.base = *base, .charset = content.charset, .insert = insert, .targets = showing.targets});
    content.bytes = std::move(done.text);
    return done.charset_changed ? "utf-8" : "";
  }
  if (content.mime != "text/css") {
    content.bytes.insert(0, showing.script_head);
    return "";
  }
  auto done = rewrite::rewrite_css(content.bytes, *showing.mapper,
                                   {.base = *base, .charset = content.charset});
  content.bytes = std::move(done.text);
  return done.charset_changed ? "utf-8" : "";
}

}  // namespace

Result<server::Reply> memento_reply(View& view, const catalog::Capture& capture,
                                    std::string_view url, const Showing& showing) {
  const retrieve::Found found = TRY(retrieve::resolve(view.catalog(), capture));
  retrieve::Content content = TRY(view.content(found));
  const Addresses addresses = addresses_of(view.settings(), url);
  const Neighbours neighbours = TRY(view.neighbours(url, capture.at));
  const std::string charset = rewrite_content(content, showing);
  server::Reply reply{.status = status_of(content)};
  reply.fields = field("Content-Type", content_type(content, charset)) +
                 field("Memento-Datetime", http_date(capture.at)) +
                 field("Link", link_field(addresses, neighbours, capture.at)) +
                 field("Cache-Control", showing.caching);
  if (reply.status >= 300 && reply.status < 400 && !content.location.empty())
    reply.fields +=
        field("Location", showing.mapper == nullptr
                              ? addresses.memento + digits14(capture.at) + "id_/" + content.location
                              : showing.mapper->map(content.location, rewrite::Use::Page));
  const std::string& sha256 = found.with_content->sha256;
  if (!sha256.empty())
    reply.fields +=
        field("ETag", fmt::format("\"{}{}\"", hex(sha256).substr(0, 32), showing.variant));
  if (!content.remark.empty()) reply.fields += field("X-Asof-Remark", to_utf8(content.remark));
  reply.fields += showing.guards + original_fields(content);
  reply.body = std::move(content.bytes);
  return reply;
}

std::string path_guards(const Settings& settings) {
  const std::string& origin = settings.content_origin;
  return field("Content-Security-Policy",
               fmt::format("sandbox allow-scripts allow-forms; default-src {0} data: blob: "
                           "'unsafe-inline' 'unsafe-eval'; form-action {0}; worker-src 'none'; "
                           "frame-ancestors {0} {1}",
                           origin, settings.own_origin)) +
         field("X-Content-Type-Options", "nosniff") + field("Referrer-Policy", "no-referrer");
}

std::string host_guards(const Settings& settings, bool sandboxed) {
  const std::string origins =
      fmt::format("{}://*.{}{}", settings.content_scheme, settings.domain, settings.content_port);
  return field("Content-Security-Policy",
               fmt::format("{2}default-src {0} data: blob: 'unsafe-inline' 'unsafe-eval'; "
                           "form-action {0}; worker-src {0} blob:; object-src {0}; "
                           "frame-ancestors {0} {1}",
                           origins, settings.own_origin,
                           sandboxed ? "sandbox allow-scripts allow-forms; " : "")) +
         // Where a link was followed from decides which version it leads to.
         field("Referrer-Policy", "unsafe-url") +
         field("Cross-Origin-Resource-Policy", "cross-origin") +
         field("Origin-Agent-Cluster", "?1") + field("X-DNS-Prefetch-Control", "off");
}

void guard_as_host(const Settings& settings, server::Reply& reply) {
  std::string kept;
  for (std::string_view rest = reply.fields; !rest.empty();) {
    const std::size_t end = std::min(rest.find("\r\n"), rest.size() - 2) + 2;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    const std::string_view name = line.substr(0, line.find(':'));
    if (iequals(name, "Content-Security-Policy") || iequals(name, "X-Content-Type-Options") ||
        iequals(name, "Referrer-Policy") || iequals(name, "Access-Control-Allow-Origin"))
      continue;
    kept += line;
  }
  reply.fields = kept + host_guards(settings, false);
}

}  // namespace asof::replay
