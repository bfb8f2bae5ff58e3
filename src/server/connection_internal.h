// One connection: requests are read, answered, and the replies sent.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "server/connections_internal.h"
#include "server/head_internal.h"

namespace asof::server {

inline std::string_view view_of(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

// Exactly one operation is under way at any time. When there is no next one, the connection drops
// itself. While it waits for a request it holds next to nothing.
class Connection final {
 public:
  // The answer must stay.
  Connection(Connections& connections, Connections::Place place,
             boost::asio::ip::tcp::socket socket, const Answer& answer);

  void start();
  // From outside: the operation under way fails, and the connection then drops itself.
  void cut();
  Connections::Place place() const { return place_; }

 private:
  using error_code = boost::system::error_code;

  // connection.cc: a request.
  void wait();
  void read();
  void read_body();
  void take(error_code error);
  int refusal(error_code error) const;  // the status to refuse with, or 0
  Request request() const;
  void answer(int refused);

  // sending.cc: a reply.
  void send();
  void write();
  void wrote(error_code error);
  void next();
  void next_piece();
  void next_slowly();
  void end(bool whole);
  void close();
  void discard();
  void reset();
  void tell(bool whole);
  bool ended(error_code error);  // dropped, if so

  Connections& connections_;
  const Connections::Place place_;
  boost::asio::ip::tcp::socket socket_;
  const Answer& answer_;
  boost::asio::ip::tcp::endpoint peer_;
  std::optional<boost::asio::steady_timer> timer_;  // between pieces of a slow body
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  std::chrono::steady_clock::time_point began_{};
  Reply reply_;
  std::string front_;       // goes first: the head, the size of a chunk
  std::string_view rest_;   // of the body or its piece
  std::string_view after_;  // goes last: the end of a chunk
  std::string piece_;
  std::uint64_t sent_ = 0;     // bytes of the body
  std::uint64_t copies_ = 0;   // of a repeated body
  std::size_t writing_ = 0;    // bytes of `rest_` under way
  std::size_t discarded_ = 0;  // bytes that came after the last request
  Framing framing_ = Framing::Length;
  bool last_ = false;     // the connection ends after this reply
  bool refused_ = false;  // the request was not read to its end
  bool cut_ = false;
};

}  // namespace asof::server
