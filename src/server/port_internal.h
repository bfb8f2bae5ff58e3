// A port that listens, on one thread.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/connections_internal.h"

namespace asof::server {

// Whether the port is listened on by one thread, by the first of several, or by another of them.
enum class Share { Alone, First, Other };

// Lives on the thread of its io_context.
class Port final {
 public:
  // The connections must stay. They use the answer, so they go before the port.
  Port(boost::asio::io_context& io, Connections& connections, Answer answer);

  Result<boost::asio::ip::tcp::endpoint> listen(const boost::asio::ip::tcp::endpoint& endpoint,
                                                Share share);
  void accept();
  void close();

 private:
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer retry_;
  Connections& connections_;
  const Answer answer_;
};

}  // namespace asof::server
