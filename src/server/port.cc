#include "server/port_internal.h"

#include <fmt/format.h>
#include <sys/socket.h>

namespace asof::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

}  // namespace

Port::Port(asio::io_context& io, Connections& connections, Answer answer)
    : acceptor_(io), retry_(io), connections_(connections), answer_(std::move(answer)) {}

// The first of several is bound before it agrees to share. So a port that another server has is
// busy, even where that one shares, too.
Result<tcp::endpoint> Port::listen(const tcp::endpoint& endpoint, Share share) {
  error_code error;
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error && share == Share::Other) acceptor_.set_option(ReusePort(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error && share == Share::First) acceptor_.set_option(ReusePort(true), error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  tcp::endpoint opened;
  if (!error) opened = acceptor_.local_endpoint(error);
  if (!error) return opened;
  const bool busy = error == asio::error::address_in_use;
  return Error{
      busy ? Errc::Busy : Errc::Io,
      fmt::format("cannot listen on {}:{}: {}", endpoint.address().to_string(), endpoint.port(),
                  busy ? "another program listens there; name another port, or port 0 for "
                         "any that is free"
                       : error.message())};
}

void Port::accept() {
  acceptor_.async_accept([this](error_code error, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (error) {  // too many files are open: some will be closed
      connections_.make_room();
      retry_.expires_after(std::chrono::milliseconds(100));
      return retry_.async_wait([this](error_code stopped) {
        if (!stopped) accept();
      });
    }
    connections_.add(std::move(socket), answer_);
    accept();
  });
}

void Port::close() {
  error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
}

}  // namespace asof::server
