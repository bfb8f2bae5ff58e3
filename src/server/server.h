// An HTTP/1.1 server: it reads requests, asks a function for the reply, and sends it.
//
//   server::Server server;
//   const std::string url = TRY(server.listen("127.0.0.1:0", [](const server::Request& request) {
//     if (request.target != "/") return server::Reply{.status = 404};
//     return server::Reply{.fields = "Content-Type: text/plain\r\n", .body = "hello\n"};
//   }));
//   server.start();
//
// One thread serves all ports, so replies are made one at a time and should be quick.
// Connections are kept alive as HTTP/1.1 says. A request whose head or body is longer than 64 KiB,
// and a request that is not HTTP, is answered with 400 and its connection is closed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/message.h"

namespace asof::server {

// Views are valid during the call only.
struct Request {
  std::string_view method;
  std::string_view target;  // "/a?b", or a whole URL
  http::Fields fields;
  std::string_view body;
};

struct Reply {
  // How the body is sent. Every manner but Whole is there to try clients.
  enum class Manner {
    Whole,
    Slow,    // in pieces with pauses between them, about a second in all
    Repeat,  // `times` times over; without end, in chunks, if that is 0
    Reset,   // only the first `times` bytes of head and body, then the connection is reset
  };
  int status = 200;
  // Lines, each with its CRLF. The server adds Content-Length or Transfer-Encoding, and Connection;
  // it adds no Date, because it has no clock.
  std::string fields{};
  std::string body{};  // not sent in answer to HEAD and with status 304
  Manner manner = Manner::Whole;
  std::uint64_t times = 0;
};

using Answer = std::function<Reply(const Request&)>;

class Server final {
 public:
  Server();
  ~Server();  // stops
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Opens a port: "127.0.0.1:8080", "[::1]:0", "localhost:0"; port 0 means any free port. Returns
  // its URL, "http://127.0.0.1:8080". Errc::Invalid if this is not an address, Errc::Busy if the
  // port is taken, else Errc::Io. Connections wait until start().
  Result<std::string> listen(const std::string& address, Answer answer);
  // The same on another free port of the address last listened on.
  Result<std::string> listen_beside(Answer answer);

  // Begins to answer, on a thread of its own. Only once, after the last listen().
  void start();
  // Breaks all connections and returns when no reply is being made. May be called again.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace asof::server
