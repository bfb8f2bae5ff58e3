#include "server/server.h"

#include <fmt/format.h>

#include <thread>

#include "base/check.h"
#include "base/text.h"
#include "server/port_internal.h"

namespace asof::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

Result<tcp::endpoint> endpoint_of(const std::string& address) {
  const auto colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host == "localhost") host = "127.0.0.1";
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto port = colon == std::string::npos
                        ? std::nullopt
                        : parse_uint(std::string_view(address).substr(colon + 1));
  error_code error;
  const auto parsed = asio::ip::make_address(host, error);
  if (error || !port || *port > 65535)
    return Error{
        Errc::Invalid,
        fmt::format("\"{}\" is no address to listen on; one is 127.0.0.1:8080, with port 0 "
                    "for any that is free",
                    address)};
  return tcp::endpoint(parsed, static_cast<std::uint16_t>(*port));
}

std::string address_of(const tcp::endpoint& endpoint) {
  std::string host = endpoint.address().to_string();
  if (endpoint.address().is_v6()) host = "[" + host + "]";
  return fmt::format("http://{}:{}", host, endpoint.port());
}

}  // namespace

struct Server::State {
  Result<std::string> listen(const tcp::endpoint& endpoint, Answer answer) {
    CHECK(!thread.joinable());
    auto opened = ports.emplace_back(io, std::move(answer)).listen(endpoint);
    if (!opened) {
      ports.pop_back();
      return std::move(opened).error();
    }
    last = *opened;
    return address_of(last);
  }

  // Ports and their connections go before the engine they run on.
  asio::io_context io{1};
  std::list<Port> ports;
  tcp::endpoint last;
  std::thread thread;
};

Server::Server() : state_(std::make_unique<State>()) {}

Server::~Server() { stop(); }

Result<std::string> Server::listen(const std::string& address, Answer answer) {
  const tcp::endpoint endpoint = TRY(endpoint_of(address));
  return state_->listen(endpoint, std::move(answer));
}

Result<std::string> Server::listen_beside(Answer answer) {
  return state_->listen(tcp::endpoint(state_->last.address(), 0), std::move(answer));
}

void Server::start() {
  for (Port& port : state_->ports) port.accept();
  state_->thread = std::thread([this] { state_->io.run(); });
}

void Server::stop() {
  state_->io.stop();
  if (state_->thread.joinable()) state_->thread.join();
  state_->ports.clear();
}

}  // namespace asof::server
