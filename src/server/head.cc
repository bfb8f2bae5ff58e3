#include <fmt/format.h>

#include "server/head_internal.h"

namespace asof::server {
namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 410:
      return "Gone";
    case 429:
      return "Too Many Requests";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "-";
  }
}

}  // namespace

std::string head_of(const Reply& reply, std::string_view connection) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\n{}", reply.status, reason_of(reply.status), reply.fields);
  const bool repeats = reply.manner == Reply::Manner::Repeat;
  if (repeats && reply.times == 0)
    head += "Transfer-Encoding: chunked\r\n";
  else if (reply.status != 304)
    head += fmt::format("Content-Length: {}\r\n", reply.body.size() * (repeats ? reply.times : 1));
  if (!connection.empty()) head += fmt::format("Connection: {}\r\n", connection);
  return head + "\r\n";
}

}  // namespace asof::server
