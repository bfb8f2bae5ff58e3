// An HTTP/1.1 server: it reads requests, asks a function for the reply, and sends it.
//
//   server::Server server({.threads = 2, .idle = std::chrono::seconds(30)});
//   const std::string url = TRY(server.listen_each("127.0.0.1:0", [] {
//     return [reader = open_reader()](const server::Request& request) {
//       if (request.target != "/") return server::Reply{.status = 404};
//       return server::Reply{.fields = "Content-Type: text/plain\r\n", .body = "hello\n"};
//     };
//   }));
//   server.start();
//
// A connection belongs to one thread, which reads its requests, makes the replies and sends them,
// one at a time: replies should be quick. Connections are kept alive as HTTP/1.1 says, and requests
// may be pipelined. What is refused without asking, with the connection closed after it: 400 what
// is not HTTP or leaves open where a body ends (two lengths, a length and a coding, another coding
// than "chunked", two hosts), 413 a body over ServerOptions::longest_body, 414 a target over
// 16 KiB, 431 a head over 64 KiB.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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
  // Lines, each with its CRLF; add_field() makes them. The server adds Content-Length or
  // Transfer-Encoding, and Connection; finish() adds Date and more.
  std::string fields{};
  std::string body{};  // not sent in answer to HEAD and with status 204 and 304
  Manner manner = Manner::Whole;
  std::uint64_t times = 0;

  // In place of `body`, for one too long for memory: called for each piece, on the connection's
  // thread, when the client has taken the one before; best some 64 KiB. An empty piece ends the
  // body. An error breaks the connection, so that the client knows that the body is not whole.
  // Not called where no body is sent.
  std::function<Result<std::string>()> more{};
  // Of what `more` gives, where it is known. If less comes, the connection is broken; more than
  // that is not sent. Without it the body goes in chunks, to an HTTP/1.0 client until the end.
  std::optional<std::uint64_t> length{};
  // Where ranges are possible: makes the first call of `more` begin at this byte of the body.
  std::function<Result<void>(std::uint64_t offset)> seek{};
};

using Answer = std::function<Reply(const Request&)>;

// Adds "name: value" and CRLF to the lines of a reply. What could end the line or the head (CR, LF,
// NUL) becomes a space, so foreign values are safe here. The name is ours.
void add_field(std::string& fields, std::string_view name, std::string_view value);

// What became of a request. Views are valid during the call only.
struct Served {
  std::string_view peer;    // the client's address, "192.0.2.1" or "2001:db8::1"
  std::string_view method;  // this and the next three are empty where it was no request
  std::string_view target;
  std::string_view host;
  std::string_view user_agent;
  std::string_view referrer;
  int version = 11;                      // 10 for HTTP/1.0
  int status = 0;                        // of the reply
  std::uint64_t bytes = 0;               // of the body, as far as it was sent
  bool whole = false;                    // the reply was sent to its end
  std::chrono::microseconds duration{};  // from the request's first byte to the reply's last
};
using OnServed = std::function<void(const Served&)>;

struct ServerOptions {
  unsigned threads = 1;
  // How long a connection may wait for a request, a request may take to arrive, and a client may
  // take for 128 KiB of a reply; then the connection is closed. 0: for ever.
  std::chrono::milliseconds idle{};
  // At most so many connections, each thread its share of them. One more takes the place of the
  // one that waits longest for a request; where none waits, it is answered with 503. 0: any number.
  std::size_t most_connections = 0;
  std::uint64_t longest_body = 64 * 1024;  // of a request
  // Called after each reply, on the thread of its connection: by several at once.
  OnServed on_served{};
};

class Server final {
 public:
  explicit Server(ServerOptions options = {});
  ~Server();  // stops
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Opens a port: "127.0.0.1:8080", "[::1]:0", "localhost:0"; port 0 means any free port. Returns
  // its URL, "http://127.0.0.1:8080". Errc::Invalid if this is not an address, Errc::Busy if the
  // port is taken, else Errc::Io. Connections wait until start(). `make` is called at once, here,
  // for each thread's own answer, which is then called on that thread only.
  Result<std::string> listen_each(const std::string& address, const std::function<Answer()>& make);
  // The same on another free port of the address last listened on.
  Result<std::string> listen_beside_each(const std::function<Answer()>& make);
  // The same for a server with one thread.
  Result<std::string> listen(const std::string& address, Answer answer);
  Result<std::string> listen_beside(Answer answer);

  // Begins to answer, on threads of its own. Only once, after the last listen().
  void start();
  // Accepts no more connections, closes those that wait for a request, lets others have their
  // reply, and stops: when all is sent, or after `most`. Whether all was sent. Not from an answer.
  bool drain(std::chrono::milliseconds most);
  // Breaks all connections and returns when no reply is being made. May be called again.
  void stop();

 private:
  struct Worker;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace asof::server
