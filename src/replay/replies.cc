#include "replay/replies.h"

#include <fmt/format.h>

#include "page/document.h"

namespace asof::replay {
namespace {

// The archive's own pages hold nothing foreign but text, and that is escaped.
constexpr std::string_view kOwnPage =
    "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'self'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n";

}  // namespace

std::string field(std::string_view name, std::string_view value) {
  std::string out(name);
  out += ": ";
  for (const char c : value)
    if (static_cast<unsigned char>(c) >= ' ' && c != 0x7f) out += c;
  return out + "\r\n";
}

server::Reply text_reply(std::string_view type, std::string body) {
  return {.fields = field("Content-Type", type) + field("X-Content-Type-Options", "nosniff") +
                    field("Cache-Control", "no-cache"),
          .body = std::move(body)};
}

server::Reply json_reply(std::string body) {
  return text_reply("application/json; charset=utf-8", std::move(body));
}

server::Reply page_reply(int status, std::string_view title, std::string body_html) {
  return {.status = status,
          .fields = field("Content-Type", "text/html; charset=utf-8") + std::string(kOwnPage) +
                    field("Cache-Control", "no-cache"),
          .body = page::document({.title = std::string(title), .body_html = std::move(body_html)})};
}

server::Reply failure(int status, std::string_view title, std::string_view what) {
  return page_reply(
      status, title,
      fmt::format("<h1>{}</h1>\n<p>{}</p>\n", page::escaped(title), page::escaped(what)));
}

server::Reply failure(const Error& error) {
  switch (error.code) {
    case Errc::Invalid:
      return failure(400, "This request cannot be answered", error.what);
    case Errc::NotFound:
      return failure(404, "Not in this archive", error.what);
    case Errc::Corrupt:
      return failure(502, "This capture is damaged",
                     error.what +
                         ". Other captures are not affected. Run 'asof check --all' to see what is "
                         "damaged, and put back a good copy of the file.");
    default:
      return failure(500, "The archive cannot be read", error.what);
  }
}

server::Reply redirect(int status, std::string_view location) {
  return {.status = status,
          .fields = field("Location", location) + field("Content-Type", "text/plain"),
          .body = "moved\n"};
}

server::Reply method_not_allowed() {
  server::Reply reply = failure(405, "This method is not allowed", "Ask with GET or HEAD.");
  reply.fields += field("Allow", "GET, HEAD");
  return reply;
}

}  // namespace asof::replay
