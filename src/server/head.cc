#include "server/head_internal.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace asof::server {
namespace {

struct Reason {
  int status;
  std::string_view phrase;
};
constexpr Reason kReasons[] = {
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {203, "Non-Authoritative Information"},
    {204, "No Content"},
    {205, "Reset Content"},
    {206, "Partial Content"},
    {300, "Multiple Choices"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {305, "Use Proxy"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {402, "Payment Required"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {407, "Proxy Authentication Required"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {425, "Too Early"},
    {426, "Upgrade Required"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {451, "Unavailable For Legal Reasons"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {507, "Insufficient Storage"},
    {511, "Network Authentication Required"},
};

std::string_view reason_of(int status) {
  const auto* found = std::ranges::find(kReasons, status, &Reason::status);
  return found == std::end(kReasons) ? "-" : found->phrase;
}

bool is_name(std::string_view text) {
  static constexpr std::string_view kAlso = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_alnum(c) || kAlso.find(c) != kAlso.npos;
  });
}

// "Name: value", the line end taken off.
bool is_field(std::string_view line) {
  if (line.find_first_of(std::string_view("\r\n\0", 3)) != line.npos) return false;
  return is_name(line.substr(0, line.find(':'))) && line.find(':') != line.npos;
}

void append_fields(std::string& head, std::string_view fields) {
  while (!fields.empty()) {
    const auto end = fields.find("\r\n");
    if (end == fields.npos) return;
    if (is_field(fields.substr(0, end))) head += fields.substr(0, end + 2);
    fields.remove_prefix(end + 2);
  }
}

std::uint64_t length_of(const Reply& reply) {
  if (reply.more) return reply.length.value_or(0);
  return reply.body.size() * (reply.manner == Reply::Manner::Repeat ? reply.times : 1);
}

}  // namespace

Framing framing_of(const Reply& reply, unsigned version) {
  if (reply.status == 304 || reply.status == 204 || reply.status < 200) return Framing::None;
  const bool endless = reply.manner == Reply::Manner::Repeat && reply.times == 0;
  if (endless) return Framing::Chunked;
  if (!reply.more || reply.length) return Framing::Length;
  return version == 10 ? Framing::Close : Framing::Chunked;
}

std::string head_of(const Reply& reply, Framing framing, std::string_view connection) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", reply.status, reason_of(reply.status));
  append_fields(head, reply.fields);
  if (framing == Framing::Chunked) head += "Transfer-Encoding: chunked\r\n";
  if (framing == Framing::Length) head += fmt::format("Content-Length: {}\r\n", length_of(reply));
  if (!connection.empty()) head += fmt::format("Connection: {}\r\n", connection);
  return head + "\r\n";
}

void add_field(std::string& fields, std::string_view name, std::string_view value) {
  const auto from = fields.size() + name.size() + 2;
  fields.append(name).append(": ").append(value);
  const auto ends_line = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
  std::replace_if(fields.begin() + static_cast<std::ptrdiff_t>(from), fields.end(), ends_line, ' ');
  fields += "\r\n";
}

}  // namespace asof::server
