// A plain HTTP client over one connection, for tests of servers: sends what it is given, byte
// for byte, and takes apart what comes back. Errors of the connection are data.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "base/check.h"
#include "base/text.h"

namespace asof::test {

struct HttpReply {
  int status = 0;  // 0: the connection ended before a whole head
  std::string head;
  std::string body;
  bool whole = false;  // as long as Content-Length says

  std::string field(std::string_view name) const {
    for (std::string_view line : split(head, '\n')) {
      const auto colon = line.find(':');
      if (colon != line.npos && iequals(line.substr(0, colon), name))
        return std::string(trim(line.substr(colon + 1)));
    }
    return "";
  }
};

class HttpClient final {
 public:
  // Connects to the address and port of a URL: "http://127.0.0.1:8080/".
  explicit HttpClient(const std::string& address) {
    const auto colon = address.rfind(':');
    CHECK(address.starts_with("http://") && colon > 7 && colon != address.npos);
    const auto port = parse_uint(address.substr(colon + 1, address.find('/', colon) - colon - 1));
    CHECK(port);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(*port));
    CHECK(inet_pton(AF_INET, address.substr(7, colon - 7).c_str(), &to.sin_addr) == 1);
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    CHECK(socket_ >= 0);
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    CHECK(connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
  }
  ~HttpClient() { close(socket_); }
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  // Up to `most` bytes; fewer where the connection ends.
  std::string receive(std::size_t most) {
    while (buffer_.size() < most && more()) {
    }
    std::string taken = buffer_.substr(0, most);
    buffer_.erase(0, taken.size());
    return taken;
  }

  HttpReply reply(bool has_body = true) {
    HttpReply reply;
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
      if (!more()) return reply;
    reply.head = buffer_.substr(0, end + 4);
    buffer_.erase(0, end + 4);
    reply.status = static_cast<int>(parse_uint(reply.head.substr(9, 3)).value_or(0));
    const auto length = parse_uint(reply.field("Content-Length")).value_or(0);
    if (has_body && reply.status != 304) reply.body = receive(static_cast<std::size_t>(length));
    reply.whole = !has_body || reply.status == 304 || reply.body.size() == length;
    return reply;
  }

  HttpReply get(const std::string& target, const std::string& fields = "") {
    send("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + fields + "\r\n");
    return reply();
  }
  HttpReply post(const std::string& target, const std::string& body) {
    send("POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body);
    return reply();
  }

 private:
  bool more() {
    char piece[65536];
    const auto got = recv(socket_, piece, sizeof piece, 0);
    if (got > 0) buffer_.append(piece, static_cast<std::size_t>(got));
    return got > 0;
  }

  int socket_ = -1;
  std::string buffer_;
};

}  // namespace asof::test
