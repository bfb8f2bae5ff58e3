// A port that listens, and its connections.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>
#include <memory>

#include "server/server.h"

namespace asof::server {

class Connection;

// Lives on the thread of its io_context.
class Port final {
 public:
  Port(boost::asio::io_context& io, Answer answer);
  ~Port();  // breaks its connections

  Result<boost::asio::ip::tcp::endpoint> listen(const boost::asio::ip::tcp::endpoint& endpoint);
  void accept();

  // For connections.
  Reply reply_to(const Request& request) { return answer_(request); }
  void drop(Connection* connection);

 private:
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer retry_;
  Answer answer_;
  std::list<std::unique_ptr<Connection>> connections_;
};

}  // namespace asof::server
